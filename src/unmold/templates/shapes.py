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
