"""A long specification is a table of labels and values; labels that all pages have are columns."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from support.slot_pages import WORDS, page, records

USUAL = ("Brand", "Model", "Colour")
RARE = tuple(f"{one.title()} {other}" for one in WORDS[:6] for other in WORDS[6:])
PAGES = 30


def _specify(labels: Sequence[str], seed: int = 1) -> list[list[tuple[str, str]]]:
    """By page labels with values: the usual ones, and about half of the others."""
    chance = Random(seed)
    return [
        [
            (label, f"{WORDS[(n * 5 + k) % 12]} {n + k}")
            for k, label in enumerate([*USUAL, *labels])
            if label in USUAL or chance.random() < 0.5
        ]
        for n in range(PAGES)
    ]


def _in_table(pairs: Sequence[tuple[str, str]]) -> str:
    rows = "".join(f"<tr><td class=k>{k}</td><td class=v>{v}</td></tr>" for k, v in pairs)
    return f"<h2>Specification</h2><table class=specs>{rows}</table>"


def _in_sections(pairs: Sequence[tuple[str, str]]) -> str:
    half = len(pairs) // 2
    return "".join(
        f"<div class=section><h3>{name}</h3><table class=specs>"
        + "".join(f"<tr><th>{k}</th><td>{v}</td></tr>" for k, v in own)
        + "</table></div>"
        for name, own in (("General", pairs[:half]), ("Lens", pairs[half:]))
    )


def _in_list(pairs: Sequence[tuple[str, str]]) -> str:
    items = "".join(f"<li><b>{k}:</b> {v}</li>" for k, v in pairs)
    return f"<h2>Specification</h2><ul class=specs>{items}</ul>"


def _in_terms(pairs: Sequence[tuple[str, str]]) -> str:
    terms = "".join(f"<dt>{k}</dt><dd>{v}</dd>" for k, v in pairs)
    return f"<h2>Specification</h2><dl class=specs>{terms}</dl>"


def _read(pairs: Sequence[Sequence[tuple[str, str]]], form: Any) -> list[dict[str, Any]]:
    heads = (f"<h1>Camera {WORDS[n % 12]} {n}</h1>" for n in range(PAGES))
    return records([page(head + form(own)) for head, own in zip(heads, pairs, strict=True)])


@pytest.mark.parametrize("form", [_in_table, _in_list, _in_terms])
def test_a_long_specification_is_one_table(form: Any) -> None:
    pairs = _specify(RARE)
    for record, own in zip(_read(pairs, form), pairs, strict=True):
        assert {record[label.lower()] for label in USUAL} == {value for _, value in own[:3]}
        (rows,) = (rows for rows in record.values() if isinstance(rows, list))
        assert [(row["name"].rstrip(":"), row["value"]) for row in rows] == own
        # What is in the table is no column besides, save what all pages say.
        assert len(record) == 1 + len(USUAL) + 1


def test_sections_of_a_specification_are_one_table() -> None:
    pairs = _specify(RARE)
    for record, own in zip(_read(pairs, _in_sections), pairs, strict=True):
        (rows,) = (rows for rows in record.values() if isinstance(rows, list))
        assert [(row["name"], row["value"]) for row in rows] == own


@pytest.mark.parametrize("form", [_in_table, _in_list, _in_terms])
def test_a_short_specification_is_columns(form: Any) -> None:
    pairs = _specify(RARE[:9])
    found = _read(pairs, form)
    assert not any(isinstance(value, list) for record in found for value in record.values())
    for record, own in zip(found, pairs, strict=True):
        assert {value for _, value in own} <= {*map(str, record.values())}
