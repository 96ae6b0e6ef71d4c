"""Shapes of rows: which siblings come in turns, and what the cells of a row say of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from unmold.templates.slots.outline import Element

REGULAR = 0.8
"""Share of turns that hold every shape of sibling once. A guess."""
MAX_TURNS = 4
"""Different turns, as siblings in them may be missing."""
WIDE = 3
"""Cells from which on a row is one of a table, and not a label with its value."""


def find_turns(sequences: Sequence[Sequence[str]], leader: str) -> set[str]:
    """The shapes of siblings that come in turns behind a leader; empty if they do not."""
    repeated = [sequence for sequence in sequences if sequence.count(leader) >= 2]
    if sum(1 for sequence in repeated if sequence.count(leader) >= 3) < 0.25 * len(repeated):
        return set()
    turns: Counter[tuple[str, ...]] = Counter()
    for sequence in repeated:
        starts = [at for at, shape in enumerate(sequence) if shape == leader]
        turns.update(tuple(sequence[a:b]) for a, b in pairwise(starts))
    usual = [turn for turn in turns if len(turn) >= 2 and len({*turn}) == len(turn)]
    regular = sum(turns[turn] for turn in usual)
    if regular < REGULAR * turns.total() or len(usual) > MAX_TURNS:
        return set()
    return {shape for turn in usual for shape in turn}


def turn_shape(element: Element) -> str:
    """Tag and first word of an element: the shape that counts where siblings come in turns.

    Of rows of a table it is what their cells are: two may make up one entry.
    """
    shape = f"{element.tag}.{element.words[0]}" if element.words else element.tag
    if element.tag != "tr":
        return shape
    return f"{shape}({','.join(turn_shape(cell) for cell in element.children())})"


def is_header(row: Element) -> bool:
    """Whether a row consists of header cells, and they are those of a table with columns."""
    cells = row.children()
    return len(cells) >= WIDE and all(cell.tag == "th" for cell in cells)


def count_columns(row: Element) -> int:
    """How many columns a row of a table reaches over; empty cells and those above it count."""
    return max((cell.column + 1 for cell in row.children()), default=0)
