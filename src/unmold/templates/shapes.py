"""Finds what values can only be by their shape, whatever they are called."""

from __future__ import annotations

import re
from collections.abc import Sequence

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


def shape_of(values: Sequence[str]) -> str:
    """`phone`, `email`, `website`, `discount`, or empty.

    >>> shape_of(["(954) 563-5899", "+49 30 1234567"]), shape_of(["978-0-321-12345-6", "5/5/2011"])
    ('phone', '')
    >>> shape_of(["- 20%", "-5 % off"]), shape_of(["20%", "5%"])
    ('discount', '')
    """
    shapes = {"phone": _PHONE, "email": _EMAIL, "website": _WEBSITE, "discount": _DISCOUNT}
    for name, pattern in shapes.items():
        if values and _fit(values, pattern):
            return name
    return ""


def _fit(values: Sequence[str], pattern: re.Pattern[str]) -> bool:
    """Whether enough values are of a shape; the first that are too many to fail end it."""
    left = len(values)
    for value in values:
        if len(value) >= 200 or not pattern.fullmatch(value):
            left -= 1
            if left < SHARE * len(values):
                return False
    return True
