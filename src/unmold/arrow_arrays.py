"""Python values as Arrow arrays, without pandas.

`pyarrow.array` asks whether what it is given is of pandas, and for that imports it where it is
installed: 0.3 s of every run, whatever it does.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from operator import is_
from types import NoneType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pyarrow as pa

MAX_BYTES = (1 << 31) - 1
"""What the offsets of texts can count."""


def make_array(values: Sequence[Any] | NDArray[Any], kind: pa.DataType) -> pa.Array:
    """The same array that `pyarrow.array` makes of values of the right type.

    >>> import pyarrow as pa
    >>> make_array(["a", None, "bc"], pa.string()).to_pylist()
    ['a', None, 'bc']
    """
    import pyarrow as pa

    make = None if "pandas" in sys.modules else _find_maker(kind)
    made = make(values, kind) if make is not None else None
    return pa.array(values, type=kind) if made is None else made


Maker = Callable[[Any, Any], "pa.Array | None"]


def _find_maker(kind: pa.DataType) -> Maker | None:
    """What makes arrays of a type; None for types that are left to PyArrow."""
    import pyarrow.types as types

    if types.is_integer(kind) or types.is_floating(kind):
        return _make_numbers
    if types.is_boolean(kind):
        return _make_booleans
    if types.is_string(kind) or types.is_binary(kind) or types.is_large_binary(kind):
        return _make_texts
    return _make_lists if types.is_list(kind) else None


def _make_numbers(values: Sequence[Any] | NDArray[Any], kind: pa.DataType) -> pa.Array | None:
    import pyarrow as pa

    number = _dtype(kind)
    if isinstance(values, np.ndarray):
        if values.dtype != number:
            return None
        return pa.Array.from_buffers(kind, len(values), [None, _buffer(values)])
    nulls = _find_nulls(values)
    given = values if nulls is None else [0 if value is None else value for value in values]
    found = np.array(given, number) if len(given) else np.empty(0, number)
    return pa.Array.from_buffers(kind, len(values), [_bits(nulls), _buffer(found)])


def _make_booleans(values: Sequence[Any], kind: pa.DataType) -> pa.Array:
    import pyarrow as pa

    bits = np.packbits(np.array([bool(value) for value in values], np.bool_), bitorder="little")
    nulls = _find_nulls(values)
    return pa.Array.from_buffers(kind, len(values), [_bits(nulls), _buffer(bits)])


def _make_texts(values: Sequence[Any], kind: pa.DataType) -> pa.Array | None:
    import pyarrow as pa

    sizes, data = _join_texts(values)
    ends = np.cumsum([0, *sizes], dtype=np.int64)
    if not pa.types.is_large_binary(kind):
        if ends[-1] > MAX_BYTES:
            return None
        ends = ends.astype(np.int32)
    buffers = [_bits(_find_nulls(values)), _buffer(ends), pa.py_buffer(data)]
    return pa.Array.from_buffers(kind, len(values), buffers)


def _join_texts(values: Sequence[Any]) -> tuple[list[int], bytes]:
    """The number of bytes of each text, and all bytes one behind the other."""
    if set(map(type, values)) == {str}:
        joined = "".join(values)
        if joined.isascii():
            return list(map(len, values)), joined.encode()
    encoded = [
        b"" if value is None else value.encode() if isinstance(value, str) else value
        for value in values
    ]
    return list(map(len, encoded)), b"".join(encoded)


def _make_lists(values: Sequence[Any], kind: pa.ListType[Any]) -> pa.Array | None:
    import pyarrow as pa

    nulls = _find_nulls(values)
    given = [() if value is None else value for value in values]
    ends = np.cumsum([0, *map(len, given)], dtype=np.int64)
    if ends[-1] > MAX_BYTES:
        return None
    items = make_array(list(chain.from_iterable(given)), kind.value_type)
    buffers = [_bits(nulls), _buffer(ends.astype(np.int32))]
    return pa.Array.from_buffers(kind, len(given), buffers, children=[items])


def read_numbers(array: pa.Array) -> NDArray[Any]:
    """The numbers of an array without nulls, in the same memory."""
    if array.null_count:
        found: NDArray[Any] = array.to_numpy(zero_copy_only=False)
        return found
    number = _dtype(array.type)
    if not len(array):
        return np.empty(0, number)
    return np.frombuffer(array.buffers()[1], number)[array.offset : array.offset + len(array)]


def _dtype(kind: pa.DataType) -> np.dtype[Any]:
    names = {"halffloat": "float16", "float": "float32", "double": "float64"}
    return np.dtype(names.get(str(kind), str(kind)))


def _find_nulls(values: Sequence[Any]) -> NDArray[np.bool_] | None:
    # Most columns have none, which types tell sooner.
    if isinstance(values, range) or NoneType not in set(map(type, values)):
        return None
    return np.fromiter(map(_is_none, values), np.bool_, len(values))


_is_none = partial(is_, None)
"""Quicker than a generator, and it does not ask arrays whether they equal nothing."""


def _bits(nulls: NDArray[np.bool_] | None) -> pa.Buffer | None:
    """The bitmap of what is there; None if all is."""
    return None if nulls is None else _buffer(np.packbits(~nulls, bitorder="little"))


def _buffer(values: NDArray[Any]) -> pa.Buffer:
    import pyarrow as pa

    return pa.py_buffer(np.ascontiguousarray(values))
