"""Alignment: the leaves of a page in two trees enter, which of them are the same leaves.

unmold reads the HTML5 tree of a page, users of parsel that of lxml. The two nest broken markup in
different ways, but both have the same texts and attributes, nearly always in the same order. So
leaves are compared in document order; those that a parser has moved are matched by what they say.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence

Token = tuple[str, str]
"""Where a leaf stands, as `text` or `href`, and what it says."""

WINDOW = 40
"""How many leaves may be missing in one tree before the other goes on."""

CERTAIN = 3
"""So many leaves in a row must be the same where the two meet again."""


def align(ours: Sequence[Token], theirs: Sequence[Token]) -> dict[int, int]:
    """By the position of a leaf in one sequence: its position in the other."""
    found: dict[int, int] = {}
    at, to = 0, 0
    while at < len(ours) and to < len(theirs):
        if ours[at] == theirs[to]:
            found[at] = to
            skipped = (1, 1)
        else:
            skipped = _skip(ours, theirs, at, to)
        at, to = at + skipped[0], to + skipped[1]
    return found | _moved(ours, theirs, found)


def _skip(ours: Sequence[Token], theirs: Sequence[Token], at: int, to: int) -> tuple[int, int]:
    """How many leaves to leave out on either side until both are the same again."""
    for missing in range(1, WINDOW):
        for first in range(missing + 1):
            start, end = at + first, to + missing - first
            if start < len(ours) and end < len(theirs):
                length = min(CERTAIN, len(ours) - start, len(theirs) - end)
                if list(ours[start : start + length]) == list(theirs[end : end + length]):
                    return first, missing - first
    return 1, 1


def _moved(ours: Sequence[Token], theirs: Sequence[Token], found: dict[int, int]) -> dict[int, int]:
    """Of the leaves that are left, those that say the same, in their order."""
    taken = set(found.values())
    left: defaultdict[Token, deque[int]] = defaultdict(deque)
    for position, token in enumerate(theirs):
        if position not in taken:
            left[token].append(position)
    return {
        position: left[token].popleft()
        for position, token in enumerate(ours)
        if position not in found and left[token]
    }
