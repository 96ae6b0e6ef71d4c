"""Finds all repeated parts of pages that might be tables, as sets of rows.

A row is an element that repeats among its siblings, or several siblings together. Rows of one set
share the tags above them, their own tag and first class. Next: `nesting` chooses among them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from unmold.templates.sample import SamplePage
from unmold.templates.structure import Structure

if TYPE_CHECKING:
    from unmold._core import LeafSample, RowSets

MIN_PAGE_SHARE = 0.1
"""The share of pages on which an element must repeat. A guess."""
ALL_BITS = (1 << 64) - 1
"""Keeps a number in 64 bits, as the core has it."""

Row = tuple[int, int]
"""The number of a page and the node of the element that the row is or begins with."""
Leaf = tuple[int, int]
"""The number of a page and the position of the leaf."""


class Cell(NamedTuple):
    """A cell of rows."""

    first: Row
    """The first row that has it."""
    leaf: int
    """Its first leaf there."""
    rows: int
    """How many rows have it."""
    single: int
    """How many of them have it once."""
    usual: tuple[int, int]
    """How many leaves it usually has, and in how many rows."""


@dataclass(frozen=True, eq=False)
class RowSet:
    """All rows of one key in the sample, as the native core knows them by their number."""

    key: int
    is_group: bool
    """Whether a row is several siblings."""
    size: int
    """How many rows it has."""
    leaves_per_row: float
    """How many leaves a row has on average."""
    is_named_by_texts: bool
    """Whether the template names most rows: they are its sections or labelled values."""
    is_sectioned: bool
    """Whether the rows are under different texts of the template, each a list of its own."""
    number: int
    found: RowSets

    @cached_property
    def rows(self) -> dict[Row, tuple[int, Row] | None]:
        """In document order, with the key of the set and the row around each."""
        return self.found.rows(self.number)

    def first_rows(self, most: int) -> list[Row]:
        """The first of them, which say of most sets that they are no table."""
        return self.found.first_rows(self.number, most)

    def leaves(self) -> set[Leaf]:
        """All leaves in its rows."""
        return self.found.leaves(self.number)

    def own_cells(self, inside: Sequence[RowSet]) -> tuple[list[Cell], list[Leaf]]:
        """The cells that most rows have and that vary, without what is in rows of other sets.

        Then the first leaf in each row of the first of them.
        """
        cells, firsts = self.found.own_cells(self.number, [one.number for one in inside])
        return [Cell(*cell) for cell in cells], firsts


def find_row_sets(
    pages: Sequence[SamplePage], leaves: LeafSample, structure: Structure
) -> dict[int, RowSet]:
    """The sets of rows that repeat, by key."""
    replaced = {key for keys in structure.mixed.values() for key in keys}
    enough = MIN_PAGE_SHARE * len(pages)
    found = leaves.row_sets(enough, replaced, {*structure.mixed}, structure.leaders)
    row_sets: dict[int, RowSet] = {}
    for number, (key, total, rows, is_named, is_sectioned) in enumerate(found.facts()):
        is_group = key ^ ALL_BITS in structure.leaders
        own = key ^ ALL_BITS if is_group else key
        row_sets[key] = RowSet(
            own, is_group, rows, total / rows, is_named, is_sectioned, number, found
        )
    return row_sets
