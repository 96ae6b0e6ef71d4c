"""Lists of different lengths in one array: how features of many pages are kept.

The native core fills these; clusterers read them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Ragged:
    """For each page an array; all of them lie one behind the other in `values`.

    >>> rows = Ragged.of([[1, 2], [], [3]], np.uint64)
    >>> rows[0].tolist(), rows.lengths.tolist()
    ([1, 2], [2, 0, 1])
    """

    values: NDArray[Any]
    offsets: NDArray[np.uint64]

    @classmethod
    def of(cls, rows: Sequence[Sequence[int]], dtype: type[np.generic]) -> Ragged:
        """Put rows together."""
        lengths = [len(row) for row in rows]
        values = [np.asarray(row, dtype=dtype) for row in rows]
        joined = np.concatenate(values) if values else np.empty(0, dtype=dtype)
        return cls(joined, _offsets(np.array(lengths, dtype=np.uint64)))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, page: int) -> NDArray[Any]:
        page = range(len(self))[page]
        return self.values[int(self.offsets[page]) : int(self.offsets[page + 1])]

    def __iter__(self) -> Iterator[NDArray[Any]]:
        return (self[page] for page in range(len(self)))

    @property
    def lengths(self) -> NDArray[np.int64]:
        """How many values each page has."""
        offsets = self.offsets.astype(np.int64)
        return offsets[1:] - offsets[:-1]

    @property
    def pages(self) -> NDArray[np.int64]:
        """For each value, the position of its page."""
        return np.repeat(np.arange(len(self), dtype=np.int64), self.lengths)

    def take(self, pages: NDArray[np.int64]) -> Ragged:
        """The rows of some pages, in the order given."""
        positions, offsets = self.positions(pages)
        return Ragged(self.values[positions], offsets)

    def positions(self, pages: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
        """Where the values of some pages stand among all, and the offsets they have then."""
        lengths = self.lengths[pages]
        offsets = _offsets(lengths.astype(np.uint64))
        shifts = self.offsets.astype(np.int64)[:-1][pages] - offsets.astype(np.int64)[:-1]
        return np.arange(int(offsets[-1])) + np.repeat(shifts, lengths), offsets

    @classmethod
    def join(cls, parts: Sequence[Ragged]) -> Ragged:
        """The rows of several, one behind the other."""
        lengths = np.concatenate([part.lengths for part in parts]).astype(np.uint64)
        return cls(np.concatenate([part.values for part in parts]), _offsets(lengths))


def _offsets(lengths: NDArray[np.uint64]) -> NDArray[np.uint64]:
    return np.concatenate([np.zeros(1, np.uint64), np.cumsum(lengths, dtype=np.uint64)])
