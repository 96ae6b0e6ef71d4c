"""Writes pages from memory to an archive, so that they can be read again.

One compressed response record for each page, so that any tool can read the archive, and a page can
be read by the offset of its record.
"""

from __future__ import annotations

from typing import BinaryIO

from unmold.model import Page
from unmold.pages.warc_records import response_record

NO_DATE = "1970-01-01T00:00:00Z"
"""Without a time the same pages give the same bytes."""


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
        content_type = f"text/html{charset}".encode("utf-8", "replace")
        record = response_record(
            _one_line(page.address),
            200,
            [(b"Content-Type", content_type)],
            page.data,
            NO_DATE,
            urn=f"unmold:{self._number}",
        )
        self._stream.write(record)
        return offset


def _one_line(text: str) -> str:
    """Text that cannot begin a header of its own."""
    return "".join(character if character.isprintable() else "_" for character in text)
