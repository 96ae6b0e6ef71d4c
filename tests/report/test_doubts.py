"""Doubts about columns: what somebody should look at, and nothing else."""

from dataclasses import replace
from datetime import date
from typing import Any

import pyarrow as pa
import pytest

from unmold.report.doubts import find_doubts, find_twins
from unmold.store.column_profile import profile_column
from unmold.store.rows import FieldRow

TEXT = FieldRow("t", None, 1, "id", "column", "text", "text", 1.0, False, False, False, [])
DAYS = [date(2024, 1, 1 + n) for n in range(5)]


def doubts(field: FieldRow, values: list[Any], kind: pa.DataType | None = None) -> list[str]:
    profile = profile_column(pa.chunked_array([pa.array(values, kind)]))
    return list(find_doubts(field, profile, {profile.digest: field.name}))


@pytest.mark.parametrize(
    ("field", "values", "said"),
    [
        (TEXT, ["same"] * 6, "constant: always “same”"),
        (TEXT, ["x"] + [None] * 29, "only 3% of rows fill it"),
        (TEXT, [str(n) for n in range(8)], "text that is all numbers"),
        (replace(TEXT, type="date"), [*DAYS, *[None] * 5], "about 50% of its dates could not"),
        (TEXT, ["x" * 30_000, *"abcdef"], "a cell has 30,000 letters"),
        (replace(TEXT, is_constant=True), list("aabbcd"), "constant on the pages"),
    ],
)
def test_what_looks_wrong_is_said(field: FieldRow, values: list[Any], said: str) -> None:
    found = doubts(field, values)
    assert len(found) == 1
    assert found[0].startswith(said)


def test_dates_of_which_none_reads_are_not_merely_empty() -> None:
    field = replace(TEXT, type="date", fill=0.9)
    assert doubts(field, [None] * 6, pa.date32()) == ["none of its dates could be read"]
    assert doubts(TEXT, [None] * 6, pa.string()) == ["empty in every row"]


@pytest.mark.parametrize(
    ("field", "values"),
    [
        (TEXT, ["one", "two", "three", "four", "five", "six"]),
        (replace(TEXT, type="date", fill=0.5), [*DAYS, *[None] * 5]),
        (TEXT, ["same"] * 3),
        (TEXT, []),
    ],
    ids=["usual", "often empty", "few rows", "no rows"],
)
def test_what_is_right_is_not_doubted(field: FieldRow, values: list[Any]) -> None:
    assert doubts(field, values, None if values else pa.string()) == []


def test_a_column_that_repeats_another_names_it() -> None:
    profiles = {
        name: profile_column(pa.chunked_array([pa.array(list("abcdef"))])) for name in ("a", "b")
    }
    twins = find_twins(profiles)
    assert find_doubts(replace(TEXT, name="a"), profiles["a"], twins) == ()
    found = find_doubts(replace(TEXT, name="b"), profiles["b"], twins)
    assert found == ("says the same as a in every row",)
