"""Types: the texts of a column enter, what they are leaves, and each parsed by it.

A type is a column's, not a value's: it is given where nearly all values read as it, and whether a
comma is a decimal sign, or a date begins with its month, is decided over all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from urllib.parse import urljoin

from unmold.templates.sample import HREF, SRC

SHARE = 0.8
MAX_CHOICES = 8

Typed = str | int | float | bool | dict[str, object] | None

_NUMBER = r"[-+]?\d[\d.,'  ]*"
_SIGNS = {
    "$": "USD",
    "€": "EUR",
    "£": "GBP",
    "¥": "JPY",
    "₹": "INR",
    "₽": "RUB",
    "zł": "PLN",
    "kr": "SEK",
}
_CODES = "USD|EUR|GBP|JPY|CHF|CAD|AUD|SEK|NOK|DKK|PLN|CZK|INR|CNY|BRL|RUB"
_CURRENCY = rf"(?:[$€£¥₹₽]|zł|kr\b|\b(?:{_CODES})\b)"
_PRICE = re.compile(
    rf"(?:(?P<before>{_CURRENCY})\s*(?P<a>{_NUMBER})|(?P<b>{_NUMBER})\s*(?P<after>{_CURRENCY}))"
)
_PLAIN_NUMBER = re.compile(rf"{_NUMBER}\s*%?")
_ISO_DATE = re.compile(
    r"(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})(?:[T ]\d{1,2}:\d\d.*)?$"
)
_SHORT_DATE = re.compile(r"(?P<a>\d{1,2})[-/.](?P<b>\d{1,2})[-/.](?P<y>\d{4}|\d{2})$")
_NAMED_DATE = re.compile(
    r"(?:[A-Za-z]{3,9},?\s+)?(?:(?P<d>\d{1,2})(?:st|nd|rd|th|\.)?\s+(?:of\s+)?(?P<n>[A-Za-zäéûç]{3,10})\.?,?\s+(?P<y>\d{4})"
    r"|(?P<n2>[A-Za-z]{3,10})\.?\s+(?P<d2>\d{1,2})(?:st|nd|rd|th)?,?\s+(?P<y2>\d{4}))\b.{0,12}$"
)
_MONTH_NAMES = (
    *("jan ene gen", "feb fév", "mar mär", "apr avr abr", "may mai mag", "jun jui giu"),
    *("jul lug", "aug aoû ago", "sep set", "oct okt ott", "nov", "dec dez déc dic"),
)
_MONTHS = {name: at for at, names in enumerate(_MONTH_NAMES, 1) for name in names.split()}
_BOOLEANS = {"yes": True, "no": False, "true": True, "false": False, "ja": True, "nein": False}
_IMAGE = re.compile(r"\.(?:jpe?g|png|gif|webp|svg|avif)(?:[?#]|$)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ValueType:
    """The type of a column, and what its values leave open when read one by one."""

    name: str
    number_format: str = "point"
    date_order: str = "month-first"


def infer_type(values: Sequence[str], kind: int) -> ValueType:
    """The type that nearly all of the values have."""
    distinct = list(dict.fromkeys(values))
    if not distinct:
        return ValueType("text")
    if kind == SRC or _most(distinct, lambda text: _is_url(text) and bool(_IMAGE.search(text))):
        return ValueType("image")
    if kind == HREF or _most(distinct, _is_url):
        return ValueType("url")
    if _most(distinct, lambda text: text.casefold() in _BOOLEANS):
        return ValueType("boolean")
    order = _date_order(distinct)
    if _most(distinct, lambda text: parse_date(text, order) is not None):
        return ValueType("date", date_order=order)
    style = _number_format(distinct)
    if _most(distinct, lambda text: parse_price(text, style) is not None):
        return ValueType("price", style)
    if _most(distinct, lambda text: parse_number(text, style) is not None):
        return ValueType("number", style)
    if _is_choice(values, distinct):
        return ValueType("enumeration")
    return ValueType("text")


def parse_value(text: str, value_type: ValueType, base: str = "") -> Typed:
    """A value by its type; None where it does not read as that."""
    match value_type.name:
        case "number":
            return parse_number(text, value_type.number_format)
        case "price":
            return parse_price(text, value_type.number_format)
        case "date":
            return parse_date(text, value_type.date_order)
        case "boolean":
            return _BOOLEANS.get(text.casefold())
        case "url" | "image":
            return _join(base, text)
    return text


def parse_number(text: str, number_format: str = "point") -> int | float | None:
    """A number as people write it, thousands separated or not.

    >>> parse_number("1,234.5"), parse_number("1.234,5", "comma"), parse_number("about 5")
    (1234.5, 1234.5, None)
    """
    text = text.strip()
    if len(text) > 40 or not _PLAIN_NUMBER.fullmatch(text):
        return None
    digits = re.sub(r"[\s'%\u00a0\u202f]", "", text)
    digits = (
        digits.replace(".", "").replace(",", ".")
        if number_format == "comma"
        else digits.replace(",", "")
    )
    try:
        return float(digits) if "." in digits else int(digits)
    except ValueError:
        return None


def parse_price(text: str, number_format: str = "point") -> dict[str, object] | None:
    """An amount with its currency.

    >>> parse_price("$1,299.00")
    {'amount': 1299.0, 'currency': 'USD'}
    """
    if len(text) > 40:
        return None
    found = _PRICE.search(text)
    if not found:
        return None
    amount = parse_number((found["a"] or found["b"]).strip(" .,'"), number_format)
    sign = found["before"] or found["after"]
    return None if amount is None else {"amount": amount, "currency": _SIGNS.get(sign, sign)}


def parse_date(text: str, order: str = "month-first") -> str | None:
    """A date in ISO form.

    >>> parse_date("3 March 2021"), parse_date("Mar. 3, 2021"), parse_date("03/04/21", "day-first")
    ('2021-03-03', '2021-03-03', '2021-04-03')
    """
    text = text.strip()
    if not 6 <= len(text) <= 48:
        return None
    if found := _ISO_DATE.match(text):
        return _iso(found["y"], int(found["m"]), found["d"])
    if found := _SHORT_DATE.match(text):
        first, second = found["a"], found["b"]
        day, month = (first, second) if order == "day-first" else (second, first)
        return _iso(found["y"], int(month), day)
    if found := _NAMED_DATE.match(text):
        month_name = (found["n"] or found["n2"]).casefold()[:3]
        return _iso(
            found["y"] or found["y2"], _MONTHS.get(month_name, 0), found["d"] or found["d2"]
        )
    return None


def _iso(year: str, month: int, day: str) -> str | None:
    full = int(year) if len(year) == 4 else 2000 + int(year) - (100 if int(year) > 69 else 0)
    try:
        return date(full, month, int(day)).isoformat()
    except ValueError:
        return None


def _most(values: Sequence[str], test: Callable[[str], bool]) -> bool:
    return sum(1 for value in values if test(value)) >= SHARE * len(values)


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


def _date_order(values: Sequence[str]) -> str:
    firsts = [int(found["a"]) for value in values if (found := _SHORT_DATE.match(value.strip()))]
    dotted = any(re.match(r"\d{1,2}\.\d{1,2}\.", value) for value in values)
    return "day-first" if dotted or any(first > 12 for first in firsts) else "month-first"


def _number_format(values: Sequence[str]) -> str:
    commas = sum(1 for value in values if re.search(r"\d,\d{1,2}(?!\d)", value))
    points = sum(1 for value in values if re.search(r"\d\.\d{1,2}(?!\d)", value))
    return "comma" if commas > points else "point"


def _is_choice(values: Sequence[str], distinct: Sequence[str]) -> bool:
    few = len(distinct) <= MAX_CHOICES and len(distinct) <= 0.4 * len(values)
    return few and all(len(value) <= 40 for value in distinct)
