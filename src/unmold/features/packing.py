"""Features as bytes, to be kept in a file or sent to another machine.

An Arrow file in memory: hashes stay the unsigned numbers that they are, though who carries the
bytes may know no such type, and a reader takes only the columns that it asks for. Pages of one site
share most of their hashes, so that pages packed together are a tenth of what they are alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pyarrow as pa

from unmold.features.table import IDENTITY, Features


def pack_features(features: Features, compression: str = "lz4") -> bytes:
    """What was computed of pages, without what identifies them."""
    stream = pa.BufferOutputStream()
    write_packed(features, stream, compression)
    packed: bytes = stream.getvalue().to_pybytes()
    return packed


def write_packed(features: Features, stream: Any, compression: str = "lz4") -> None:
    """The same, to an open file."""
    with PackWriter(stream, compression) as writer:
        writer.add(features)


class PackWriter:
    """Packed features under way, portion after portion, to an open file."""

    def __init__(self, stream: Any, compression: str = "lz4") -> None:
        self._stream = stream
        self._options = pa.ipc.IpcWriteOptions(compression=compression)
        self._writer: pa.ipc.RecordBatchFileWriter | None = None
        self.rows = 0

    def add(self, features: Features) -> None:
        """Add pages, of which the same was computed as of those before."""
        table = features.to_arrow()
        table = table.drop_columns([name for name in IDENTITY if name in table.column_names])
        if self._writer is None:
            self._writer = pa.ipc.new_file(self._stream, table.schema, options=self._options)
        self._writer.write_table(table)
        self.rows += table.num_rows

    def __enter__(self) -> PackWriter:
        return self

    def __exit__(self, *raised: object) -> None:
        if self._writer is not None:
            self._writer.close()


def unpack_features(packed: Sequence[bytes], columns: Iterable[str] | None = None) -> Features:
    """The features of all pages that were packed, one portion after the other."""
    tables = [read_packed(pa.BufferReader(one), columns) for one in packed]
    absent = [table for table in tables if table is None]
    assert not absent, "who packs features packs what others unpack"
    return Features.from_arrow(pa.concat_tables(tables))


def read_packed(source: Any, columns: Iterable[str] | None = None) -> pa.Table | None:
    """Some columns of packed features; None if one of them is not there."""
    if columns is None:
        return pa.ipc.open_file(source).read_all()
    schema, names = pa.ipc.open_file(source).schema, set(columns)
    if not names <= set(schema.names):
        return None
    wanted = sorted(schema.get_field_index(name) for name in names)
    options = pa.ipc.IpcReadOptions(included_fields=wanted)
    return pa.ipc.open_file(source, options=options).read_all()
