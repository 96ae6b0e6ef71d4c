"""Decompresses at most a given number of bytes, so that nothing can explode.

A stream over a cap raises `PageError` before more is inflated than the cap allows, so a bomb costs
no more than the largest honest page.
"""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Callable
from typing import IO, Protocol

from unmold.errors import PageError
from unmold.model import ProblemCode
from unmold.settings import Limits

GZIP_MAGIC = b"\x1f\x8b"
RATIO_FLOOR = 4 << 20
"""The ratio is not looked at below this number of bytes out: small and very regular is harmless."""

_STEP = 1 << 20
"""Bytes inflated at once: limits are checked between steps."""


class Inflating(Protocol):
    """A stream that decompresses what it reads."""

    def read(self, size: int = ..., /) -> bytes: ...


def is_over_ratio(produced: int, consumed: int, limits: Limits) -> bool:
    """Whether the bytes that came out of compressed ones are too many: a bomb."""
    return produced > RATIO_FLOOR and produced > limits.max_ratio * max(consumed, 1)


def gunzip(data: bytes, limits: Limits) -> bytes:
    """Inflate gzip, all members of it."""
    with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
        return read_inflated(stream, len(data), limits)


def gunzip_head(stream: IO[bytes], size: int) -> bytes:
    """Inflate the first `size` bytes, or as many as can be had."""
    inflater = zlib.decompressobj(16 + zlib.MAX_WBITS)
    try:
        return inflater.decompress(stream.read(size), size)
    except zlib.error:
        return b""


def inflate(data: bytes, limits: Limits) -> bytes:
    """Inflate what HTTP calls deflate: a zlib stream, or the bare one some servers send."""
    try:
        return _inflate_stream(data, zlib.MAX_WBITS, limits)
    except zlib.error:
        pass
    try:
        return _inflate_stream(data, -zlib.MAX_WBITS, limits)
    except zlib.error as error:
        raise PageError(ProblemCode.CORRUPT, f"deflate does not decode: {error}") from None


def _inflate_stream(data: bytes, window_bits: int, limits: Limits) -> bytes:
    inflater = zlib.decompressobj(window_bits)
    inflated = inflater.decompress(data, limits.max_bytes + 1)
    check_size(len(inflated), len(data), limits)
    if not inflater.eof:
        raise PageError(ProblemCode.TRUNCATED, "the compressed data ends too early")
    return inflated


def read_inflated(stream: Inflating, compressed_size: int, limits: Limits) -> bytes:
    """Read a decompressing stream to its end, or to a cap."""
    pieces: list[bytes] = []
    total = 0
    for piece in iter(_guarded(stream.read), b""):
        pieces.append(piece)
        total += len(piece)
        check_size(total, compressed_size, limits)
    return b"".join(pieces)


def _guarded(read: Callable[[int], bytes]) -> Callable[[], bytes]:
    """`read` by steps, with the many exceptions of the decompressors made one."""

    def read_step() -> bytes:
        try:
            return read(_STEP)
        except EOFError:
            raise PageError(ProblemCode.TRUNCATED, "the compressed data ends too early") from None
        except (OSError, ValueError, zlib.error) as error:
            raise PageError(
                ProblemCode.CORRUPT, f"the compressed data does not decode: {error}"
            ) from None

    return read_step


def check_size(produced: int, consumed: int, limits: Limits) -> None:
    """Stop what has become too large, and call a bomb a bomb."""
    if is_over_ratio(produced, consumed, limits):
        message = f"{consumed:,} bytes inflate to {limits.max_ratio} times as many and more"
        raise PageError(ProblemCode.BOMB, message)
    if produced > limits.max_bytes:
        raise PageError(
            ProblemCode.TOO_LARGE, f"more than {limits.max_bytes:,} bytes once decompressed"
        )
