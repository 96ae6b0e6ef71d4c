"""Reordering: columns that kept their way but stand elsewhere among the others.

A block that was put before another changes no step on the way to its values, only what stands
before it. Of all explanations the one with the fewest moved columns is taken.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from unmold.drift.context import Context
from unmold.drift.findings import Finding
from unmold.drift.profiles import Cell, Profile

ALWAYS = 0.95
"""The share of pages on which one column must stand before another."""

Ranks = dict[str, dict[int, tuple[int, int]]]


def find_reordering(context: Context, moved: set[str]) -> list[Finding]:
    """Columns that stand before what they stood behind, or behind what they stood before."""
    columns = [name for name in context.old.columns if name not in moved | context.lost]
    before = _ranks(context.old, columns)
    now = _ranks(context.new, columns)
    swapped: defaultdict[str, set[str]] = defaultdict(set)
    for number, one in enumerate(columns):
        for other in columns[number + 1 :]:
            first, second = _precedes(before, one, other), _precedes(now, one, other)
            if first is not None and second is not None and first != second:
                swapped[one].add(other)
                swapped[other].add(one)
    found = _fewest_movers(swapped)
    if not found:
        return []
    old, new = (_neighbour(ranks, found, columns) for ranks in (before, now))
    return [context.make("field-moved", found, old, new)]


def _ranks(profile: Profile, columns: Sequence[str]) -> Ranks:
    """By column and page where its first and its last cell stand."""
    return {
        name: {number: _extent(cells) for number, cells in profile.columns.get(name, {}).items()}
        for name in columns
    }


def _extent(cells: Sequence[Cell]) -> tuple[int, int]:
    orders = [cell.place.order for cell in cells]
    return min(orders), max(orders)


def _precedes(ranks: Ranks, one: str, other: str) -> bool | None:
    """Whether one column always stands before another; None if that varies, or few pages tell."""
    pages = ranks[one].keys() & ranks[other].keys()
    if len(pages) < 2:
        return None
    ahead = sum(1 for page in pages if ranks[one][page][1] < ranks[other][page][0])
    behind = sum(1 for page in pages if ranks[one][page][0] > ranks[other][page][1])
    if ahead >= ALWAYS * len(pages):
        return True
    return False if behind >= ALWAYS * len(pages) else None


def _fewest_movers(swapped: dict[str, set[str]]) -> list[str]:
    """The fewest columns that must have moved for all others to keep their order."""
    left = {name: set(others) for name, others in swapped.items()}
    movers = []
    while any(left.values()):
        name = max(left, key=lambda one: len(left[one]))
        movers.append(name)
        for other in left.pop(name):
            left[other].discard(name)
    return movers


def _neighbour(ranks: Ranks, movers: Sequence[str], columns: Sequence[str]) -> str:
    """Behind which of the others the movers stand."""
    others = [name for name in columns if name not in movers]
    before = [name for name in others if _precedes(ranks, name, movers[0])]
    last = max(
        before,
        key=lambda name: sum(bool(_precedes(ranks, other, name)) for other in before),
        default="",
    )
    return f"behind {last}" if last else "first"
