"""Shows values in cells: as texts, cut where they are long, and links that can be followed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from unmold.report.safe_values import safe_link
from unmold.svg import strip_unsafe

LONG = 90
"""Letters from which on a cell is cut: two lines of a column."""

SHORT = 44
"""Letters up to which a text is not broken into lines."""

LONGEST = 20_000
"""Letters of one cell; a page of results must not become a hundred megabytes."""

NUMBERS = ("number", "price")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the table of records."""

    text: str
    is_number: bool = False
    is_long: bool = False
    """Whether it is cut until somebody opens it."""

    is_short: bool = False
    """Whether it stays on one line."""

    link: str = ""


def describe_cell(value: Any, kind: str) -> Cell:
    """A value of a column of a type.

    >>> describe_cell(1234.5, "price").text, describe_cell(["a", "b"], "text").text
    ('1,234.50', 'a, b')
    """
    text = show_price(value) if kind == "price" else show_value(value)
    is_number = kind in NUMBERS and not isinstance(value, list)
    link = safe_link(value) if kind in ("url", "image") else ""
    return Cell(text, is_number, len(text) > LONG or "\n" in text, len(text) <= SHORT, link)


def show_price(value: Any) -> str:
    """A price, or several, with the decimals that prices have, so that columns line up."""
    if isinstance(value, list):
        return ", ".join(map(show_price, value))
    is_amount = isinstance(value, int | float) and not isinstance(value, bool)
    return f"{value:,.2f}" if is_amount else show_value(value)


def show_value(value: Any) -> str:
    """A value as people read it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(show_value(one) for one in value)[:LONGEST]
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    text = strip_unsafe(str(value)[: LONGEST + 1])
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"
