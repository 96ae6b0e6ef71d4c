"""Paths on standard input: one to a line, or each ended by NUL as `find -print0` writes.

The list is spooled to disk first: the site is decided from all of it, and memory must not grow with
it. Each path may itself name any type of source.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

SPOOL_BYTES = 8 << 20
"""A list up to this size stays in memory."""

MAX_PATH_BYTES = 65536
"""No path is longer; what is longer is cut, and is not found."""


@contextmanager
def spooled_input() -> Iterator[IO[bytes]]:
    """Standard input to its end, ready to be read more than once."""
    with tempfile.SpooledTemporaryFile(max_size=SPOOL_BYTES) as spool:
        shutil.copyfileobj(sys.stdin.buffer, spool)
        yield spool


def list_paths(spool: IO[bytes]) -> Iterator[str]:
    """The paths in a spooled list, empty ones left out."""
    spool.seek(0)
    separator = b"\0" if b"\0" in spool.read(MAX_PATH_BYTES) else b"\n"
    spool.seek(0)
    for path in _split(spool, separator):
        stripped = path.rstrip(b"\r") if separator == b"\n" else path
        if stripped:
            yield os.fsdecode(stripped)


def _split(spool: IO[bytes], separator: bytes) -> Iterator[bytes]:
    """The parts between separators, without ever holding a whole stream that has none."""
    rest = b""
    while block := spool.read(MAX_PATH_BYTES):
        *parts, rest = (rest + block).split(separator)
        yield from parts
        rest = rest[:MAX_PATH_BYTES]
    yield rest
