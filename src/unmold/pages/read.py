"""`read_pages`: reads the pages of any source; what could not be used goes to `problems`.

It looks at what the caller gave, lets the right reader read it, and counts to the limit.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, islice
from typing import TypeAlias, cast

from unmold.errors import UsageError
from unmold.model import Page, Problem
from unmold.pages import memory
from unmold.pages.file_stamps import FileStamps
from unmold.pages.paths import check_base_url, read_paths
from unmold.pages.places import BaseUrl, place_of
from unmold.pages.reading import Reading, Stream
from unmold.pages.selection import Selection
from unmold.pages.source_types import exists
from unmold.pages.standard_input import list_paths, spooled_input
from unmold.settings import Limits

Path: TypeAlias = str | os.PathLike[str]
Source: TypeAlias = Path | Page | bytes | Iterable[Path | memory.Item]

STANDARD_INPUT = "-"

_log = logging.getLogger("unmold")


def read_pages(
    source: Source,
    *,
    limit: int | None = None,
    include: Iterable[str] = (),
    exclude: Iterable[str] = (),
    jobs: int = 1,
    limits: Limits | None = None,
    base_url: str | None = None,
    problems: Callable[[Problem], object] | None = None,
) -> Iterator[Page]:
    """Read pages from a folder, a file, a WARC, a manifest, a table, standard input or memory.

    A list or tuple names several sources. In it, and as the source itself, a text that contains `<`
    is HTML and any other text is a path; `-` stands for paths on standard input. Any other iterable
    holds pages: Page objects, bytes, HTML texts or (url, html) pairs. Pages come in a fixed order
    and one at a time, so memory does not depend on their number.

    Patterns of `include` and `exclude` are globs over path and URL. `jobs` threads read ahead where
    pages are files of their own. `base_url` says where a folder, or a list of files, came from: a
    page's URL is then that and its path inside the folder, and its site the host. `problems` is
    called for each page that could not be used; without it they are logged.

    >>> [page.url for page in read_pages([("https://example.com/", "<p>one"), b"<p>two"])]
    ['https://example.com/', 'iterable#2']
    """
    wishes = (limit, include, exclude, jobs, limits, base_url, problems)
    return read_with_stamps(source, None, *wishes)


def read_with_stamps(
    source: Source,
    stamps: FileStamps | None,
    limit: int | None,
    include: Iterable[str],
    exclude: Iterable[str],
    jobs: int,
    limits: Limits | None,
    base_url: str | None,
    problems: Callable[[Problem], object] | None,
) -> Iterator[Page]:
    """`read_pages` that remembers how the files were that it has read."""
    if limit is not None and limit < 0:
        raise UsageError(f"limit must not be negative, but is {limit}")
    if jobs < 1:
        raise UsageError(f"jobs must be at least 1, but is {jobs}")
    base = BaseUrl.of(base_url) if base_url is not None else None
    reading = Reading(limits or Limits(), Selection.of(include, exclude), jobs, base, stamps)
    stream = _open(source, reading)
    return islice(_pages(stream, problems or _log_problem), limit)


def _pages(stream: Stream, report: Callable[[Problem], object]) -> Iterator[Page]:
    for found in stream:
        if isinstance(found, Problem):
            report(found)
        else:
            yield found


def _log_problem(problem: Problem) -> None:
    _log.warning("%s: %s: %s", problem.where, problem.code, problem.message)


def _open(source: Source, reading: Reading) -> Stream:
    """The stream of one source; a caller's mistake shows here, before the first page is read."""
    if isinstance(source, list | tuple):
        return _read_list(source, reading)
    if isinstance(source, Page | bytes | str | os.PathLike):
        return _read_list([source], reading)
    if isinstance(source, Iterable):
        _check_base_url([], reading)
        return memory.read_items(cast("Iterable[memory.Item]", source), reading)
    raise UsageError(
        f"cannot read pages from an object of type {type(source).__name__}",
        hint="give a path, a list of paths, or an iterable of pages",
    )


def _read_list(items: Iterable[Path | memory.Item], reading: Reading) -> Stream:
    """Several sources in their order; neighbouring paths are read together."""
    named = [_path_or_item(item) for item in items]
    for item in named:
        if isinstance(item, _Named):
            item.check()
    _check_base_url(named, reading)
    streams = [
        _read_run(list(run), reading) for _, run in groupby(enumerate(named, start=1), key=_run_of)
    ]
    return chain.from_iterable(streams)


def _check_base_url(items: Sequence[_Named | memory.Item], reading: Reading) -> None:
    """Paths on standard input are checked when they are known."""
    paths = [item.path for item in items if isinstance(item, _Named)]
    if reading.base_url is not None and paths != [STANDARD_INPUT]:
        is_clear = len(paths) == len(items) and STANDARD_INPUT not in paths
        check_base_url(paths if is_clear else [])


@dataclass(frozen=True, slots=True)
class _Named:
    """A path as the caller gave it, as opposed to HTML text."""

    path: str

    def check(self) -> None:
        if self.path.startswith(("http://", "https://")):
            raise UsageError(
                f"{self.path} is a URL, and pages are read from files",
                hint="crawl the site first: `unmold crawl URL -o WORKSPACE`",
            )
        if self.path != STANDARD_INPUT and not exists(self.path):
            raise UsageError(
                f"there is no file or folder {self.path!r}",
                hint="the shell expands patterns that are not quoted"
                if "*" in self.path
                else "give a folder, HTML file, WARC, manifest or table, or - for paths on stdin",
            )


def _path_or_item(item: Path | memory.Item) -> _Named | memory.Item:
    if isinstance(item, os.PathLike):
        return _Named(os.fspath(item))
    return _Named(item) if isinstance(item, str) and "<" not in item else item


def _run_of(numbered: tuple[int, _Named | memory.Item]) -> str:
    item = numbered[1]
    if not isinstance(item, _Named):
        return "memory"
    return "input" if item.path == STANDARD_INPUT else "paths"


def _read_run(run: list[tuple[int, _Named | memory.Item]], reading: Reading) -> Stream:
    places: dict[str, str] = {}
    for _, item in run:
        if isinstance(item, _Named):
            places.setdefault(place_of(item.path), item.path)
    paths = list(places.values())
    if not paths:
        pairs = [(number, item) for number, item in run if not isinstance(item, _Named)]
        return memory.read_numbered(pairs, reading)
    return _read_input(reading) if paths == [STANDARD_INPUT] else read_paths(lambda: paths, reading)


def _read_input(reading: Reading) -> Stream:
    with spooled_input() as spool:
        if reading.base_url is not None:
            check_base_url(list_paths(spool))
        yield from read_paths(lambda: list_paths(spool), reading)
