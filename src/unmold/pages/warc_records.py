"""Makes WARC records of responses, each a gzip member.

The counterpart of `warc`, which reads them. The crawler appends them to its archives, `warc_writer`
keeps pages from memory in them.
"""

from __future__ import annotations

import gzip
import io
from collections.abc import Iterable
from http import HTTPStatus
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fastwarc.warc import WarcRecord

COMPRESSION = 6
"""zlib's default."""
_DROPPED = frozenset((b"content-encoding", b"transfer-encoding", b"content-length"))


def information_record(name: str) -> bytes:
    """The record that opens an archive: its name, and who wrote it."""
    from fastwarc.warc import WarcRecord, WarcRecordType

    from unmold import __version__

    record = WarcRecord()
    record.init_headers(WarcRecordType.warcinfo)
    record.headers["WARC-Filename"] = name
    record.headers["Content-Type"] = "application/warc-fields"
    record.set_bytes_content(f"software: unmold/{__version__}\r\nformat: WARC 1.1\r\n".encode())
    return _compressed(record)


def response_record(
    url: str,
    status: int,
    headers: Iterable[tuple[bytes, bytes]],
    body: bytes,
    date: str,
    urn: str | None = None,
) -> bytes:
    """The record of one response, its body decompressed and its headers to match.

    With a `urn` of the caller's the same response gives the same bytes.
    """
    from fastwarc.warc import WarcRecord, WarcRecordType

    record = WarcRecord()
    record.init_headers(WarcRecordType.response, urn.encode() if urn else None)
    record.headers["WARC-Target-URI"] = url
    record.headers["WARC-Date"] = date
    record.is_http = True
    record.set_bytes_content(_http_head(status, headers, len(body)) + body)
    return _compressed(record)


def _http_head(status: int, headers: Iterable[tuple[bytes, bytes]], length: int) -> bytes:
    known = {each.value: each.phrase for each in HTTPStatus}
    lines = [f"HTTP/1.1 {status} {known.get(status, 'Unknown')}".encode("ascii")]
    lines += [
        _one_line(name) + b": " + _one_line(value)
        for name, value in headers
        if name.lower() not in _DROPPED
    ]
    lines.append(b"Content-Length: %d" % length)
    return b"\r\n".join(lines) + b"\r\n\r\n"


def _one_line(text: bytes) -> bytes:
    return text.replace(b"\r", b" ").replace(b"\n", b" ")


def _compressed(record: WarcRecord) -> bytes:
    plain = io.BytesIO()
    record.write(plain, checksum_data=True)
    return gzip.compress(plain.getvalue(), COMPRESSION, mtime=0)
