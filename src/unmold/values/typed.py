"""Reads the value of a text by the type of its column.

Whether a comma is a decimal sign, or a date begins with its month, is decided over all values of a
column; `ValueType` holds what was decided.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urljoin

from unmold.values.booleans import parse_boolean
from unmold.values.dates import parse_date
from unmold.values.numbers import parse_number
from unmold.values.prices import parse_price

Typed = str | int | float | bool | dict[str, object] | None


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
