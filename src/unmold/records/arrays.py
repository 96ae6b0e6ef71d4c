"""What the native core found on the pages of a batch: buffers in Arrow's layout, read as columns.

Each field has one column of texts, and where asked for, what they read as, how they stand in the
page, and their XPaths. `extract` makes records of them, `record_tables` tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

from unmold.templates.model import Field, Template

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa

    from unmold._core import ColumnBuffers, RecordBuffers, StringBuffers


class FieldColumn:
    """The values of one field in all rows of its table."""

    def __init__(self, field: Field, buffers: ColumnBuffers, rows: int) -> None:
        self.field = field
        self._rows = rows
        self._filled, self._ends, self._texts, self._typed, self._sources = buffers
        self._items = len(self._texts[0]) // 4 - 1

    @property
    def filled(self) -> np.ndarray[Any, Any]:
        """Which rows have a value."""
        return _flags(self._filled, self._rows)

    @cached_property
    def values(self) -> pa.Array:
        """The texts as shown."""
        return self._strings(self._texts)

    @cached_property
    def raw(self) -> pa.Array:
        """The texts as in the page."""
        return self._strings(self._found_sources[0])

    @cached_property
    def xpaths(self) -> pa.Array:
        return self._strings(self._found_sources[1])

    @cached_property
    def currencies(self) -> pa.Array:
        """The currencies of prices."""
        _, _, valid, offsets, text = self._typed
        return self._strings((offsets, text), valid)

    @cached_property
    def typed(self) -> pa.Array:
        """What the texts read as, as a table holds it; of prices the amounts."""
        import pyarrow as pa

        match self.field.type:
            case "number" if self.field.is_whole:
                return self._whole_numbers()
            case "number" | "price":
                return self._plain(pa.float64(), self._typed[0], self._typed[2])
            case "date":
                return self._plain(pa.date32(), *self._typed)
            case "boolean":
                return self._plain(pa.bool_(), *self._typed)
            case "url" | "image":
                return self._strings(cast("StringBuffers", tuple(self._typed)))
        return self.values

    def typed_values(self) -> list[Any]:
        """What the texts read as, as a record holds it: a value or a list of them for each row."""
        match self.field.type:
            case "number":
                return self._nest(self._numbers())
            case "price":
                amounts, currencies = self._numbers(), self._flat_currencies()
                return self._nest(
                    [
                        None if amount is None else {"amount": amount, "currency": currency}
                        for amount, currency in zip(amounts, currencies, strict=True)
                    ]
                )
            case "date":
                days = self._items_of(self.typed).to_pylist()
                return self._nest([day and day.isoformat() for day in days])
        return cast("list[Any]", self.typed.to_pylist())

    @property
    def _found_sources(self) -> tuple[StringBuffers, StringBuffers]:
        assert self._sources is not None
        return self._sources

    def _numbers(self) -> list[int | float | None]:
        values, whole, valid = self._typed[:3]
        parts = zip(_doubles(values).tolist(), self._flags(whole), self._flags(valid), strict=True)
        return [
            (int(value) if is_whole else value) if is_valid else None
            for value, is_whole, is_valid in parts
        ]

    def _flat_currencies(self) -> list[str]:
        import pyarrow as pa

        offsets, text = self._typed[3:]
        found = pa.Array.from_buffers(pa.string(), self._items, _buffers(None, offsets, text))
        return cast("list[str]", found.to_pylist())

    def _whole_numbers(self) -> pa.Array:
        """Whole numbers; one with a fraction, which no page of the sample had, is only a text."""
        import numpy as np
        import pyarrow as pa

        values, _, valid = self._typed
        doubles = _doubles(values)
        numbers = doubles.astype(np.int64)
        are_whole = self._flags(valid) & (numbers == doubles)
        bits = np.packbits(are_whole, bitorder="little").tobytes()
        return self._plain(pa.int64(), numbers.tobytes(), bits)

    def _flags(self, bits: bytes) -> np.ndarray[Any, Any]:
        return _flags(bits, self._items)

    def _plain(self, kind: pa.DataType, values: bytes, valid: bytes) -> pa.Array:
        import pyarrow as pa

        items = pa.Array.from_buffers(kind, self._items, _buffers(valid, values))
        return self._as_lists(items)

    def _strings(self, found: StringBuffers, valid: bytes | None = None) -> pa.Array:
        import pyarrow as pa

        if self._ends is None and valid is None:
            valid = self._filled
        items = pa.Array.from_buffers(pa.string(), self._items, _buffers(valid, *found))
        return self._as_lists(items)

    def _as_lists(self, items: pa.Array) -> pa.Array:
        import pyarrow as pa

        if self._ends is None:
            return items
        buffers = _buffers(self._filled, self._ends)
        kind = pa.list_(items.type)
        return pa.Array.from_buffers(kind, self._rows, buffers, children=[items])

    def _items_of(self, column: pa.Array) -> pa.Array:
        return column if self._ends is None else cast("pa.ListArray", column).values

    def _nest(self, items: list[Any]) -> list[Any]:
        """Items as rows have them."""
        import numpy as np

        if self._ends is None:
            return items
        ends = np.frombuffer(self._ends, np.int32).tolist()
        return [items[start:end] for start, end in pairwise(ends)]


@dataclass(frozen=True)
class TableRows:
    """Where the rows of a table belong."""

    records: np.ndarray[Any, Any]
    """The record of each row, counted from 0."""
    parents: np.ndarray[Any, Any]
    """The number of the row around it, in its own table and record."""
    rows: np.ndarray[Any, Any]
    """Its number in its table and record."""
    places: np.ndarray[Any, Any]
    """Its position among all rows of its page."""


class RecordArrays:
    """What one template found on the pages of a batch."""

    def __init__(self, template: Template, buffers: RecordBuffers) -> None:
        import numpy as np

        scores, says, kept, self.count, tables, columns, documents = buffers
        self.template = template
        self.scores: list[float] = _doubles(scores).tolist()
        self.says_anything = [bool(byte) for byte in says]
        self.kept = [bool(byte) for byte in kept]
        self.tables = [
            TableRows(*(np.frombuffer(numbers, np.int64) for numbers in table)) for table in tables
        ]
        self._columns = columns
        self._documents, self.filled = documents
        """The documents, and the columns in them, each behind the first record with it."""

    @property
    def documents(self) -> pa.Array:
        """What can be searched of each record, as bytes."""
        import pyarrow as pa

        return pa.Array.from_buffers(pa.binary(), self.count, _buffers(None, *self._documents))

    @cached_property
    def columns(self) -> list[list[FieldColumn]]:
        """The columns of the records, then of each table, without those that are left out."""
        counts = [self.count, *(len(table.rows) for table in self.tables)]
        fields = [self.template.fields, *(table.fields for _, table in self.template.all_tables())]
        left = iter(self._columns)
        return [
            [
                FieldColumn(field, buffers, rows)
                for field, buffers in zip(own, left, strict=False)
                if buffers is not None
            ]
            for own, rows in zip(fields, counts, strict=True)
        ]


def _doubles(buffer: bytes) -> np.ndarray[Any, Any]:
    import numpy as np

    return np.frombuffer(buffer, np.float64)


def _flags(bits: bytes, count: int) -> np.ndarray[Any, Any]:
    import numpy as np

    found = np.frombuffer(bits, np.uint8)
    return np.unpackbits(found, count=count, bitorder="little").astype(bool)


def _buffers(*buffers: bytes | None) -> list[pa.Buffer | None]:
    import pyarrow as pa

    return [None if buffer is None else pa.py_buffer(buffer) for buffer in buffers]
