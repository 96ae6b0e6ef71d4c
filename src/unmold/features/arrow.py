"""Buffers of the native core as Arrow arrays that share their memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pyarrow as pa


def read_buffers(type: pa.DataType, rows: int, buffers: Sequence[bytes], null: bool) -> pa.Array:
    """A column of that length; its buffers come in Arrow's order, outer ones first.

    A column that may lack values begins with a byte for each row that says whether it has one.
    """
    left = iter(buffers)
    validity = _to_bitmap(next(left)) if null else None
    return _read(type, rows, left, validity)


def _read(
    type: pa.DataType, length: int, buffers: Iterator[bytes], validity: pa.Buffer | None = None
) -> pa.Array:
    if isinstance(type, pa.LargeListType):
        offsets = next(buffers)
        child = _read(type.value_type, int.from_bytes(offsets[-8:], "little"), buffers)
        return pa.Array.from_buffers(type, length, [None, pa.py_buffer(offsets)], children=[child])
    if isinstance(type, pa.StructType):
        children = [_read(field.type, length, buffers) for field in type]
        return pa.StructArray.from_arrays(children, fields=list(type))
    if isinstance(type, pa.DictionaryType):
        return _read(type.value_type, length, buffers).dictionary_encode()
    # Texts have their offsets as well.
    parts = [pa.py_buffer(next(buffers)) for _ in range(type.num_buffers - 1)]
    return pa.Array.from_buffers(type, length, [validity, *parts])


def _to_bitmap(present: bytes) -> pa.Buffer:
    return pa.py_buffer(np.packbits(np.frombuffer(present, np.uint8), bitorder="little"))
