"""Prefixes: the values of a column enter, what they all begin with before the value proper leaves."""

from __future__ import annotations

from collections.abc import Iterable
from os.path import commonprefix

ENOUGH_FOR_A_WORD = 5
"""A mere word is a prefix only if so many different values begin with it."""


def common_label(values: Iterable[str]) -> str:
    """The prefix up to its last colon, equals sign, or blank after a letter; empty if none.

    >>> common_label(["Price: $5", "Price: $12"]), common_label(["http://a/b", "http://a/c"])
    ('Price:', '')
    """
    distinct = list(dict.fromkeys(values))
    if len(distinct) < 2:
        return ""
    shared = commonprefix(distinct)
    for end in range(len(shared) - 1, -1, -1):
        if shared[end] in ":=" and not any(value.startswith("//", end + 1) for value in distinct):
            return shared[: end + 1] if "://" not in shared else ""
        is_word_end = end > 0 and shared[end] == " " and shared[end - 1].isalpha()
        if is_word_end and len(distinct) >= ENOUGH_FOR_A_WORD:
            return shared[: end + 1]
    return ""


def split_off(value: str, prefix: str) -> str:
    """The value without the prefix, if it begins with it and something is left."""
    if prefix and value.startswith(prefix):
        return value[len(prefix) :].strip() or value
    return value
