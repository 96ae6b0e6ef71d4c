"""Columns matched by what they say: two profiles enter, which column is which leaves.

Where both crawls have a page, the values on it decide. Where they share no page, a good part of all
values must be the same.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from unmold.drift.profiles import Cell, Profile

MIN_SHARED = 2
AGREEMENT = 0.5
"""The share of shared pages on which two columns must say the same."""

OVERLAP = 0.3
"""The share of a column's different values that the other must have, where no page is shared."""

MIN_VALUES = 3


def match_columns(old: Profile, new: Profile) -> dict[str, str]:
    """For columns of the old profile those of the new one that say the same."""
    shared = list(shared_pages(old, new))
    alike = _by_page(old, new, shared) if len(shared) >= MIN_SHARED else _by_value(old, new)
    matched: dict[str, str] = {}
    taken: set[str] = set()
    # Of columns that say the same, those of the same name belong together.
    for _, _, one, other in sorted(alike, reverse=True):
        if one not in matched and other not in taken:
            matched[one] = other
            taken.add(other)
    return matched


def shared_pages(old: Profile, new: Profile) -> Iterator[tuple[int, int]]:
    """The numbers of pages that both profiles have."""
    known = new.by_address()
    for number, page in enumerate(old.pages):
        if page.address in known:
            yield number, known[page.address]


def agreement(old: Profile, new: Profile, column: str) -> float | None:
    """On what share of pages a column says what it said; None if too few pages tell."""
    before, now = old.columns.get(column, {}), new.columns.get(column, {})
    pairs = [
        (one, other) for one, other in shared_pages(old, new) if one in before and other in now
    ]
    if len(pairs) <= MIN_SHARED:
        return None
    same = sum(1 for one, other in pairs if _says(before[one]) == _says(now[other]))
    return same / len(pairs)


def _says(cells: list[Cell]) -> frozenset[str]:
    return frozenset(cell.value for cell in cells)


Alike = list[tuple[float, bool, str, str]]


def _by_page(old: Profile, new: Profile, shared: list[tuple[int, int]]) -> Alike:
    index: defaultdict[tuple[int, frozenset[str]], list[str]] = defaultdict(list)
    for column, pages in new.columns.items():
        for number, cells in pages.items():
            index[number, _says(cells)].append(column)
    found: Alike = []
    for column, pages in old.columns.items():
        told = [(pages[one], other) for one, other in shared if one in pages]
        counts: Counter[str] = Counter()
        for cells, other in told:
            counts.update(index.get((other, _says(cells)), ()))
        found += [
            (times / len(told), column == other, column, other)
            for other, times in counts.items()
            if times >= max(MIN_SHARED, AGREEMENT * len(told))
        ]
    return found


def _by_value(old: Profile, new: Profile) -> Alike:
    before = {column: {cell.value for cell in old.cells(column)} for column in old.columns}
    now = {column: {cell.value for cell in new.cells(column)} for column in new.columns}
    found: Alike = []
    for column, values in before.items():
        for other, others in now.items():
            common = len(values & others)
            if common >= max(MIN_VALUES, OVERLAP * min(len(values), len(others))):
                found.append((common / len(values), column == other, column, other))
    return found
