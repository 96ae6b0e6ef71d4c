"""Buffers of the native core as Arrow arrays that share their memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pyarrow as pa

from unmold.arrow_arrays import make_array


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
    if pa.types.is_large_list(type):
        offsets = np.frombuffer(next(buffers), np.int64)
        child = _read(type.value_type, int(offsets[-1]), buffers)
        return pa.LargeListArray.from_arrays(make_array(offsets, pa.int64()), child, type)
    if pa.types.is_struct(type):
        children = [_read(field.type, length, buffers) for field in type]
        return pa.StructArray.from_arrays(children, fields=list(type))
    if pa.types.is_dictionary(type):
        return _read(type.value_type, length, buffers).dictionary_encode()
    if pa.types.is_large_string(type):
        parts = [pa.py_buffer(next(buffers)), pa.py_buffer(next(buffers))]
        return pa.LargeStringArray.from_buffers(length, *parts)
    return pa.Array.from_buffers(type, length, [validity, pa.py_buffer(next(buffers))])


def _to_bitmap(present: bytes) -> pa.Buffer:
    return pa.py_buffer(np.packbits(np.frombuffer(present, np.uint8), bitorder="little"))
