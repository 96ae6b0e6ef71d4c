"""What a table of a workspace holds: a Parquet file as it is, or with some columns made of others.

A table that edits change is read from the same file as before; a column is taken under another
name, or its values are computed from texts that stand beside it, batch by batch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

import pyarrow as pa

from unmold.store.table_files import (
    ROW_GROUP,
    iterate_batches,
    measure_table,
    read_schema,
    read_table,
)


class Contents(Protocol):
    """The rows of a table."""

    @property
    def schema(self) -> pa.Schema: ...
    def count(self) -> int: ...
    def batches(self, rows: int = ROW_GROUP) -> Iterator[pa.RecordBatch]: ...
    def to_arrow(self) -> pa.Table: ...


@dataclass(frozen=True)
class FileContents:
    """The rows of a Parquet file."""

    path: Path

    @cached_property
    def schema(self) -> pa.Schema:
        return read_schema(self.path)

    def count(self) -> int:
        return measure_table(self.path)[0]

    def batches(self, rows: int = ROW_GROUP) -> Iterator[pa.RecordBatch]:
        return iterate_batches(self.path, rows)

    def to_arrow(self) -> pa.Table:
        return read_table(self.path)


@dataclass(frozen=True)
class MadeContents:
    """Rows that are made when they are asked for; few enough to be in memory."""

    make: Callable[[], pa.Table]

    @cached_property
    def table(self) -> pa.Table:
        return self.make()

    @property
    def schema(self) -> pa.Schema:
        return self.table.schema

    def count(self) -> int:
        return int(self.table.num_rows)

    def batches(self, rows: int = ROW_GROUP) -> Iterator[pa.RecordBatch]:
        yield from self.table.to_batches(max_chunksize=rows)

    def to_arrow(self) -> pa.Table:
        return self.table


@dataclass(frozen=True, slots=True)
class Stored:
    """A column of a file: its own, or one that has a row for each of its rows."""

    path: Path
    name: str


@dataclass(frozen=True, slots=True)
class ShownColumn:
    """A column of an edited table."""

    name: str
    kind: pa.DataType
    stored: tuple[Stored, ...]
    names: Mapping[str, str] | None = None
    """What stands for some values; other values stay."""

    compute: Callable[[Sequence[Any]], Any] | None = None
    """Makes a value of those of all stored columns; None where the only one is shown as it is."""


@dataclass(frozen=True)
class EditedContents:
    """The rows of a Parquet file with other columns."""

    path: Path
    columns: tuple[ShownColumn, ...]
    metadata: Mapping[bytes, bytes] | None = None

    @cached_property
    def schema(self) -> pa.Schema:
        fields = [pa.field(column.name, column.kind) for column in self.columns]
        return pa.schema(fields, self.metadata)

    @property
    def is_computed(self) -> bool:
        """Whether it takes more than other names to make it of its file."""
        return any(one.compute for one in self.columns)

    def count(self) -> int:
        return measure_table(self.path)[0]

    def to_arrow(self) -> pa.Table:
        return pa.Table.from_batches(self.batches(), schema=self.schema)

    def batches(self, rows: int = ROW_GROUP) -> Iterator[pa.RecordBatch]:
        others = {
            path: _Stream(path, names)
            for path, names in self._needed().items()
            if path != self.path
        }
        for batch in iterate_batches(self.path, rows):
            parts = {path: stream.take(batch.num_rows) for path, stream in others.items()}
            parts[self.path] = pa.Table.from_batches([batch])
            arrays = [self._array(column, parts) for column in self.columns]
            yield pa.RecordBatch.from_arrays(arrays, schema=self.schema)

    def _needed(self) -> dict[Path, list[str]]:
        found: dict[Path, list[str]] = {}
        for column in self.columns:
            for stored in column.stored:
                names = found.setdefault(stored.path, [])
                if stored.name not in names:
                    names.append(stored.name)
        return found

    def _array(self, column: ShownColumn, parts: Mapping[Path, pa.Table]) -> pa.Array:
        found = [parts[one.path].column(one.name) for one in column.stored]
        if column.compute is not None:
            rows = zip(*(one.to_pylist() for one in found), strict=True)
            return pa.array([column.compute(row) for row in rows], type=column.kind)
        if column.names is not None:
            names = column.names
            values = (names.get(value, value) for value in found[0].to_pylist())
            return pa.array(values, type=column.kind)
        whole = found[0].combine_chunks()
        return whole.chunk(0) if isinstance(whole, pa.ChunkedArray) else whole


class _Stream:
    """Some columns of a file, read along with the rows of another."""

    def __init__(self, path: Path, columns: list[str]) -> None:
        self._batches = iterate_batches(path, columns=columns)
        self._left: list[pa.RecordBatch] = []

    def take(self, count: int) -> pa.Table:
        """The next rows."""
        while sum(map(len, self._left)) < count:
            self._left.append(next(self._batches))
        whole = pa.Table.from_batches(self._left)
        self._left = whole.slice(count).to_batches()
        return whole.slice(0, count)
