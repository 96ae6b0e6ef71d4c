"""Infers the type of a column from its texts.

A type is a column's, not a value's: it is given where nearly all values read as it, and whether a
comma is a decimal sign, or a date begins with its month, is decided over all of them.
`unmold.values` reads them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from unmold.templates.sample import HREF, SRC
from unmold.values import (
    ValueType,
    are_whole,
    find_currency,
    find_date_order,
    find_number_format,
    parse_boolean,
    parse_date,
    parse_number,
    parse_price,
    parse_value,
)

SHARE = 0.8
"""The share of values that can be read as a type, if a column has it. A guess."""
ENOUGH = 200
"""Values that a type is told from; more of them add nothing."""
CELLS = 0.5
"""Of all cells, however often they say the same: with fewer, most of the column would be empty."""

_IMAGE = re.compile(r"\.(?:jpe?g|png|gif|webp|svg|avif)(?:[?#]|$)", re.IGNORECASE)
_CALLED_IMAGE = re.compile(
    r"(?:^|[.:_-])(?:image|logo|photo|picture|thumbnailUrl|contentUrl)"
    r"(?:[.:](?:url|src|secure_url|contentUrl))?$",
    re.IGNORECASE,
)

_CALLED_URL = re.compile(r"(?:^|[.:_-])(?:url|link|mainEntityOfPage)$", re.IGNORECASE)


def infer_type(
    values: Sequence[str], kind: int, language: str = "", declared_as: str = ""
) -> ValueType:
    """The type that nearly all of the values have.

    The language of the page, and what JSON-LD or a meta element calls the column, decide what the
    values leave open.
    """
    distinct = _some(list(dict.fromkeys(values)))
    if not distinct:
        return ValueType("text")
    if kind == SRC or _most(distinct, _is_image):
        return ValueType("image")
    is_called_url = bool(_CALLED_URL.search(declared_as)) and _most(distinct, _is_path)
    if kind == HREF or is_called_url or _most(distinct, _is_url):
        return ValueType("image" if kind != HREF and _CALLED_IMAGE.search(declared_as) else "url")
    if _are_read(values, distinct, parse_boolean):
        return ValueType("boolean")
    if not _most(distinct, _has_digit):
        return ValueType("text")
    order = find_date_order(distinct, language)
    if _are_read(values, distinct, lambda text: parse_date(text, order)):
        return ValueType("date", date_order=order)
    return _number_type(values, distinct, language) or ValueType("text")


def _number_type(values: Sequence[str], distinct: Sequence[str], language: str) -> ValueType | None:
    style = find_number_format(distinct, language)
    if _are_read(values, distinct, lambda text: parse_price(text, style)):
        return ValueType("price", style, currency=find_currency(distinct, language))
    numbers: dict[str, int | float | None] = {}
    for text in distinct:
        numbers[text] = parse_number(text, style)
        # Where one of them begins with zeros or is very long, all are identifiers.
        if numbers[text] is None and text.isdigit():
            return None
    if [*numbers.values()].count(None) > (1 - SHARE) * len(distinct):
        return None

    def read(text: str) -> int | float | None:
        return numbers[text] if text in numbers else parse_number(text, style)

    if not _are_read(values, distinct, read):
        return None
    return ValueType("number", style, is_whole=are_whole([*numbers.values()]))


def read_type(values: Sequence[str], name: str, language: str = "") -> ValueType | None:
    """How values read as a type that a person gave them; None if none of them does."""
    distinct = _some(list(dict.fromkeys(values)))
    found = ValueType(name)
    if name == "date":
        found = ValueType(name, date_order=find_date_order(distinct, language))
    elif name in ("number", "price"):
        style = find_number_format(distinct, language)
        found = ValueType(name, style, currency=find_currency(distinct, language))
        if name == "number":
            numbers = [parse_number(text, style) for text in distinct]
            found = ValueType(name, style, is_whole=are_whole(numbers))
    is_read = any(parse_value(text, found) is not None for text in distinct)
    return found if is_read or not distinct else None


def _some(values: list[str]) -> list[str]:
    """A sample of the values, spread evenly, large enough to tell the type."""
    return values[:: max(1, len(values) // ENOUGH)]


def _most(values: Sequence[str], test: Callable[[str], bool]) -> bool:
    """Whether enough values pass a test; the first that are too many to fail end it."""
    allowed = int((1 - SHARE) * len(values) + 1e-9)
    for value in values:
        if not test(value):
            allowed -= 1
            if allowed < 0:
                return False
    return True


def _are_read(
    values: Sequence[str], distinct: Sequence[str], read: Callable[[str], object | None]
) -> bool:
    """Whether nearly all different texts read as a type, and most cells do.

    Twenty dates among three hundred times "Reviewed by" are many different texts, but no column of
    dates.
    """
    known: dict[str, bool] = {}

    def is_read(text: str) -> bool:
        if text not in known:
            known[text] = read(text) is not None
        return known[text]

    if not _most(distinct, is_read):
        return False
    some = _some(list(values))
    return sum(map(is_read, some)) >= CELLS * len(some)


def _has_digit(text: str) -> bool:
    """As all dates, prices and numbers have: most texts are told by that."""
    return bool(_DIGIT.search(text))


_DIGIT = re.compile(r"\d")


def _is_image(text: str) -> bool:
    return (_is_path(text) or _is_url(text)) and bool(_IMAGE.search(text))


def _is_path(text: str) -> bool:
    return text.startswith("/") and " " not in text


def _is_url(text: str) -> bool:
    return text.startswith(("http://", "https://", "//")) and " " not in text
