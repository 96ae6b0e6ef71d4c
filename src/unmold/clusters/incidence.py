"""Which page has which value: what clusters are counted from, over plain arrays.

A library of sparse matrices takes longer to import than most sites take to be clustered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from unmold._core import SparseRows
from unmold.features import Ragged
from unmold.features.table import number_values

ROWS_AT_A_TIME = 1024
"""Rows that are compared with all others at once, at least. A guess."""
CELLS_AT_A_TIME = 1 << 20
"""Numbers that a comparison of more rows may give: 8 MB of them, which bounds memory."""

Counts = NDArray[np.float64]
Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Incidence:
    """All pairs of a page and a value that it has, each once: by pages, then by values."""

    pages: Numbers
    """The position of the page of each pair."""
    numbers: Numbers
    """The number of the value of each pair."""
    page_count: int
    values: NDArray[np.uint64]
    """The values by their numbers, ascending."""

    @classmethod
    def of(cls, column: Ragged) -> Incidence:
        """What the pages of a column have.

        >>> found = Incidence.of(Ragged.of([[7, 5, 7], [], [5]], np.uint64))
        >>> found.pages.tolist(), found.numbers.tolist()
        ([0, 0, 2], [0, 1, 0])
        """
        return number_column(column)[0]

    @property
    def supports(self) -> Numbers:
        """On how many pages each value is."""
        return np.bincount(self.numbers, minlength=len(self.values))

    def keep(self, kept: NDArray[np.bool_]) -> Incidence:
        """Without the values that are not kept."""
        used = kept[self.numbers]
        numbers = (np.cumsum(kept) - 1)[self.numbers[used]]
        return Incidence(self.pages[used], numbers, self.page_count, self.values[kept])

    def count(self, groups: Numbers, count: int) -> Counts:
        """On how many pages of each group (row) each value (column) is; -1 is no group."""
        own, width = groups[self.pages], len(self.values)
        is_counted = own >= 0
        cells = own[is_counted] * width + self.numbers[is_counted]
        return np.bincount(cells, minlength=count * width).reshape(count, width).astype(np.float64)

    def to_rows(self) -> SparseRows:
        """A row for each page, with 1 for each value that it has."""
        sizes = np.bincount(self.pages, minlength=self.page_count)
        return make_rows(sizes, self.numbers, np.ones(len(self.numbers)))


def number_column(column: Ragged) -> tuple[Incidence, Numbers]:
    """What the pages of a column have, and the number of every value as the column has it."""
    values, given = number_values(column.values)
    pages, numbers = column.pages, given
    keys = pages * len(values) + numbers
    if not (keys[1:] > keys[:-1]).all():
        pages, numbers = np.divmod(np.unique(keys), len(values))
    return Incidence(pages, numbers, len(column), values), given


def make_rows(sizes: Numbers, columns: Numbers, values: Counts) -> SparseRows:
    """Sparse rows with this number of entries each."""
    offsets: Any = np.append(0, np.cumsum(sizes)).astype(np.uint64)
    places: Any = columns.astype(np.uint32)
    entries: Any = values
    return SparseRows(offsets, places, entries)


def take_rows(rows: SparseRows, wanted: Numbers) -> SparseRows:
    """Some of the rows, in the order given."""
    given: Any = wanted
    is_all = len(wanted) == len(rows) and np.array_equal(wanted, np.arange(len(wanted)))
    return rows if is_all else rows.take(given)


def in_portions(rows: SparseRows, others: int) -> Iterator[tuple[Numbers, SparseRows]]:
    """Rows in portions that may be compared with this many others at once, and their positions."""
    step = max(ROWS_AT_A_TIME, CELLS_AT_A_TIME // max(others, 1))
    for start in range(0, len(rows), step):
        some = np.arange(start, min(start + step, len(rows)))
        yield some, take_rows(rows, some)


def sum_rows(rows: SparseRows, groups: Numbers, weights: Counts, count: int) -> SparseRows:
    """For each group the sum of its rows, each times its weight; rows of group -1 are in none."""
    given: tuple[Any, Any] = (groups, weights)
    return rows.sums(*given, count)


def dot_products(rows: SparseRows, others: SparseRows) -> Counts:
    """The dot product of each row with each of others."""
    return np.frombuffer(rows.dots(others)).reshape(len(rows), len(others))


def squared_lengths(rows: SparseRows) -> Counts:
    """The squared length of each row."""
    return np.frombuffer(rows.squares())
