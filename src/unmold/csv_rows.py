"""Rows of CSV: how cells are written as text, and which a spreadsheet would run as formulas."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator
from datetime import date
from types import SimpleNamespace
from typing import Any

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""How a cell begins that spreadsheets run: the list of OWASP's page on CSV injection."""


_JSON = json.JSONEncoder(ensure_ascii=False, default=str)
"""Made once: making it takes longer than writing a number."""


def csv_row(cells: Iterable[Any], *, is_safe: bool = False) -> str:
    """One row as CSV writes it."""
    return next(csv_lines([map(defuse, cells) if is_safe else cells]))


def csv_lines(rows: Iterable[Iterable[Any]]) -> Iterator[str]:
    """Rows as CSV writes them."""
    line: list[str] = []
    # Python quotes what holds a character of the line end; a carriage return alone ends lines too.
    writer = csv.writer(SimpleNamespace(write=line.append), lineterminator="\r\n")
    for row in rows:
        writer.writerow(row)
        yield line.pop().removesuffix("\r\n") + "\n"


def defuse(cell: Any) -> Any:
    """A cell that no spreadsheet takes for a formula; numbers are what they are."""
    if isinstance(cell, str) and cell.startswith(FORMULA_STARTS):
        return f"'{cell}"
    return cell


def cell_text(value: Any) -> str:
    """A value as the text of one cell: nothing for null, dates as ISO writes them, lists as JSON.

    >>> [cell_text(value) for value in (None, "a", True, 2.5, ["b", None])]
    ['', 'a', 'true', '2.5', '["b", null]']
    """
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, date):
        return value.isoformat()
    return _JSON.encode(value)
