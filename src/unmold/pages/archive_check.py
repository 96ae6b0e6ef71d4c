"""Whether an archive of a workspace can be read to its end: every gzip member has a checksum."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import BinaryIO

_CHUNK = 1 << 14
"""Bytes unpacked at a time, to at most a thousand times as many."""

_GZIP = 31
"""The window of zlib that reads a gzip member and verifies its CRC-32 and its length."""


def find_archive_damage(path: Path, length: int | None = None) -> str | None:
    """What is wrong with a `.warc.gz` file, or with its first bytes; None where nothing is.

    With a `length` what lies behind it does not count: a crawl may be writing there.
    """
    try:
        size = path.stat().st_size
        if length is not None and size < length:
            return f"{size:,} bytes, where {length:,} were written"
        with path.open("rb") as stream:
            return _read_members(stream, size if length is None else length)
    except FileNotFoundError:
        return "it is not there"
    except OSError as error:
        return f"it cannot be read: {error.strerror or error}"


def _read_members(stream: BinaryIO, length: int) -> str | None:
    left, data, begun, member = length, b"", 0, None
    while data or left:
        if not data:
            data = stream.read(min(_CHUNK, left))
            left -= len(data)
            if not data:
                break
        if member is None:
            begun, member = length - left - len(data), zlib.decompressobj(_GZIP)
        try:
            member.decompress(data)
        except zlib.error:
            return f"the record at byte {begun:,} does not read"
        data = member.unused_data
        if member.eof:
            member = None
    return None if member is None else f"it is cut in the record at byte {begun:,}"
