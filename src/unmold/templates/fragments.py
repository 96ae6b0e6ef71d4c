"""Fragments: the columns of pages enter, those that are not pieces of a text leave.

In prose a word here and there is marked or linked. The whole paragraph is what people read; its
pieces, cut where markup begins, tell nothing that it does not. Where each block of a column has the
same pieces, as in `by <a>Anna</a> on <b>3 March</b>`, they are data. Next: `selection` ranks.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from statistics import mean

from unmold.templates.columns import Column
from unmold.templates.sample import ALT, BLOCK, HREF, SRC, TEXT, TITLE, SamplePage

INSIDE = 0.9
ON_NEARLY_ALL = 0.9
PROSE_WORDS = 8
"""Blocks with fewer words are lines of data, as that of two prices of which one is optional."""

REGULAR = 0.7
"""The share of a column's blocks that have a piece, once, if it is data."""

Place = tuple[int, int]
"""The number of a page and the position of a leaf."""


def without_fragments(columns: Sequence[Column], pages: Sequence[SamplePage]) -> list[Column]:
    """The columns without pieces of blocks that a column holds whole."""
    blocks = _blocks(columns, pages)
    counts = Counter(number for owners in blocks.values() for number in owners)
    return [column for column in columns if not _is_fragment(column, blocks, counts, pages)]


def _kind(column: Column, pages: Sequence[SamplePage]) -> int:
    page, leaf = column.first_leaf()
    return pages[page].kinds[leaf][0]


def _blocks(columns: Sequence[Column], pages: Sequence[SamplePage]) -> dict[Place, list[int]]:
    """For each block the numbers of the columns that hold it."""
    found: defaultdict[Place, list[int]] = defaultdict(list)
    for number, column in enumerate(columns):
        if _kind(column, pages) == BLOCK:
            for page, cell in enumerate(column.cells):
                for leaf in cell:
                    found[page, leaf].append(number)
    return found


def _is_fragment(
    column: Column,
    blocks: dict[Place, list[int]],
    counts: Counter[int],
    pages: Sequence[SamplePage],
) -> bool:
    if column.is_structured or _kind(column, pages) not in (TEXT, HREF, SRC, ALT, TITLE):
        return False
    if column.filled >= ON_NEARLY_ALL * len(pages) and all(len(cell) <= 1 for cell in column.cells):
        return False
    around = [
        (page, pages[page].blocks[leaf]) for page, cell in enumerate(column.cells) for leaf in cell
    ]
    held = Counter(place for place in around if place in blocks)
    if held.total() < INSIDE * len(around) or not _are_prose(held, pages):
        return False
    owners = Counter(number for place in held for number in blocks[place])
    once = Counter(
        number for place, times in held.items() if times == 1 for number in blocks[place]
    )
    # A block of several columns, a list and its first, is asked for in the one it fills most.
    return all(once[number] < REGULAR * counts[number] for number in owners)


def _are_prose(blocks: Iterable[Place], pages: Sequence[SamplePage]) -> bool:
    return mean(pages[page].values[leaf].count(" ") for page, leaf in blocks) >= PROSE_WORDS - 1
