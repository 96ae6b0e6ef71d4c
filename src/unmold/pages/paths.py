"""Several paths as one source: of any kind, but the HTML files among them are taken together.

A shell turns `pages/*.html` into thousands of names. Their sites are decided once over all of them,
as they would be for the folder.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from unmold.pages.crawled import read_crawled
from unmold.pages.files import FileEntry, read_files, sites_of_files
from unmold.pages.folder import read_folder
from unmold.pages.jsonl import read_jsonl
from unmold.pages.kinds import Kind, kind_of
from unmold.pages.manifest import read_manifest
from unmold.pages.parquet import read_parquet
from unmold.pages.reading import Reading, Stream
from unmold.pages.sites import FolderSites, folder_site
from unmold.pages.warc import read_warc

UNRELATED = "files"
"""The site of files that have no folder in common."""

_READERS: dict[Kind, Callable[[str, Reading], Stream]] = {
    Kind.FOLDER: read_folder,
    Kind.CRAWL: read_crawled,
    Kind.WARC: read_warc,
    Kind.MANIFEST: read_manifest,
    Kind.PARQUET: read_parquet,
    Kind.JSONL: read_jsonl,
}


def read_paths(
    paths: Callable[[], Iterable[str]], reading: Reading, *, numbered_by: str | None = None
) -> Stream:
    """Read what the paths name, in their order.

    `paths` is called anew for each pass. Files are keyed by their path, or by `numbered_by` and
    their position where the list may name a file twice.
    """
    sites = _sites_of_files(
        lambda: (path for path, kind in _with_kinds(paths()) if kind is Kind.FILE), reading.jobs
    )
    numbered = enumerate(_with_kinds(paths()), start=1)
    for kind, group in groupby(numbered, key=lambda item: item[1][1]):
        if kind is Kind.FILE:
            entries = (_entry(path, number, numbered_by) for number, (path, _) in group)
            yield from read_files(entries, sites, reading)
        else:
            for _, (path, _) in group:
                yield from _READERS[kind](path, reading)


def _with_kinds(paths: Iterable[str]) -> Iterator[tuple[str, Kind]]:
    return ((path, kind_of(path)) for path in paths)


def _entry(path: str, number: int, numbered_by: str | None) -> FileEntry:
    key = path if numbered_by is None else f"{numbered_by}#{number}"
    return FileEntry(key, path, path)


def _sites_of_files(files: Callable[[], Iterable[str]], jobs: int) -> FolderSites:
    entries = (FileEntry(path, path, path) for path in files())
    return sites_of_files(entries, common_folder(files()), jobs)


def common_folder(paths: Iterable[str]) -> str:
    """The folder that all paths share, as a site's name."""
    common: str | None = None
    for path in paths:
        parent = os.path.normpath(os.path.dirname(path) or ".")  # noqa: PTH120 - as given, any string
        try:
            common = parent if common is None else os.path.commonpath([common, parent])
        except ValueError:  # some absolute, some not
            return UNRELATED
    return UNRELATED if common is None else folder_site(common or ".")
