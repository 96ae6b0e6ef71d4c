"""Reads numbers; how a column writes them is decided over all its values.

Thousands are set off in groups of three, or in India of two, by the other sign, blanks or
apostrophes. What begins with zeros or has very many digits is no number but an identifier, whose
every digit counts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from unmold.values.languages import decimal_sign

MAX_LENGTH = 40
"""Characters; longer texts are no numbers, and patterns see short texts only."""
MAX_DIGITS = 15
"""More digits are not kept by doubles."""

FEW_VALUES = 5
"""With fewer values, a column of whole numbers is not sure. A guess."""
SMALL = 10
"""Where all values are at most this and few, a fraction may still come: marks out of five."""

_BLANKS = " \u00a0\u2009\u202f"
_APOSTROPHES = "'’"


def _grammar(decimal: str, group: str) -> re.Pattern[str]:
    separators = f"{group}{_BLANKS}{_APOSTROPHES}"
    grouped = rf"\d{{1,3}}(?P<sep>[{separators}])\d{{3}}(?:(?P=sep)\d{{3}})*"
    indian = rf"\d{{1,2}}(?:{group}\d{{2}})+{group}\d{{3}}"
    return re.compile(
        rf"(?P<sign>[-+−–]?)\s?(?P<whole>{grouped}|{indian}|\d+|(?={decimal}\d))"
        rf"(?:{decimal}(?P<fraction>\d+))?\s*%?"
    )


_DIGIT, _NO_DIGIT = re.compile(r"\d"), re.compile(r"\D")
_WRITTEN = re.compile(r"\d[\d.,]*\d")
"""The first number in a text, of two digits or more."""
_GRAMMARS = {"point": _grammar(r"\.", ","), "comma": _grammar(",", r"\.")}

AMOUNT = rf"(?:(?<!\d)[-+−])?\d(?:[\d.,{_APOSTROPHES}]|[{_BLANKS}](?=\d))*"
"""What may be a number in a longer text."""


@lru_cache(maxsize=4_096)
def parse_number(text: str, number_format: str = "point") -> int | float | None:
    """A number as people write it, thousands separated or not.

    >>> parse_number("1,234.5"), parse_number("1.234,5", "comma"), parse_number("about 5")
    (1234.5, 1234.5, None)
    >>> parse_number("1'234.50"), parse_number("12,34,567"), parse_number("00123")
    (1234.5, 1234567, None)
    """
    text = text.strip()
    found = None if len(text) > MAX_LENGTH else _GRAMMARS[number_format].fullmatch(text)
    if not found:
        return None
    whole = _NO_DIGIT.sub("", found["whole"])
    if len(whole) > MAX_DIGITS or (len(whole) > 1 and whole.startswith("0")):
        return None
    size = float(f"{whole or 0}.{found['fraction']}") if found["fraction"] else int(whole)
    return -size if found["sign"] in ("-", "−", "–") else size


def find_number_format(values: Sequence[str], language: str = "") -> str:
    """The decimal sign of a column, `point` or `comma`: as its values tell, else its language."""
    votes = [vote for value in values if (vote := _decimal_sign_of(value))]
    commas = votes.count("comma")
    if 2 * commas != len(votes):
        return "comma" if 2 * commas > len(votes) else "point"
    return decimal_sign(language) or "point"


@lru_cache(maxsize=4_096)
def _decimal_sign_of(value: str) -> str:
    """What the first number in a value tells about the decimal sign; empty if nothing."""
    found = _WRITTEN.search(value)
    signs = _DIGIT.sub("", found[0]) if found else ""
    if not found or not signs:
        return ""
    other = {".": "comma", ",": "point"}
    if signs[0] != signs[-1]:
        return other[signs[0]]
    if len(signs) > 1:
        return other[signs[0]]
    decimals = len(re.split("[.,]", found[0])[1])
    if decimals != 3 or found[0].startswith("0"):
        return "comma" if signs == "," else "point"
    return ""


def are_whole(numbers: Sequence[int | float | None]) -> bool:
    """Whether a column holds whole numbers only, as far as can be told."""
    known = [number for number in numbers if number is not None]
    is_sure = len(known) >= FEW_VALUES or any(abs(number) > SMALL for number in known)
    return is_sure and all(isinstance(number, int) for number in known)
