"""Traps: says which links not to follow on sites that generate links without end.

A calendar links to the next month for ever, a broken relative link adds the same folder on every
page. Such a link cannot be distinguished from an honest one with certainty, so the rules are
generous, every URL that they leave out is counted under its rule's name, and the limits can be
raised.
"""

from __future__ import annotations

import re
from collections import Counter
from urllib.parse import urlsplit

MAX_SEGMENTS = 24
"""No honest address has as many segments. A guess."""
MAX_REPEATS = 4
"""How often one segment may occur in a path: `/a/b/a/b/a/b/a/b` is a broken relative link."""

MAX_PARAMETERS = 24
"""No honest address has as many parameters. A guess."""

_DIGITS = re.compile(r"\d+")


def url_pattern(url: str) -> str:
    """What a URL has in common with others of its kind: digits and parameters' values are left out.

    >>> url_pattern("https://shop.example/calendar/2026/11?day=15&view=list")
    'shop.example/calendar/0/0?day&view'
    """
    parts = urlsplit(url)
    keys = "&".join(pair.partition("=")[0] for pair in parts.query.split("&") if pair)
    path = _DIGITS.sub("0", parts.path)
    return f"{parts.hostname}{path}{'?' * bool(keys)}{_DIGITS.sub('0', keys)}"


class Traps:
    """Counts URLs by pattern and knows which ones are too many."""

    def __init__(self, max_per_pattern: int, max_depth: int) -> None:
        self._max_per_pattern = max_per_pattern
        self._max_depth = max_depth
        self._patterns: Counter[str] = Counter()

    def note(self, url: str) -> None:
        """Count a URL that is followed."""
        self._patterns[url_pattern(url)] += 1

    def reason(self, url: str, depth: int) -> str | None:
        """Why a URL at this depth should not be followed; None if it may be."""
        if depth > self._max_depth:
            return "depth"
        parts = urlsplit(url)
        segments = [segment for segment in parts.path.split("/") if segment]
        if len(segments) > MAX_SEGMENTS or parts.query.count("&") >= MAX_PARAMETERS:
            return "trap-shape"
        if segments and Counter(segments).most_common(1)[0][1] >= MAX_REPEATS:
            return "trap-repeats"
        if self._patterns[url_pattern(url)] >= self._max_per_pattern:
            return "trap-pattern"
        return None
