"""Reads the HTML responses of WARC archives.

FastWARC finds the records. The archive is opened here and passed as a file object, since libraries
take some names for addresses. Redirects and responses that say they are something else than HTML
are no pages and are passed over in silence. A damaged archive gives everything up to the damage,
then one problem.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

from unmold.errors import PageError, is_panic
from unmold.model import HttpResponse, Problem, ProblemCode
from unmold.pages.assembly import Origin, assemble, problem
from unmold.pages.compression import RATIO_FLOOR, check_size, is_over_ratio
from unmold.pages.http_body import decode_body
from unmold.pages.opened_archives import open_archive
from unmold.pages.places import Container
from unmold.pages.reading import Found, Reading, Stream
from unmold.pages.sniff import SNIFF_BYTES, looks_like_html
from unmold.pages.warc_end import ends_cleanly
from unmold.settings import Limits

if TYPE_CHECKING:
    from fastwarc.warc import WarcRecord

HTML_TYPES = ("text/html", "application/xhtml+xml")

_CHARSET = re.compile(r"""(?i);\s*+charset\s*+=\s*+["']?+\s*+([^\s"';]++)""")
_STEP = 1 << 20
"""Bytes read at once."""


def read_warc(archive: str | Container, reading: Reading) -> Stream:
    """Read all HTML responses of an archive."""
    source = Container.of(archive) if isinstance(archive, str) else archive
    with open_archive(source.file) as stream:
        yield from _Archive(source, stream, reading).read()


def read_warc_record(archive: str, offset: int, limits: Limits) -> bytes:
    """The page of the record at an offset, decoded; PageError where there is none any more."""
    from fastwarc.warc import ArchiveIterator

    with open_archive(archive) as stream:
        stream.seek(offset)
        record = next(ArchiveIterator(stream, parse_http=False, fsspec_args=False), None)
        if record is None or not record.is_http:
            raise PageError(ProblemCode.CHANGED, "there is no response at this offset any more")
        http = _parse_http(record)
        raw = record.reader.read(min(record.content_length, limits.max_bytes + 1))
        return decode_body(raw, http, limits)


@dataclass(frozen=True, slots=True)
class _Archive:
    """One open archive."""

    source: Container
    stream: BinaryIO
    reading: Reading

    def read(self) -> Stream:
        number, position, found = 0, 0, None
        try:
            for record in self._records():
                number, position, found = number + 1, record.stream_pos, None
                for found in self._read_record(record, number):
                    yield found
                self._drain(record)
        except PageError as error:
            yield problem(self.source.key(number), error)
        except BaseException as error:
            if not isinstance(error, OSError | ValueError) and not is_panic(error):
                raise
            reason = f"the archive is damaged here ({error}); what follows was not read"
            yield Problem(ProblemCode.CORRUPT, self.source.key(number + 1), reason)
        else:
            if not isinstance(found, Problem):
                yield from self._check_end(number, position)

    def _check_end(self, number: int, position: int) -> Iterator[Problem]:
        if not number:
            yield Problem(ProblemCode.EMPTY, self.source.real, "there is no record in the archive")
        elif not ends_cleanly(self.stream, position):
            yield Problem(
                ProblemCode.TRUNCATED, self.source.real, "the archive ends inside a record"
            )

    def _records(self) -> Iterator[WarcRecord]:
        from fastwarc.warc import ArchiveIterator

        return iter(ArchiveIterator(self.stream, parse_http=False, fsspec_args=False))

    def _read_record(self, record: WarcRecord, number: int) -> Iterator[Found]:
        """The page of a record, if it holds one; PageError where the archive ends inside it."""
        if record.headers.get("Content-Length") is None:
            raise PageError(ProblemCode.TRUNCATED, "the archive ends inside the head of a record")
        if record.headers.get("WARC-Type") != "response" or not record.is_http:
            return
        found = self._read_response(record, number)
        if found is not None:
            yield found

    def _read_response(self, record: WarcRecord, number: int) -> Found | None:
        url = (record.headers.get("WARC-Target-URI") or "").strip("<> ") or None
        path = self.source.shown(number)
        names = (path, url or path)
        if self.reading.selection.excludes(*names):
            return None
        try:
            http = _parse_http(record)
            if not _may_be_page(http):
                return None
            raw = self._read_payload(record)
            data = decode_body(raw, http, self.reading.limits)
        except PageError as error:
            is_included = self.reading.selection.includes(*names)
            return problem(self.source.key(number), error) if is_included else None
        if not http.header("content-type") and not looks_like_html(data[:SNIFF_BYTES]):
            return None
        return self._assemble(record, number, url, http, data)

    def _assemble(
        self, record: WarcRecord, number: int, url: str | None, http: HttpResponse, data: bytes
    ) -> Found | None:
        origin = Origin(
            self.source.key(number),
            path=self.source.shown(number),
            fallback_site=lambda declared: self.source.real,
            url=url,
            file=self.source.file,
            offset=record.stream_pos,
            charset=charset_of(http),
            http=http,
        )
        found = assemble(origin, data, self.reading.limits)
        selection = self.reading.selection
        if isinstance(found, Problem):
            return found if selection.includes(origin.path, url or origin.path) else None
        return found if selection.accepts(found) else None

    def _read_payload(self, record: WarcRecord) -> bytes:
        """The payload as stored, within the caps."""
        limits = self.reading.limits
        expected = record.content_length
        raw = record.reader.read(min(expected, limits.max_bytes + 1)) if expected else b""
        check_size(len(raw), self._consumed(record, len(raw)), limits)
        if len(raw) < expected:
            raise PageError(ProblemCode.TRUNCATED, f"{len(raw):,} of {expected:,} bytes are there")
        return raw

    def _consumed(self, record: WarcRecord, produced: int) -> int:
        """Bytes of the file that a record has taken; of a plain archive what came out."""
        consumed = self.stream.tell() - record.stream_pos
        return max(consumed, 1) if consumed < produced else produced

    def _drain(self, record: WarcRecord) -> None:
        """Pass over what is left of a large record; PageError if it is a bomb without end."""
        if record.content_length <= RATIO_FLOOR:
            return
        limits, produced = self.reading.limits, 0
        for piece in iter(lambda: record.reader.read(_STEP), b""):
            produced += len(piece)
            if _is_endless(produced, self.stream.tell() - record.stream_pos, limits):
                raise PageError(
                    ProblemCode.BOMB, "a record decompresses without end; the rest was not read"
                )


def _is_endless(produced: int, consumed: int, limits: Limits) -> bool:
    return produced > limits.max_decompressed and is_over_ratio(produced, consumed, limits)


def _parse_http(record: WarcRecord) -> HttpResponse:
    try:
        record.parse_http()
    except (OSError, ValueError) as error:
        raise PageError(ProblemCode.CORRUPT, f"the HTTP headers do not parse: {error}") from None
    headers = record.http_headers
    if headers is None or headers.status_code is None:
        raise PageError(ProblemCode.CORRUPT, "there is no HTTP status line")
    return HttpResponse(headers.status_code, tuple(headers.to_tuples()))


def _may_be_page(http: HttpResponse) -> bool:
    """Whether a response can carry a page: not a redirect, and not said to be something else."""
    status = http.status or 0
    if status < 200 or status in (204, 304) or 300 <= status < 400:
        return False
    content_type = (http.header("content-type") or "").split(";")[0].strip().lower()
    return not content_type or content_type in HTML_TYPES


def charset_of(http: HttpResponse) -> str | None:
    """The charset parameter of the content type, as the server wrote it."""
    match = _CHARSET.search(http.header("content-type") or "")
    return match.group(1) if match else None
