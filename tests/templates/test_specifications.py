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


def _in_bare_cells(pairs: Sequence[tuple[str, str]]) -> str:
    rows = "".join(f"<tr><td><b>{k}</b></td><td>{v}</td></tr>" for k, v in pairs)
    return f"<table border=0>{rows}</table>"


def _in_blocks(pairs: Sequence[tuple[str, str]]) -> str:
    rows = "".join(f"<div class=r><i>{k}</i><span class=v>{v}</span></div>" for k, v in pairs)
    return f"<div class=specs>{rows}</div>"


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


def _specify_all_kinds() -> list[list[tuple[str, str]]]:
    """By page: labels that only one kind of thing in six has, before those that all have."""
    kinds = [RARE[kind * 6 : kind * 6 + 4] for kind in range(6)]
    return [
        [
            (label, f"{WORDS[(n * 5 + k) % 12]} {n + k}")
            for k, label in enumerate([*kinds[n % 6], *USUAL])
        ]
        for n in range(PAGES)
    ]


@pytest.mark.parametrize("form", [_in_table, _in_bare_cells, _in_blocks, _in_terms])
def test_labels_that_few_pages_have_are_in_a_table_beside_columns(form: Any) -> None:
    pairs = _specify_all_kinds()
    for record, own in zip(_read(pairs, form), pairs, strict=True):
        assert [record[label.lower()] for label in USUAL] == [value for _, value in own[4:]]
        (name,) = (name for name, value in record.items() if isinstance(value, list))
        assert name in ("specification", "specifications")
        assert [(row["name"], row["value"]) for row in record[name]] == own
        assert len(record) == 1 + len(USUAL) + 1


def test_rows_of_several_cells_beside_labels_are_no_specification() -> None:
    pairs = _specify_all_kinds()
    found = _read(pairs, lambda own: _in_cells([(k, v, f"{v} again") for k, v in own]))
    for record in found:
        (name,) = (name for name, value in record.items() if isinstance(value, list))
        assert name == "rows"


def _in_cells(rows: Sequence[tuple[str, ...]]) -> str:
    return f"<table>{''.join(f'<tr>{_cells(row)}</tr>' for row in rows)}</table>"


def _cells(row: Sequence[str]) -> str:
    return "".join(f"<td>{cell}</td>" for cell in row)
