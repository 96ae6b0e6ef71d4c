"""Lists of different lengths in one array: how features of many pages are kept.

The native core fills these; clusterers read them. `Ragged` holds numbers, `Strings` holds texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pyarrow as pa


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
        rows = [self[int(page)] for page in pages]
        values = np.concatenate(rows) if rows else self.values[:0]
        return Ragged(values, _offsets(self.lengths[pages].astype(np.uint64)))

    @classmethod
    def join(cls, parts: Sequence[Ragged]) -> Ragged:
        """The rows of several, one behind the other."""
        lengths = np.concatenate([part.lengths for part in parts]).astype(np.uint64)
        return cls(np.concatenate([part.values for part in parts]), _offsets(lengths))


def _offsets(lengths: NDArray[np.uint64]) -> NDArray[np.uint64]:
    return np.concatenate([np.zeros(1, np.uint64), np.cumsum(lengths, dtype=np.uint64)])


@dataclass(frozen=True, slots=True)
class Strings:
    """Many texts in one buffer.

    >>> texts = Strings.of(["one", "zwölf"])
    >>> texts[1], len(texts)
    ('zwölf', 2)
    """

    buffer: NDArray[np.uint8]
    ends: NDArray[np.uint64]

    @classmethod
    def of(cls, texts: Sequence[str]) -> Strings:
        """Put texts together."""
        encoded = [text.encode() for text in texts]
        ends = np.cumsum([len(text) for text in encoded], dtype=np.uint64)
        return cls(np.frombuffer(b"".join(encoded), dtype=np.uint8), ends)

    def __len__(self) -> int:
        return len(self.ends)

    def __getitem__(self, position: int) -> str:
        position = range(len(self))[position]
        start = int(self.ends[position - 1]) if position else 0
        return bytes(self.buffer[start : int(self.ends[position])]).decode()

    def __iter__(self) -> Iterator[str]:
        return (self[position] for position in range(len(self)))

    def to_arrow(self) -> pa.Array:
        """The same as an Arrow array that shares the memory."""
        import pyarrow as pa

        offsets = np.concatenate([np.zeros(1, np.int64), self.ends.astype(np.int64)])
        buffers = [None, pa.py_buffer(offsets), pa.py_buffer(self.buffer)]
        return pa.LargeStringArray.from_buffers(len(self), buffers[1], buffers[2])

    @classmethod
    def join(cls, parts: Sequence[Strings]) -> Strings:
        """The texts of several, one behind the other."""
        starts = np.cumsum([0, *(len(part.buffer) for part in parts)], dtype=np.uint64)
        ends = [part.ends + start for part, start in zip(parts, starts[:-1], strict=True)]
        return cls(np.concatenate([part.buffer for part in parts]), np.concatenate(ends))
