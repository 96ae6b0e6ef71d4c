"""Several paths as one source: of any type, but the HTML files among them are taken together.

A shell turns `pages/*.html` into thousands of names. Their sites are decided once over all of them,
as they would be for the folder.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import groupby

from unmold.errors import UsageError
from unmold.pages.crawled import read_crawled
from unmold.pages.folder import read_folder
from unmold.pages.jsonl import read_jsonl
from unmold.pages.manifest import read_manifest
from unmold.pages.opened_files import FileEntry, read_files, sites_of_files
from unmold.pages.parquet import read_parquet
from unmold.pages.places import real_path
from unmold.pages.reading import Reading, Stream
from unmold.pages.source_types import SourceType, source_type_of
from unmold.pages.warc import read_warc

UNRELATED = "files"
"""The site of files that have no folder in common."""

_READERS: dict[SourceType, Callable[[str, Reading], Stream]] = {
    SourceType.FOLDER: read_folder,
    SourceType.CRAWL: read_crawled,
    SourceType.WARC: read_warc,
    SourceType.MANIFEST: read_manifest,
    SourceType.PARQUET: read_parquet,
    SourceType.JSONL: read_jsonl,
}


def read_paths(paths: Callable[[], Iterable[str]], reading: Reading) -> Stream:
    """Read what the paths name, in their order. `paths` is called anew for each pass."""
    files = _Files(
        lambda: (
            path for path, source_type in _with_types(paths()) if source_type is SourceType.FILE
        ),
        reading,
    )
    for source_type, group in groupby(_with_types(paths()), key=lambda item: item[1]):
        if source_type is SourceType.FILE:
            entries = (files.entry(path) for path, _ in group)
            yield from read_files(entries, files.sites, reading)
        else:
            for path, _ in group:
                yield from _READERS[source_type](path, reading)


def check_base_url(paths: Iterable[str]) -> None:
    """Refuse a base URL where it would not say of every page where that came from."""
    types = Counter(source_type for _, source_type in _with_types(paths))
    if types != {SourceType.FOLDER: 1} and set(types) != {SourceType.FILE}:
        raise UsageError(
            "a base URL says where one folder came from, or a list of HTML files",
            hint="read each folder on its own; archives, tables and manifests name URLs themselves",
        )


def _with_types(paths: Iterable[str]) -> Iterator[tuple[str, SourceType]]:
    return ((path, source_type_of(path)) for path in paths)


class _Files:
    """The HTML files among the paths, taken together."""

    def __init__(self, paths: Callable[[], Iterable[str]], reading: Reading) -> None:
        self._base = reading.base_url
        self._real_folder = lru_cache(real_path)
        self._common = self._common_folder(paths())
        entries = map(self.entry, paths() if self._base is None else ())
        self.sites = sites_of_files(entries, self._common or UNRELATED, reading.jobs)

    def entry(self, path: str) -> FileEntry:
        folder, name = os.path.split(path)
        key = os.path.join(self._real_folder(folder or os.curdir), name)  # noqa: PTH118
        relative = os.path.relpath(key, self._common) if self._common else None
        url = self._base.join(relative or name) if self._base else None
        return FileEntry(key, path, path, relative=relative, url=url)

    def _common_folder(self, paths: Iterable[str]) -> str | None:
        """The folder that all files share."""
        common: str | None = None
        for path in paths:
            parent = self._real_folder(os.path.dirname(path) or os.curdir)  # noqa: PTH120
            common = parent if common is None else os.path.commonpath([common, parent])
        return common
