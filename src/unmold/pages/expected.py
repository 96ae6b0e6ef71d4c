"""Reads lists of pages that somebody expects, with their templates where given.

The file is CSV with a column `url` and perhaps `template`, or has one address to a line, or is a
sitemap.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from unmold.errors import PageError, UsageError
from unmold.pages.opened_files import read_bytes
from unmold.pages.sitemap import looks_like_xml, read_sitemap
from unmold.settings import Limits


class ExpectedPage(NamedTuple):
    """The address of a page, and what template it should have, if somebody says so."""

    url: str
    template: str | None = None


def read_expected(
    path: str | os.PathLike[str], limits: Limits | None = None
) -> Iterator[ExpectedPage]:
    """Each expected page once, in the order of the file."""
    seen = set()
    for page in _read(Path(path), limits or Limits()):
        if page.url and page.url not in seen:
            seen.add(page.url)
            yield page


def _read(path: Path, limits: Limits) -> Iterator[ExpectedPage]:
    try:
        data = read_bytes(str(path), limits)
    except PageError as error:
        raise UsageError(
            f"cannot read {path}: {error}",
            hint="give CSV with a column url, a list of addresses, or a sitemap",
        ) from error
    if looks_like_xml(data):
        yield from (ExpectedPage(url) for url in read_sitemap(path, limits))
        return
    text = data.decode("utf-8-sig", "replace")
    head = next(csv.reader([text.partition("\n")[0]]), [])
    names = [name.strip().lower() for name in head]
    if "url" in names:
        yield from _rows(path, text, names)
    else:
        yield from (ExpectedPage(line.strip()) for line in text.splitlines())


def _rows(path: Path, text: str, names: list[str]) -> Iterator[ExpectedPage]:
    url = names.index("url")
    template = names.index("template") if "template" in names else None
    rows = csv.reader(io.StringIO(text, newline=""))
    next(rows)
    try:
        for row in rows:
            given = row[template].strip() if template is not None and len(row) > template else ""
            if len(row) > url:
                yield ExpectedPage(row[url].strip(), given or None)
    except csv.Error as error:
        raise UsageError(f"{path} is not CSV: {error}") from error
