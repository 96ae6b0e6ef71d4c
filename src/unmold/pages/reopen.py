"""Reads pages a second time from where they are, in the same order.

A run reads pages where they are and does not copy them, so a later step opens them again. A page
that is gone, or is not what it was, is a problem.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from pathlib import Path

from unmold.errors import Failure, PageError, attempt
from unmold.model import Page, Problem, ProblemCode
from unmold.pages.assembly import failed, problem
from unmold.pages.file_stamps import FileStamps
from unmold.pages.jsonl import read_jsonl
from unmold.pages.opened_files import read_bytes
from unmold.pages.parquet import read_parquet
from unmold.pages.read_ahead import RECORDS_AT_ONCE, map_ordered, read_ahead
from unmold.pages.reading import Found, Reading
from unmold.pages.source_types import JSONL_SUFFIXES, SourceType, source_type_of
from unmold.pages.warc import read_warc_record
from unmold.settings import Limits

_TABLE_SUFFIXES = (".parquet", *JSONL_SUFFIXES)
_TABLES = {SourceType.PARQUET: read_parquet, SourceType.JSONL: read_jsonl}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page lies, and what was known about it when it was read first."""

    key: str
    path: str
    url: str
    site: str
    file: str
    offset: int | None
    charset: str | None
    sha256: str


def read_again(
    places: Iterable[Place], *, limits: Limits, jobs: int = 1, stamps: FileStamps | None = None
) -> Iterator[Found]:
    """Read pages at known places; a page or a problem for each, in the order of the places.

    What a file holds that is as `stamps` say it was is not compared with what was known of it.
    """
    for (table, is_file), group in groupby(places, key=_way_to):
        if table is not None:
            yield from _read_table(table, list(group), limits)
        elif is_file:
            for portion in read_ahead(group, lambda place: place.file, limits, jobs):
                for place, content in portion:
                    data, stamp = content or (None, 0)
                    is_same = stamps is not None and stamps.is_same(place.file, stamp)
                    yield _attempt_place(place, limits, data, is_same=is_same)
        else:
            read = partial(_attempt_place, limits=limits)
            yield from map_ordered(read, group, jobs, RECORDS_AT_ONCE)


def place_of(page: Page) -> Place | None:
    """Where a page can be read again; None for one that was made in memory."""
    if page.file is None:
        return None
    known = (page.key, page.path, page.url, page.site)
    return Place(*known, page.file, page.offset, page.charset, digest_of(page.data))


def order_of(url: str, path: str, digest: str) -> tuple[str, str]:
    """Where a page is among others of its site, whatever the order in which they came.

    By its URL, then by the digest of what it holds. What merely counts places in a source is no
    URL.

    >>> order_of("iterable#3", "iterable#3", "e3"), order_of("http://a.example/", "a.html", "e3")
    (('', 'e3'), ('http://a.example/', 'e3'))
    """
    is_numbered = url == path and path.rpartition("#")[2].isdigit()
    return "" if is_numbered else url, digest


def digest_of(data: bytes) -> str:
    """The SHA-256 by which a page is known again."""
    return hashlib.sha256(data).hexdigest()


def _table_of(place: Place) -> str | None:
    """The table that holds a page; None for one that can be opened directly."""
    # Nearly all are single files, and to look at the disk for each takes as long as to open it.
    if place.offset is not None or not place.file.lower().endswith(_TABLE_SUFFIXES):
        return None
    return place.file if source_type_of(place.file) in _TABLES else None


def _way_to(place: Place) -> tuple[str | None, bool]:
    """The table that holds a page, and whether the page is a file of its own."""
    return _table_of(place), place.offset is None


def _attempt_place(
    place: Place, limits: Limits, data: bytes | None = None, *, is_same: bool = False
) -> Found:
    found = attempt(_read_place, place, data, limits, is_same=is_same)
    return failed(place.key, found) if isinstance(found, Failure) else found


def _read_place(place: Place, data: bytes | None, limits: Limits, *, is_same: bool) -> Found:
    try:
        data = _read_data(place, data, limits)
    except PageError as error:
        return problem(place.key, error)
    return _make_page(place, data, is_same=is_same)


def _read_data(place: Place, data: bytes | None, limits: Limits) -> bytes:
    if place.offset is None:
        return read_bytes(place.file, limits, data)
    try:
        return read_warc_record(place.file, place.offset, limits)
    except FileNotFoundError:
        raise PageError(ProblemCode.MISSING, "no such file or directory") from None
    except (OSError, ValueError) as error:
        raise PageError(ProblemCode.CORRUPT, f"the archive does not read here: {error}") from None


def _make_page(place: Place, data: bytes, *, is_same: bool = False) -> Found:
    if not is_same and digest_of(data) != place.sha256:
        return Problem(ProblemCode.CHANGED, place.key, "the page has changed since it was read")
    return Page(
        place.key,
        place.path,
        place.url,
        place.site,
        data,
        file=place.file,
        offset=place.offset,
        charset=place.charset,
    )


def _read_table(table: str, places: list[Place], limits: Limits) -> Iterator[Found]:
    """The pages of a table, whose rows can only be read one after the other."""
    wanted = {place.key.rpartition("#")[2]: place for place in places}
    if not Path(table).exists():
        yield from (Problem(ProblemCode.MISSING, place.key, "no such file") for place in places)
        return
    for found in _TABLES[source_type_of(table)](table, Reading(limits)):
        number = (found.where if isinstance(found, Problem) else found.key).rpartition("#")[2]
        place = wanted.pop(number, None)
        if place is not None:
            yield found if isinstance(found, Problem) else _make_page(place, found.data)
    for place in wanted.values():
        yield Problem(ProblemCode.CHANGED, place.key, "the table has no such row any more")
