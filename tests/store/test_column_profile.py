"""Profiles of columns: what rows say, counted."""

from datetime import date
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from unmold.store import StoredTable, column_profile
from unmold.store.column_profile import ColumnProfile, day_of, profile_column, profile_table


def profile(values: list[Any], kind: pa.DataType | None = None) -> ColumnProfile:
    return profile_column(pa.chunked_array([pa.array(values, kind)]))


def test_empty_texts_and_lists_are_not_filled() -> None:
    assert profile(["a", "", None, "b"]).filled == 2
    assert profile([["a"], [], None, ["b", "c"]]).filled == 2
    assert profile([1, None]).share == 0.5


def test_the_commonest_values_come_first() -> None:
    found = profile(["b", "a", "a", "c", "a", "b"])
    assert found.top[:2] == (("a", 3), ("b", 2))
    assert found.distinct == 3
    assert found.values == 6


def test_numbers_fall_into_steps() -> None:
    found = profile([0.0, 1.0, 2.0, 16.0])
    assert found.histogram is not None
    assert (found.histogram.low, found.histogram.high) == (0, 16)
    assert found.histogram.counts[:3] == (1, 1, 1)
    assert found.histogram.counts[-1] == 1
    assert sum(found.histogram.counts) == 4


@pytest.mark.parametrize(
    "values",
    [[1.0, 1.0], [], [None], [float("nan"), 1.0], [float("inf"), 2.0]],
    ids=["one", "none", "null", "nan", "infinite"],
)
def test_what_does_not_spread_has_no_steps(values: list[Any]) -> None:
    assert profile(values, pa.float64()).histogram is None


def test_numbers_as_far_apart_as_can_be_fall_into_steps() -> None:
    found = profile([-1.7e308, 0.0, 1.7e308])
    assert found.histogram is not None
    assert sum(found.histogram.counts) == 3


def test_days_spread_like_numbers() -> None:
    found = profile([date(2024, 1, 1), date(2024, 12, 31)])
    assert found.histogram is not None
    assert day_of(found.histogram.low) == date(2024, 1, 1)
    assert day_of(found.histogram.high) == date(2024, 12, 31)


def test_texts_that_are_numbers_are_counted() -> None:
    assert profile(["1,200", "7", "x7", "3.5"]).numeric == 3


def test_columns_that_say_the_same_have_the_same_digest() -> None:
    one, other = ["a", None, "b"], ["a", "b", None]
    assert profile(one).digest == profile(list(one)).digest
    assert profile(one).digest != profile(other).digest
    assert profile([1, 2]).digest != profile(["1", "2"]).digest


def write(path: Path, rows: int) -> StoredTable:
    table = pa.table({"number": list(range(rows)), "text": [f"row {n}" for n in range(rows)]})
    pq.write_table(table, path, row_group_size=4096)
    return StoredTable("numbers", path)


def test_a_table_of_many_rows_is_read_in_part(tmp_path: Path) -> None:
    found = profile_table(write(tmp_path / "t.parquet", 50_000), ["number"], 4, spread=True)
    assert (found.rows, found.profiled) == (50_000, column_profile.MAX_ROWS)
    assert found.columns["number"].rows == column_profile.MAX_ROWS
    assert [row["number"] for row in found.sample] == [0, 5000, 10_000, 15_000]


def test_rows_that_are_large_are_fewer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(column_profile, "MAX_BYTES", 1000)
    found = profile_table(write(tmp_path / "t.parquet", 10_000), ["text"], 2, spread=False)
    assert found.profiled == 4096
    assert [row["number"] for row in found.sample] == [0, 1]


def test_a_table_without_rows_or_without_the_column(tmp_path: Path) -> None:
    found = profile_table(write(tmp_path / "t.parquet", 0), ["number", "gone"], 4, spread=True)
    assert found.sample == []
    assert list(found.columns) == ["number"]
    assert found.columns["number"].share == 0
