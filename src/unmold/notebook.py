"""HTML by which tables, templates and records show themselves in a notebook.

What pages say is text and nothing else: it is escaped, cut to a length, and never made a link.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from unmold.csv_rows import cell_text

MAX_TEXT = 120
"""Letters of a cell: about what a column of a notebook shows on two lines."""

MAX_ROWS = 10
"""Rows that a notebook shows; a table says how many there are."""
MAX_COLUMNS = 40
"""More columns make a cell of a notebook slow to scroll."""


@dataclass(frozen=True, slots=True)
class Html:
    """Text that is HTML already."""

    text: str


def show_table(
    title: str, head: Sequence[str], rows: Iterable[Sequence[Any]], note: str = ""
) -> str:
    """A table with a title above and a note below it; cells are values, or `Html`."""
    parts = [f"<p><strong>{_escape(title)}</strong></p>"] if title else []
    names = "".join(f'<th dir="auto">{_escape(name)}</th>' for name in head[:MAX_COLUMNS])
    lines = "".join(f"<tr>{''.join(map(_show_cell, row[:MAX_COLUMNS]))}</tr>" for row in rows)
    parts.append(f"<table><thead><tr>{names}</tr></thead><tbody>{lines}</tbody></table>")
    if len(head) > MAX_COLUMNS:
        note = ", ".join(filter(None, [note, f"{len(head) - MAX_COLUMNS:,} more columns"]))
    if note:
        parts.append(f"<p>{_escape(note)}</p>")
    return f"<div>{''.join(parts)}</div>"


def count_more(total: int, shown: int, noun: str) -> str:
    """What a table leaves out, if anything.

    >>> count_more(12, 10, "row"), count_more(3, 10, "row")
    ('2 more rows', '')
    """
    more = total - shown
    return f"{more:,} more {noun}{'s' * (more != 1)}" if more > 0 else ""


def shorten_value(value: Any, length: int = MAX_TEXT) -> str:
    """A value as a text of limited length."""
    text = cell_text(value)
    return text if len(text) <= length else text[: length - 1] + "…"


def _show_cell(value: Any) -> str:
    inside = value.text if isinstance(value, Html) else _escape(value)
    # Text that is written from right to left stays in its own cell.
    return f'<td dir="auto">{inside}</td>'


def _escape(value: Any) -> str:
    return escape(shorten_value(value))
