"""Texts of many pages, each different one kept once: sites repeat most of what they say.

The native core fills these; clusterers and templates read them. `Strings` is a list of texts, held
as positions in a `StringTable`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pyarrow as pa

Codes = NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class StringTable:
    """Different texts in one buffer. The first one is empty."""

    buffer: NDArray[np.uint8]
    ends: NDArray[np.uint64]

    def __len__(self) -> int:
        return len(self.ends)

    def __getitem__(self, code: int) -> str:
        start = int(self.ends[code - 1]) if code else 0
        return bytes(self.buffer[start : int(self.ends[code])]).decode()

    def to_arrow(self) -> pa.Array:
        """The same as an Arrow array that shares the memory."""
        import pyarrow as pa

        offsets = np.concatenate([np.zeros(1, np.int64), self.ends.astype(np.int64)])
        buffers = [None, pa.py_buffer(offsets), pa.py_buffer(self.buffer)]
        return pa.LargeStringArray.from_buffers(len(self), buffers[1], buffers[2])


class StringCollector:
    """Gathers texts whose number is not known yet."""

    def __init__(self) -> None:
        from unmold import _core

        self._dictionary = _core.Dictionary()

    def add(self, buffer: bytes, ends: NDArray[np.uint64]) -> Codes:
        """The codes of texts that lie in one buffer."""
        return np.frombuffer(self._dictionary.add(buffer, ends.data), np.uint32)

    def finish(self) -> StringTable:
        """The table of all texts; the collector is empty afterwards."""
        buffer, ends = self._dictionary.take()
        return StringTable(np.frombuffer(buffer, np.uint8), np.frombuffer(ends, np.uint64))


@dataclass(frozen=True, slots=True)
class Strings:
    """Many texts, as codes of a table: two are equal where their codes are.

    >>> texts = Strings.of(["one", "zwölf", "one"])
    >>> texts[1], len(texts), texts.codes.tolist()
    ('zwölf', 3, [1, 2, 1])
    """

    codes: Codes
    table: StringTable

    @classmethod
    def of(cls, texts: Sequence[str]) -> Strings:
        """Put texts together."""
        encoded = [text.encode() for text in texts]
        ends = np.cumsum([len(text) for text in encoded], dtype=np.uint64)
        collector = StringCollector()
        return cls(collector.add(b"".join(encoded), ends), collector.finish())

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, position: int) -> str:
        return self.table[int(self.codes[position])]

    def __iter__(self) -> Iterator[str]:
        return (self.table[code] for code in self.codes.tolist())

    def take(self, positions: NDArray[Any]) -> Strings:
        """Some of the texts, in the order given, or a slice of them."""
        return Strings(self.codes[positions], self.table)

    def to_arrow(self) -> pa.DictionaryArray:
        """The same as an Arrow array that shares the memory."""
        import pyarrow as pa

        return pa.DictionaryArray.from_arrays(pa.array(self.codes), self.table.to_arrow())

    @classmethod
    def join(cls, parts: Sequence[Strings]) -> Strings:
        """The texts of several, one behind the other."""
        collector = StringCollector()
        codes = [
            collector.add(part.table.buffer.tobytes(), part.table.ends)[part.codes]
            for part in parts
        ]
        joined = np.concatenate(codes) if codes else np.empty(0, np.uint32)
        return cls(joined, collector.finish())
