"""Of a block and the texts in it, keeps the whole or the parts as columns.

In `by <a>Anna</a> on <b>3 March</b>` the parts are data: each row has each once. In prose with a
marked word here and there the whole is, and its parts are fragments; a row without markup has no
block, so there the text itself fills the column. Short items of lists are kept whole beside their
parts. Next: `tables`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from unmold.templates.columns import Column
from unmold.templates.sample import BLOCK, TEXT, SamplePage

REGULAR = 0.8
"""The share of blocks that have a part once, if parts are data. A guess."""
INSIDE = 0.9
"""The share of a column's texts that are in blocks, if it is a part of them. A guess."""
SIGNS = "$€£¥₹"
ITEM_LENGTH = 60
"""Items of lists that are longer on average are prose."""


@dataclass(slots=True)
class _Parts:
    """The columns of texts in the blocks of one column, and how many of their leaves are there."""

    block: Column
    inside: list[tuple[int, Column]]


def join_blocks(columns: Sequence[Column], entries: Sequence[SamplePage]) -> list[Column]:
    """The columns without blocks that say what their parts say, or without the parts.

    `entries` are the pages of the columns' entries.
    """
    dropped: set[int] = set()
    for block in columns:
        if block.kind(entries) != BLOCK:
            continue
        parts = _parts(block, columns, entries)
        if not parts.inside:
            continue
        text = _own_text(parts, entries)
        if runs_together(block, entries):
            dropped.add(id(block))
        elif all(_is_regular(block, part) for _, part in parts.inside):
            if not _is_item(block, entries):
                dropped.add(id(block))
        elif text is not None:
            _fill_gaps(block, text)
            dropped |= {id(part) for _, part in parts.inside}
    return [column for column in columns if id(column) not in dropped]


def _is_item(block: Column, entries: Sequence[SamplePage]) -> bool:
    """Whether blocks are short items of lists, as "4 cl Tequila": data as a whole, too."""
    entry, leaf = block.first_leaf()
    lengths = [len(value) for values in block.values for value in values]
    is_short = sum(lengths) <= ITEM_LENGTH * len(lengths)
    return is_short and entries[entry].hints[leaf].split("\t", 1)[0] == "li"


def runs_together(block: Column, entries: Sequence[SamplePage]) -> bool:
    """Whether the words of most blocks run together, as in "Lamp£5": only the parts can be read."""
    left = total = sum(map(len, block.cells))
    for entry, cell in enumerate(block.cells):
        for leaf in cell:
            left -= not _is_glued(entries[entry], leaf)
        if left <= 0.5 * total:
            return False
    return left > 0.5 * total


def _is_glued(page: SamplePage, block: int) -> bool:
    """Whether no blank is between two texts of a block that are words where they meet."""
    if block not in page.glued_blocks:
        return False
    values, blocks, kinds = page.values, page.blocks, page.kinds
    whole, at, last = values[block], 0, ""
    for leaf in range(block + 1, len(values)):
        if blocks[leaf] != block:
            break
        if kinds[leaf][0] == TEXT:
            text = values[leaf]
            start = whole.find(text, at)
            if last.isalnum() and start == at and (text[0].isalnum() or text[0] in SIGNS):
                return True
            at, last = start + len(text), text[-1]
    return False


def _parts(block: Column, columns: Sequence[Column], entries: Sequence[SamplePage]) -> _Parts:
    inside = []
    blocks = [(entry, own, entries[entry].blocks) for entry, own in enumerate(block.cells) if own]
    for column in columns:
        if column.kind(entries) == TEXT:
            found = outside = 0
            for entry, own, around in blocks:
                for leaf in column.cells[entry]:
                    if around[leaf] in own:
                        found += 1
                    else:
                        outside += 1
            if found and found >= INSIDE * (found + outside):
                inside.append((found, column))
    return _Parts(block, inside)


def _is_regular(block: Column, part: Column) -> bool:
    """Whether nearly every block has the part, once."""
    times = sum(
        1 for own, cell in zip(block.cells, part.cells, strict=True) if own and len(cell) == 1
    )
    return times >= REGULAR * block.filled


def _own_text(parts: _Parts, entries: Sequence[SamplePage]) -> Column | None:
    """The part that is in the block itself, not in an element of its own, if most have it."""
    block = parts.block
    for _, part in sorted(parts.inside, key=lambda part: -part[0]):
        times = sum(
            1
            for entry, (own, cell) in enumerate(zip(block.cells, part.cells, strict=True))
            if own and cell and _parent(entries[entry], cell[0]) == entries[entry].nodes[own[0]]
        )
        if times >= 0.5 * block.filled:
            return part
    return None


def _parent(page: SamplePage, leaf: int) -> int:
    return page.leaves.parent(page.nodes[leaf])


def _fill_gaps(block: Column, text: Column) -> None:
    """Let the text that is in the same place fill the entries without a block."""
    block.selectors += text.selectors
    for entry, cell in enumerate(text.cells):
        if cell and not block.cells[entry]:
            block.cells[entry] = cell
            block.values[entry] = text.values[entry]
