"""Checks whether an archive ends where a record ends, which FastWARC does not.

Only the last record is looked at again: a cut earlier cannot be, and a cut between two records
cannot be seen.
"""

from __future__ import annotations

import re
import zlib
from typing import BinaryIO

from unmold.pages.compression import GZIP_MAGIC

_BLOCK = 1 << 16
"""Bytes read at once."""
_LENGTH = re.compile(rb"(?i)\ncontent-length:[ \t]*([0-9]{1,18})[ \t]*\r?\n")


def ends_cleanly(stream: BinaryIO, last_record: int) -> bool:
    """Whether the archive is whole from the last record on."""
    stream.seek(last_record)
    head = stream.read(_BLOCK)
    if head.startswith(GZIP_MAGIC):
        stream.seek(last_record)
        return _ends_with_member(stream)
    return not head.startswith(b"WARC/") or _ends_with_record(stream, last_record, head)


def _ends_with_member(stream: BinaryIO) -> bool:
    """Whether the gzip member here is complete and nothing follows."""
    inflater = zlib.decompressobj(16 + zlib.MAX_WBITS)
    try:
        for block in iter(lambda: stream.read(_BLOCK), b""):
            _inflate_away(inflater, block)
            if inflater.eof:
                return not inflater.unused_data and not stream.read(1)
    except zlib.error:
        return False
    return False


def _inflate_away(inflater: zlib._Decompress, block: bytes) -> None:
    while block:
        inflater.decompress(block, 1 << 20)
        block = inflater.unconsumed_tail


def _ends_with_record(stream: BinaryIO, position: int, head: bytes) -> bool:
    """Whether the file is long enough for what the plain record here says is its length."""
    head_end = head.find(b"\r\n\r\n")
    length = _LENGTH.search(head[: head_end + 2]) if head_end >= 0 else None
    if length is None:
        return False
    return position + head_end + 4 + int(length.group(1)) <= stream.seek(0, 2)
