"""Reordering: columns that kept their way but stand elsewhere among the others.

A block that was put before another changes no step on the way to its values, only what stands
before it. Of all explanations the one with the fewest moved blocks is taken.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from unmold.drift.context import Context
from unmold.drift.findings import Finding
from unmold.drift.places import Steps
from unmold.drift.profiles import Cell, Profile

ALWAYS = 0.95
"""The share of pages on which one column must stand before another."""

LONGEST_WAY = 512
MIN_SAME, MIN_OTHER = 3, 12
"""So many pages must show both columns; the order of two may be chance on pages that differ."""

Ranks = dict[str, dict[int, tuple[int, int]]]


def find_reordering(context: Context, moved: set[str]) -> list[Finding]:
    """Columns that stand before what they stood behind, or behind what they stood before."""
    columns = [name for name in context.old.columns if name not in moved | context.lost]
    enough = _enough(context)
    if min(len(context.old), len(context.new)) < enough:
        return []
    before, now = _ranks(context.old, columns), _ranks(context.new, columns)
    swapped = [
        (one, other)
        for number, one in enumerate(columns)
        for other in columns[number + 1 :]
        if _is_swapped(_precedes(before, one, other, enough), _precedes(now, one, other, enough))
    ]
    if not swapped:
        return []
    blocks = _blocks(context, sorted({name for pair in swapped for name in pair}))
    movers = _fewest_movers([(blocks[one], blocks[other]) for one, other in swapped])
    found = [name for name in columns if name in blocks and blocks[name] in movers]
    old, new = (_neighbour(ranks, found, columns) for ranks in (before, now))
    # A class that was renamed may make some columns read others' values: no block has moved then.
    return [context.make("field-moved", found, old, new)] if old != new else []


def _enough(context: Context) -> int:
    """How many pages must tell; fewer do where they are the same pages with the same content."""
    return MIN_SAME if context.has_same_content("") else MIN_OTHER


def _is_swapped(before: bool | None, now: bool | None) -> bool:
    return before is not None and now is not None and before != now


def _blocks(context: Context, columns: Sequence[str]) -> dict[str, Steps]:
    """Each column's block: the part of its way that ends where the ways of all of them part."""
    ways = {name: context.steps_before(name) or () for name in columns}
    common = 0
    while len({way[: common + 1] for way in ways.values()}) == 1 and common < LONGEST_WAY:
        common += 1
    return {name: way[: common + 1] for name, way in ways.items()}


def _ranks(profile: Profile, columns: Sequence[str]) -> Ranks:
    """By column and page where its first and its last cell stand."""
    return {
        name: {number: _extent(cells) for number, cells in profile.columns.get(name, {}).items()}
        for name in columns
    }


def _extent(cells: Sequence[Cell]) -> tuple[int, int]:
    orders = [cell.place.order for cell in cells]
    return min(orders), max(orders)


def _precedes(ranks: Ranks, one: str, other: str, enough: int = 2) -> bool | None:
    """Whether one column always stands before another; None if that varies, or few pages tell."""
    pages = ranks[one].keys() & ranks[other].keys()
    if len(pages) < enough:
        return None
    ahead = sum(1 for page in pages if ranks[one][page][1] < ranks[other][page][0])
    behind = sum(1 for page in pages if ranks[one][page][0] > ranks[other][page][1])
    if ahead >= ALWAYS * len(pages):
        return True
    return False if behind >= ALWAYS * len(pages) else None


def _fewest_movers(swapped: Sequence[tuple[Steps, Steps]]) -> set[Steps]:
    """The fewest blocks that must have moved for all others to keep their order."""
    left: defaultdict[Steps, set[Steps]] = defaultdict(set)
    for one, other in swapped:
        left[one].add(other)
        left[other].add(one)
    movers = set()
    while any(left.values()):
        block = max(left, key=lambda one: len(left[one] - {one}))
        movers.add(block)
        for other in left.pop(block) - {block}:
            left[other].discard(block)
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
