"""Types: the texts of a column enter, what they are leaves, and each parsed by it.

A type is a column's, not a value's: it is given where nearly all values read as it, and whether a
comma is a decimal sign, or a date begins with its month, is decided over all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urljoin

from unmold.templates.booleans import parse_boolean
from unmold.templates.dates import find_date_order, parse_date
from unmold.templates.numbers import are_whole, find_number_format, parse_number
from unmold.templates.prices import find_currency, parse_price
from unmold.templates.sample import HREF, SRC

SHARE = 0.8
ENOUGH = 200
"""Values that a type is told from; more of them add nothing."""
MAX_CHOICES = 8

Typed = str | int | float | bool | dict[str, object] | None

_IMAGE = re.compile(r"\.(?:jpe?g|png|gif|webp|svg|avif)(?:[?#]|$)", re.IGNORECASE)
_CALLED_IMAGE = re.compile(
    r"(?:^|[.:_-])(?:image|logo|photo|picture|thumbnailUrl|contentUrl)"
    r"(?:[.:](?:url|src|secure_url|contentUrl))?$",
    re.IGNORECASE,
)

_CALLED_URL = re.compile(r"(?:^|[.:_-])(?:url|link|mainEntityOfPage)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ValueType:
    """The type of a column, and what its values leave open when read one by one."""

    name: str
    number_format: str = "point"
    date_order: str = "month-first"
    is_whole: bool = False
    """Whether numbers have no fraction."""
    currency: str = ""
    """What a sign that several currencies share stands for."""


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
    if _most(distinct, lambda text: parse_boolean(text) is not None):
        return ValueType("boolean")
    order = find_date_order(distinct, language)
    if _most(distinct, lambda text: parse_date(text, order) is not None):
        return ValueType("date", date_order=order)
    return _number_type(distinct, language) or ValueType(
        "enumeration" if _is_choice(values, distinct) else "text"
    )


def _number_type(distinct: Sequence[str], language: str) -> ValueType | None:
    style = find_number_format(distinct, language)
    if _most(distinct, lambda text: parse_price(text, style) is not None):
        return ValueType("price", style, currency=find_currency(distinct, language))
    numbers = [parse_number(text, style) for text in distinct]
    unread = [text for text, number in zip(distinct, numbers, strict=True) if number is None]
    # Where one of them begins with zeros or is very long, all are identifiers.
    if len(unread) > (1 - SHARE) * len(distinct) or any(text.isdigit() for text in unread):
        return None
    return ValueType("number", style, is_whole=are_whole(numbers))


def parse_value(text: str, value_type: ValueType, base: str = "") -> Typed:
    """A value by its type; None where it does not read as that."""
    match value_type.name:
        case "number":
            return parse_number(text, value_type.number_format)
        case "price":
            return parse_price(text, value_type.number_format, value_type.currency)
        case "date":
            return parse_date(text, value_type.date_order)
        case "boolean":
            return parse_boolean(text)
        case "url" | "image":
            return _join(base, text)
    return text


def _some(values: list[str]) -> list[str]:
    """So many values that they tell the type, spread evenly."""
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


def _is_image(text: str) -> bool:
    return (_is_path(text) or _is_url(text)) and bool(_IMAGE.search(text))


def _is_path(text: str) -> bool:
    return text.startswith("/") and " " not in text


def _is_url(text: str) -> bool:
    return text.startswith(("http://", "https://", "//")) and " " not in text


def _join(base: str, text: str) -> str:
    """An address against that of its page; the two usual forms without taking both apart."""
    if text.startswith(("http://", "https://")):
        return text
    try:
        if text.startswith("/") and not text.startswith("//") and "/." not in text:
            return _origin(base) + text
        return urljoin(base, text)
    except ValueError:
        return text


@lru_cache(maxsize=64)
def _origin(base: str) -> str:
    return urljoin(base, "/").removesuffix("/")


def _is_choice(values: Sequence[str], distinct: Sequence[str]) -> bool:
    few = len(distinct) <= MAX_CHOICES and len(distinct) <= 0.4 * len(values)
    return few and all(len(value) <= 40 for value in distinct)
