"""Writes the responses of a crawl to rotated WARC files that other tools can read.

Every record is a gzip member of its own, so that a reader can jump to it, and is appended as one
piece. What was appended but not noted in the frontier when a crawl was killed is trimmed before the
next page is written. Bodies are kept as they were after decompression, with headers to match.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from unmold.pages.warc_records import information_record, response_record


@dataclass(frozen=True, slots=True)
class Place:
    """Where a record lies, and how long its file is with it."""

    file: str
    start: int
    length: int

    @property
    def end(self) -> int:
        return self.start + self.length


class Archive:
    """The WARC files of one crawl, of which the last is written to."""

    def __init__(self, folder: Path, lengths: Mapping[str, int], max_bytes: int) -> None:
        self._folder = folder
        self._max_bytes = max_bytes
        self._stream: BinaryIO | None = None
        folder.mkdir(parents=True, exist_ok=True)
        for name, length in lengths.items():
            trim(folder / name, length)
        self._number = len(lengths)
        self._is_new = not lengths

    def append(
        self, url: str, status: int, headers: Iterable[tuple[bytes, bytes]], body: bytes, date: str
    ) -> Place:
        """Write one response; the caller notes its place before the next one is written."""
        stream = self._open()
        start = stream.tell()
        stream.write(response_record(url, status, headers, body, date))
        stream.flush()
        return Place(self._name(), start, stream.tell() - start)

    def close(self) -> None:
        if self._stream is not None:
            os.fsync(self._stream.fileno())
            self._stream.close()
            self._stream = None

    def _name(self) -> str:
        return f"crawl-{self._number:05}.warc.gz"

    def _open(self) -> BinaryIO:
        if self._stream is not None and self._stream.tell() >= self._max_bytes:
            self.close()
            self._is_new = True
        if self._stream is None:
            self._stream = self._begin() if self._is_new else self._go_on()
        return self._stream

    def _begin(self) -> BinaryIO:
        self._number, self._is_new = self._number + 1, False
        stream = (self._folder / self._name()).open("wb")
        stream.write(information_record(self._name()))
        return stream

    def _go_on(self) -> BinaryIO:
        stream = (self._folder / self._name()).open("r+b")
        stream.seek(0, os.SEEK_END)
        return stream


def trim(path: Path, length: int) -> None:
    """Cut off what a killed crawl left behind the last whole record."""
    if path.exists() and path.stat().st_size > length:
        with path.open("r+b") as stream:
            stream.truncate(length)


def now() -> str:
    """The time as WARC writes it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
