"""Opens HTML files one by one and makes pages or problems of them.

Folders, manifests, lists of paths and single files all come down to `FileEntry`, so that one
function opens, measures and inflates them all.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from itertools import chain

from unmold.errors import Failure, PageError, attempt
from unmold.model import Problem, ProblemCode
from unmold.pages.assembly import Origin, Skimmed, assemble, failed, problem, skim_pages
from unmold.pages.compression import GZIP_MAGIC, gunzip, gunzip_head
from unmold.pages.declared import HEAD_BYTES
from unmold.pages.read_ahead import map_ordered, read_ahead
from unmold.pages.reading import Found, Reading, Stream
from unmold.pages.sites import SAMPLE_SIZE, FolderSites, decide_sites, declared_hosts
from unmold.pages.sniff import SNIFF_BYTES, looks_like_html
from unmold.pages.spread import SpreadSample
from unmold.settings import Limits

HEADS_AT_ONCE = 16
"""Beginnings of files that are in memory at once for each thread, a megabyte."""

_REASONS = {
    errno.ENOENT: ProblemCode.MISSING,
    errno.ENOTDIR: ProblemCode.MISSING,
    errno.ELOOP: ProblemCode.SYMLINK_LOOP,
    errno.ENAMETOOLONG: ProblemCode.BAD_PATH,
}


@dataclass(slots=True)
class FileEntry:
    """A file that should hold one page."""

    key: str
    path: str
    file: str
    """What to open."""

    relative: str | None = None
    """The path inside the folder, by which the caller may also select it."""

    url: str | None = None
    site: str | None = None
    must_sniff: bool = False
    """Nobody calls it HTML: pass over it in silence unless it opens like HTML."""

    @property
    def subfolder(self) -> str:
        """The folder it lies in, as far as the source names it."""
        return os.path.dirname(self.relative or os.path.normpath(self.path))  # noqa: PTH120


def read_files(
    entries: Iterable[FileEntry | Problem], sites: FolderSites, reading: Reading
) -> Stream:
    """Read the files in their order; problems among the entries are handed on in place."""

    def load(entry: FileEntry | Problem, content: Content | None) -> Found | None:
        if isinstance(entry, Problem):
            return entry
        found = attempt(load_file, entry, content, sites, reading)
        return failed(entry.key, found) if isinstance(found, Failure) else found

    file_of = partial(_plain_file, reading)
    for portion in read_ahead(entries, file_of, reading.limits, reading.jobs):
        contents = _skim_portion([read[0] if read else None for _, read in portion])
        for (entry, read), content in zip(portion, contents, strict=True):
            if read and reading.stamps is not None and isinstance(entry, FileEntry):
                reading.stamps.note(entry.file, read[1])
            found = load(entry, content)
            if found is not None:
                yield found


@dataclass(slots=True)
class Content:
    """What a file holds that was read with others."""

    data: bytes
    skimmed: Skimmed | None
    """None if that has to be found out: the data may be compressed, for example."""


def _skim_portion(portion: list[bytes | None]) -> list[Content | None]:
    """Skim the pages of a portion at once; if that fails, each will be skimmed by itself."""
    plain = [data for data in portion if data is not None and not data.startswith(GZIP_MAGIC)]
    skimmed = attempt(skim_pages, plain)
    left = iter([] if isinstance(skimmed, Failure) else skimmed)
    return [
        None
        if data is None
        else Content(data, None if data.startswith(GZIP_MAGIC) else next(left, None))
        for data in portion
    ]


def _plain_file(reading: Reading, entry: FileEntry | Problem) -> str | None:
    """The file of an entry that is read whatever it holds."""
    if isinstance(entry, Problem) or entry.must_sniff:
        return None
    return None if reading.selection.excludes(*_names(entry, reading)) else entry.file


def _names(entry: FileEntry, reading: Reading) -> tuple[str, ...]:
    """What a caller may select an entry by; nobody asks where all are wanted."""
    if reading.selection.is_everything:
        return ()
    return entry.path, entry.relative or entry.path, entry.url or entry.path


def load_file(
    entry: FileEntry, content: Content | None, sites: FolderSites, reading: Reading
) -> Found | None:
    """Make a page of one file, which is read if its bytes are not at hand.

    None where the caller does not want it or nobody calls it HTML.
    """
    names = _names(entry, reading)
    if reading.selection.excludes(*names):
        return None
    try:
        if entry.must_sniff and not looks_like_html(read_head(entry.file, SNIFF_BYTES)):
            return None
        data = read_bytes(entry.file, reading.limits, content.data if content else None)
    except PageError as error:
        return problem(entry.key, error) if reading.selection.includes(*names) else None
    origin = Origin(
        entry.key,
        entry.path,
        lambda declared: sites.choose(entry.subfolder, declared),
        url=entry.url,
        site=entry.site,
        file=entry.file,
    )
    found = assemble(origin, data, reading.limits, content.skimmed if content else None)
    return found if _is_wanted(found, names, reading) else None


def _is_wanted(found: Found, names: tuple[str, ...], reading: Reading) -> bool:
    if reading.selection.is_everything:
        return True
    if isinstance(found, Problem):
        return reading.selection.includes(*names)
    return reading.selection.accepts(found, *names)


def read_bytes(file: str, limits: Limits, data: bytes | None = None) -> bytes:
    """The content of a file, inflated if it is gzip; PageError where that cannot be had.

    `data` is what the file holds, if it was read already.
    """
    if data is None:
        data = _open_and(file, lambda path: _read_capped(path, limits))
    return gunzip(data, limits) if data.startswith(GZIP_MAGIC) else data


def read_head(file: str, size: int = HEAD_BYTES) -> bytes:
    """The first bytes of a file, inflated if it is gzip; PageError where they cannot be had."""
    return _open_and(file, lambda path: _read_head(path, size))


def _open_and(file: str, read: Callable[[str], bytes]) -> bytes:
    try:
        return read(file)
    except OSError as error:
        code = _REASONS.get(error.errno or 0, ProblemCode.UNREADABLE)
        raise PageError(code, (error.strerror or str(error)).lower()) from None
    except ValueError:
        raise PageError(ProblemCode.BAD_PATH, "no file can have such a name") from None


def _check_regular(path: str) -> int:
    """The size of a regular file: reading a device or a pipe might never end."""
    status = os.stat(path)  # noqa: PTH116 - a Path per page is slow
    if not stat.S_ISREG(status.st_mode):
        problem = "a directory" if stat.S_ISDIR(status.st_mode) else "not a regular file"
        raise PageError(ProblemCode.UNREADABLE, problem)
    return status.st_size


def _read_capped(path: str, limits: Limits) -> bytes:
    size = _check_regular(path)
    if size > limits.max_bytes:
        raise PageError(ProblemCode.TOO_LARGE, f"{size:,} bytes, more than {limits.max_bytes:,}")
    with open(path, "rb", buffering=0) as stream:  # noqa: PTH123
        data = stream.read(size + 1)
    if len(data) > size:
        raise PageError(ProblemCode.UNREADABLE, "it grew while it was being read")
    return data


def _read_head(path: str, size: int) -> bytes:
    _check_regular(path)
    with open(path, "rb") as stream:  # noqa: PTH123
        if stream.peek(2).startswith(GZIP_MAGIC):
            return gunzip_head(stream, size)
        return stream.read(size)


def sites_of_files(entries: Iterable[FileEntry | Problem], folder: str, jobs: int) -> FolderSites:
    """The sites of files that lie in a folder, decided from a sample of them."""
    sample: SpreadSample[FileEntry] = SpreadSample(SAMPLE_SIZE)
    for entry in entries:
        if isinstance(entry, FileEntry):
            sample.add(entry.subfolder, entry.relative or entry.path, entry)

    def find_hosts(drawn: list[tuple[str, FileEntry, float]]) -> list[str | None]:
        return declared_hosts([read_head_if_readable(entry.file) for _, entry, _ in drawn])

    drawn = list(sample.entries())
    some = [drawn[first : first + HEADS_AT_ONCE] for first in range(0, len(drawn), HEADS_AT_ONCE)]
    hosts = chain.from_iterable(map_ordered(find_hosts, some, jobs))
    declared = (
        (subfolder, host, pages)
        for (subfolder, _, pages), host in zip(drawn, hosts, strict=True)
        if host
    )
    return decide_sites(folder, declared, is_whole=sample.is_whole)


def read_head_if_readable(file: str) -> bytes:
    """The first bytes of a file; none where it cannot be read, which is a problem later."""
    try:
        return read_head(file)
    except PageError:
        return b""
