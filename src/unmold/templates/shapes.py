"""Finds what values can only be by their shape, whatever they are called."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from unmold.templates.plurals import singular

SHARE = 0.8
"""The share of values of the shape. A guess."""

_PHONE = re.compile(
    r"(?:\w{1,9}[.:]{1,2} *)?"
    r"(?:\+\d[\d ().-]{7,18}|\(?\d{3}\)?[ ./-]*\d{3}[ .-]\d{4}|0\d{1,4}[ /-]\d{3,}[\d /-]*)"
    r"(?: ?(?:x|ext\.?) ?\d{1,5})?"
)
_EMAIL = re.compile(r"(?:mailto:)?[\w.+-]+@[\w-]+(?:\.[\w-]+)+(?:\?.*)?")
_WEBSITE = re.compile(r"(?:https?://)?(?:www\.)[\w-]+(?:\.[\w-]+)+(?:/\S*)?")
_DISCOUNT = re.compile(r"[-–−] ?\d{1,2} ?%(?: off)?|\d{1,2} ?% off", re.IGNORECASE)


_READING = re.compile(
    r"\W*\d+(?:[-–]\d+)? ?min(?:ute|uto)?s?\.? (?:de )?"
    r"(?:read(?:ing)?|lectura|leitura|lecture|lesezeit)(?: time)?\W*",
    re.IGNORECASE,
)
_HOURS = re.compile(
    r".{0,40}?\b\d{1,2}(?::\d\d)? ?(?:[ap]\.?m\.?)? ?[-–—] ?"
    r"(?:noon|\d{1,2}(?::\d\d)? ?[ap]\.?m)\b.{0,60}",
    re.IGNORECASE,
)
"""From when to when: a single time mostly belongs to a date."""


def shape_of(values: Sequence[str]) -> str:
    """`phone`, `email`, `website`, `discount`, `reading_time`, `time`, or empty.

    >>> shape_of(["(954) 563-5899", "+49 30 1234567"]), shape_of(["978-0-321-12345-6", "5/5/2011"])
    ('phone', '')
    >>> shape_of(["- 20%", "-5 % off"]), shape_of(["20%", "5%"])
    ('discount', '')
    >>> shape_of(["6 min read", "12 min read"]), shape_of(["Friday 9 a.m.–noon", "1:10-2 p.m."])
    ('reading_time', 'time')
    """
    shapes = {
        "phone": _PHONE, "email": _EMAIL, "website": _WEBSITE, "discount": _DISCOUNT,
        "reading_time": _READING, "time": _HOURS,
    }  # fmt: skip
    for name, pattern in shapes.items():
        if values and _fit(values, pattern):
            return name
    return ""


_DURATION = re.compile(
    r"\d{1,3} ?min(?:ute|uto)?s?\.?|\d{1,2} ?h(?:(?:ou)?rs?)?\.?(?: ?\d{1,2} ?m(?:in)?s?\.?)?",
    re.IGNORECASE,
)
_SIZE = re.compile(r"\d[\d.,]{0,12} ?(?:[KMGT]i?B|bytes)\b.{0,30}", re.IGNORECASE)
_COPYRIGHT = re.compile(r"(?:©|\(c\) ).{2,120}", re.IGNORECASE)
_STATE = (
    "A[LKZRB]|BC|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ABDEINOST]|N[BCDEHJLMSTVY]|O[HKNR]|P[AER]|QC"
    "|RI|S[CDK]|T[NX]|UT|V[AIT]|W[AIVY]"
)
"""The states of the USA, its capital and Puerto Rico, and the provinces of Canada."""
_REGION = re.compile(rf" ?(?:{_STATE})(?P<code>,? \d{{5}}(?:-\d{{4}})?)?")


def look_of(values: Sequence[str]) -> str:
    """`duration`, `size`, `copyright`, or empty: what names values, but tells none apart.

    >>> look_of(["159 min.", "2 h 5 min"]), look_of(["12.5 KB, text/plain", "1 MB"])
    ('duration', 'size')
    >>> look_of(["© Ana Lee", "© Bo"]), look_of(["ana", "5"])
    ('copyright', '')
    """
    looks = {"duration": _DURATION, "size": _SIZE, "copyright": _COPYRIGHT}
    return next((name for name, look in looks.items() if values and _fit(values, look)), "")


def place_of(values: Sequence[str]) -> str:
    """`location` or `address` of what ends with a town of North America; empty for other values.

    >>> place_of(["San Francisco, CA", "Boston, MA, U.S.A."]), place_of(["Oslo, NO", "Bath, UK"])
    ('location', '')
    >>> place_of(["5104 N. West Ave., Fresno, CA 93711"])
    'address'
    """
    found = Counter(map(_place, values))
    name, times = found.most_common(1)[0] if found else ("", 0)
    return name if times >= SHARE * len(values) else ""


def _place(text: str) -> str:
    for country in (", USA", ", U.S.A.", ", Canada"):
        text = text.removesuffix(country)
    town, _, region = text.rpartition(",")
    found = _REGION.fullmatch(region) if len(text) < 200 else None
    if found is None or not town[:1].isalnum():
        return ""
    if found["code"]:
        return "address"
    is_town = town[0].isupper() and "," not in town and not any(map(str.isdigit, town))
    return "location" if is_town and len(town) <= 40 else ""


_COUNT = re.compile(r"\W*\d[\d.,]* ([^\W\d_]{4,20})\W*")
_UNITS = frozenset(
    """second minute hour week month year inch feet foot mile meter metre gram pound ounce
    litre liter pixel time""".split()  # noqa: SIM905
)


def name_count(values: Sequence[str]) -> str:
    """What all values count: `reviews` are rows. Units do not name.

    >>> name_count(["7 reviews", "1 review"]), name_count(["3 years", "8 years"])
    ('review_count', '')
    """
    if not values or not _fit(values, _COUNT):
        return ""
    words = Counter(
        singular(match[1].casefold()) for value in values if (match := _COUNT.fullmatch(value))
    )
    word, times = words.most_common(1)[0]
    return f"{word}_count" if times >= SHARE * len(values) and word not in _UNITS else ""


def _fit(values: Sequence[str], pattern: re.Pattern[str]) -> bool:
    """Whether enough values are of a shape; the first that are too many to fail end it."""
    left = len(values)
    for value in values:
        if len(value) >= 200 or not pattern.fullmatch(value):
            left -= 1
            if left < SHARE * len(values):
                return False
    return True
