"""Pages from memory, put into an archive so that they can be read again: pages enter, WARC leaves.

One compressed response record for each page, so that any tool can read the archive, and a page can
be read by the offset of its record.
"""

from __future__ import annotations

import gzip
from typing import BinaryIO

from unmold.model import Page

_HEAD = (
    "WARC/1.1\r\n"
    "WARC-Type: response\r\n"
    "WARC-Record-ID: <urn:unmold:{number}>\r\n"
    "WARC-Date: 1970-01-01T00:00:00Z\r\n"
    "WARC-Target-URI: {url}\r\n"
    "Content-Type: application/http; msgtype=response\r\n"
    "Content-Length: {length}\r\n\r\n"
)
_HTTP = "HTTP/1.1 200 OK\r\nContent-Type: text/html{charset}\r\nContent-Length: {length}\r\n\r\n"


class WarcWriter:
    """An archive under way."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._number = 0

    def add(self, page: Page) -> int:
        """Append a page; returns the offset of its record."""
        self._number += 1
        offset = self._stream.tell()
        charset = f"; charset={_one_line(page.charset)}" if page.charset else ""
        http = _HTTP.format(charset=charset, length=len(page.data)).encode("utf-8", "replace")
        head = _HEAD.format(
            number=self._number, url=_one_line(page.address), length=len(http) + len(page.data)
        )
        record = head.encode("utf-8", "replace") + http + page.data + b"\r\n\r\n"
        # Without a time the same pages give the same bytes.
        self._stream.write(gzip.compress(record, compresslevel=6, mtime=0))
        return offset


def _one_line(text: str) -> str:
    """Text that cannot begin a header of its own."""
    return "".join(character if character.isprintable() else "_" for character in text)
