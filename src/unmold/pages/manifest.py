"""Reads a manifest: CSV with `path` and optionally `url` and `site`.

Paths are relative to the manifest or absolute, and are printed as given. The file is read row by
row, twice where rows name neither a site nor a host: once for the sample that decides the site for
them.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Iterator
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
    homeless = (entry for entry in list_manifest(manifest) if _is_homeless(entry))
    sites = sites_of_files(homeless, fallback, reading.jobs)
    return read_files(list_manifest(manifest), sites, reading)


def _is_homeless(entry: FileEntry | Problem) -> bool:
    """Whether the manifest leaves open to which site a page belongs."""
    return isinstance(entry, FileEntry) and not entry.site and not host_of(entry.url or "")


def list_manifest(manifest: str) -> Iterator[FileEntry | Problem]:
    """The files that a manifest lists; a row without a path is a problem."""
    folder, source = str(Path(manifest).parent), Container.of(manifest)
    # File names are bytes: those that are not UTF-8 must survive the way through text.
    with Path(manifest).open(newline="", encoding="utf-8-sig", errors="surrogateescape") as stream:
        rows = csv.DictReader(stream)
        _check_columns(manifest, _header(rows))
        for number, row in enumerate(_rows(rows), start=1):
            key = source.key(number)
            path = row.get("path") if row is not None else None
            if row is None or not path:
                yield Problem(
                    ProblemCode.BAD_ROW, key, "a row without a path" if row else "not CSV"
                )
                continue
            file = os.path.join(folder, path)  # noqa: PTH118 - a Path per row is slow
            yield FileEntry(
                key, path, file, url=row.get("url") or None, site=row.get("site") or None
            )


def _header(rows: csv.DictReader[str]) -> list[str]:
    try:
        return list(rows.fieldnames or [])
    except csv.Error:
        return []


def _check_columns(manifest: str, columns: list[str]) -> None:
    if "path" in columns:
        return
    found = ", ".join(columns[:20]) or "none"
    raise UsageError(
        f"{manifest}: a manifest needs a column `path`; its columns are: {found}",
        hint="the first line must name the columns, for example: path,url,site",
    )


def _rows(rows: csv.DictReader[str]) -> Iterator[dict[str, str | None] | None]:
    """The rows, None for one that is not CSV."""
    while True:
        try:
            yield next(rows)
        except StopIteration:
            return
        except csv.Error:
            yield None
