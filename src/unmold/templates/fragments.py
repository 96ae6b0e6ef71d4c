"""Drops columns that are fragments: pieces of a text.

In prose a word here and there is marked or linked. The whole paragraph is what people read; its
pieces, cut where markup begins, tell nothing that it does not. Where each block of a column has the
same pieces, as in `by <a>Anna</a> on <b>3 March</b>`, they are data. Next: `selection` ranks.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from unmold.templates.columns import Column
from unmold.templates.sample import ALT, BLOCK, HREF, SRC, TEXT, TITLE, SamplePage

if TYPE_CHECKING:
    from unmold._core import LeafSample

INSIDE = 0.9
"""The share of a column's leaves in blocks, if they are pieces of text. A guess."""
ON_NEARLY_ALL = 0.9
"""What is once on this share of pages is a field, even in prose. A guess."""
BLOCKS_ASKED = 30
"""Blocks looked at: enough for a majority."""
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
    lines = _Lines(pages)
    return [column for column in columns if not _is_fragment(column, blocks, counts, pages, lines)]


def _blocks(columns: Sequence[Column], pages: Sequence[SamplePage]) -> dict[Place, list[int]]:
    """For each block the numbers of the columns that hold it."""
    found: defaultdict[Place, list[int]] = defaultdict(list)
    for number, column in enumerate(columns):
        if column.kind(pages) == BLOCK:
            for page, cell in enumerate(column.cells):
                for leaf in cell:
                    found[page, leaf].append(number)
    return found


def _is_fragment(
    column: Column,
    blocks: dict[Place, list[int]],
    counts: Counter[int],
    pages: Sequence[SamplePage],
    lines: _Lines,
) -> bool:
    if column.is_structured or column.kind(pages) not in (TEXT, HREF, SRC, ALT, TITLE):
        return False
    if column.filled >= ON_NEARLY_ALL * len(pages) and all(len(cell) <= 1 for cell in column.cells):
        return False
    around = [
        (page, _block(pages[page], leaf)) for page, cell in enumerate(column.cells) for leaf in cell
    ]
    held = Counter(place for place in around if place[1] >= 0)
    if held.total() < INSIDE * len(around):
        return False
    if not _are_prose(held, pages) and not _are_code(column, pages):
        return False
    if lines.are_all(held):
        return False
    owners = Counter(number for place in held for number in blocks.get(place, ()))
    once = Counter(
        number for place, times in held.items() if times == 1 for number in blocks.get(place, ())
    )
    # A block of several columns, a list and its first, is asked for in the one it fills most.
    return all(once[number] < REGULAR * counts[number] for number in owners)


def _block(page: SamplePage, leaf: int) -> int:
    """The block that a leaf is a piece of, or -1: what is all of it is no piece."""
    block = page.blocks[leaf]
    return -1 if block < 0 or page.values[block] == page.values[leaf] else block


class _Lines:
    """Tells blocks of lines; many columns ask for the same blocks."""

    def __init__(self, pages: Sequence[SamplePage]) -> None:
        self._pages = pages
        self._known: dict[Place, bool] = {}

    def are_all(self, blocks: Iterable[Place]) -> bool:
        """Whether nothing is marked in most blocks: what breaks them into pieces are breaks."""
        broken = [self._are_in(place) for place in islice(blocks, BLOCKS_ASKED)]
        return sum(broken) > 0.5 * len(broken)

    def _are_in(self, place: Place) -> bool:
        if place not in self._known:
            page, block = place
            self._known[place] = _has_lines_only(self._pages[page], block)
        return self._known[place]


def _has_lines_only(page: SamplePage, block: int) -> bool:
    texts = []
    for leaf in range(block + 1, len(page.blocks)):
        if page.blocks[leaf] != block and page.kinds[leaf][0] == TEXT:
            break
        if page.kinds[leaf][0] == TEXT:
            texts.append(page.nodes[leaf])
    return len(texts) > 1 and {page.leaves.parent(text) for text in texts} == {page.nodes[block]}


def _are_code(column: Column, pages: Sequence[SamplePage]) -> bool:
    """Whether the pieces are of text that is set as it stands; colours cut it up."""
    page, leaf = column.first_leaf()
    around = pages[page].ancestors(pages[page].nodes[leaf])
    return any(element.startswith("pre\t") for element in around)


def _are_prose(blocks: Iterable[Place], pages: Sequence[SamplePage]) -> bool:
    blanks = [pages[page].values[leaf].count(" ") for page, leaf in blocks]
    return sum(blanks) >= (PROSE_WORDS - 1) * len(blanks)


def without_wrappers(
    columns: Sequence[Column], pages: Sequence[SamplePage], leaves: LeafSample
) -> list[Column]:
    """The columns without blocks whose only data is a text that a column of its own holds."""
    asked: set[Place] = set()
    shown: defaultdict[Place, set[int]] = defaultdict(set)
    for number, column in enumerate(columns):
        kind = column.kind(pages)
        if kind == BLOCK:
            asked.update(column.places())
        elif kind == TEXT:
            for place in column.places():
                shown[place].add(number)
    inside: defaultdict[Place, list[set[int]]] = defaultdict(list)
    nowhere: set[int] = set()
    for page, block, leaf in leaves.texts_in_blocks() if asked else ():
        if (page, block) in asked:
            inside[page, block].append(shown.get((page, leaf), nowhere))
    return [column for column in columns if not _is_wrapper(column, inside, pages)]


def _is_wrapper(
    column: Column, inside: dict[Place, list[set[int]]], pages: Sequence[SamplePage]
) -> bool:
    """Whether all blocks of a column hold one text, all that of the same column, and no more."""
    if column.is_structured or column.is_joined or column.kind(pages) != BLOCK:
        return False
    held = [inside.get((page, leaf), []) for page, cell in enumerate(column.cells) for leaf in cell]
    return all(len(owners) == 1 for owners in held) and bool(
        set.intersection(*(owners[0] for owners in held))
    )
