"""Reads a manifest: CSV with `path` and optionally `url` and `site`.

Paths are relative to the manifest or absolute, and are printed as given. The file is read row by
row, twice where rows name neither a site nor a host: once for the sample that decides the site for
them.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Callable, Iterator
from pathlib import Path

from unmold.errors import UsageError
from unmold.model import Problem, ProblemCode
from unmold.pages.opened_files import FileEntry, read_files, sites_of_files
from unmold.pages.places import Container
from unmold.pages.reading import Reading, Stream
from unmold.pages.sites import folder_site, host_of


def read_manifest(manifest: str, reading: Reading) -> Stream:
    """Read all pages that a manifest lists."""
    fallback = folder_site(str(Path(manifest).parent))
    homeless = list_manifest(manifest, _is_homeless)
    sites = sites_of_files(homeless, fallback, reading.jobs)
    return read_files(list_manifest(manifest), sites, reading)


def _is_homeless(url: str | None, site: str | None) -> bool:
    """Whether the manifest leaves open to which site a page belongs."""
    return not site and not host_of(url or "")


def list_manifest(
    manifest: str, is_wanted: Callable[[str | None, str | None], bool] | None = None
) -> Iterator[FileEntry | Problem]:
    """The files that a manifest lists, or those wanted by URL and site.

    A row without a path is a problem.
    """
    folder, source = str(Path(manifest).parent), Container.of(manifest)
    # File names are bytes: those that are not UTF-8 must survive the way through text.
    with Path(manifest).open(newline="", encoding="utf-8-sig", errors="surrogateescape") as stream:
        rows = _rows(csv.reader(stream))
        columns = next(rows, None) or []
        _check_columns(manifest, columns)
        places = [_place_of(columns, name) for name in ("path", "url", "site")]
        for number, row in enumerate(rows, start=1):
            cells = row or ()
            path, url, site = [
                cells[place] or None if place is not None and place < len(cells) else None
                for place in places
            ]
            if is_wanted is not None and not is_wanted(url, site):
                continue
            key = source.key(number)
            if not path:
                reason = "a row without a path" if row else "not CSV"
                yield Problem(ProblemCode.BAD_ROW, key, reason)
                continue
            file = os.path.join(folder, path)  # noqa: PTH118 - a Path per row is slow
            yield FileEntry(key, path, file, url=url, site=site)


def _place_of(columns: list[str], name: str) -> int | None:
    """Where a column is; of several of one name the last counts."""
    return max((at for at, column in enumerate(columns) if column == name), default=None)


def _check_columns(manifest: str, columns: list[str]) -> None:
    if "path" in columns:
        return
    found = ", ".join(columns[:20]) or "none"
    raise UsageError(
        f"{manifest}: a manifest needs a column `path`; its columns are: {found}",
        hint="the first line must name the columns, for example: path,url,site",
    )


def _rows(rows: Iterator[list[str]]) -> Iterator[list[str] | None]:
    """The rows without empty ones, None for one that is not CSV."""
    while True:
        try:
            row = next(rows)
        except StopIteration:
            return
        except csv.Error:
            yield None
        else:
            if row:
                yield row
