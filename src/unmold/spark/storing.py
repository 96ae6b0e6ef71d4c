"""Pages of any DataFrame, put into archives so that tasks can open them again.

The same rows give the same archives: one that is written twice, because a task was tried twice, is
the same file.
"""

from __future__ import annotations

import hashlib
import io
import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from unmold.errors import UsageError
from unmold.model import Page, Problem, ProblemCode
from unmold.pages.assembly import Origin, assemble
from unmold.pages.reading import Found
from unmold.pages.warc_writer import WarcWriter
from unmold.settings import Limits
from unmold.spark.arrow_types import PAGES, to_ddl
from unmold.spark.folders import Folder
from unmold.spark.grouping import Row, iterate_rows
from unmold.spark.reading import Numbered, page_values
from unmold.spark.working import begin_task

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

NAME = "dataframe"
"""What stands for the source in keys, and for the site of pages without a URL."""

ARCHIVE_PAGES, ARCHIVE_BYTES = 1000, 32 << 20
"""Pages of an archive, and their bytes: a task holds one in memory."""

_COLUMNS = ("url", "html", "key", "site", "charset")


def store_pages(
    pages: DataFrame, folder: str | os.PathLike[str], *, limits: Limits | None = None
) -> DataFrame:
    """The pages of a DataFrame with `url` and `html`, kept in archives in a folder.

    `html` is text or bytes; `site`, `charset` and `key` are taken if they are there. Without a
    `key`, rows with the same address and content are the same page. The folder is one that driver
    and tasks share.
    """
    absent = [f"`{name}`" for name in ("url", "html") if name not in pages.columns]
    if absent:
        raise UsageError(
            f"the DataFrame has no column {' and no column '.join(absent)}",
            hint="rename its columns: pages have `url` and `html`",
        )
    known = [name for name in _COLUMNS if name in pages.columns]
    store = partial(_store_task, Folder.of(folder), limits or Limits())
    return pages.select(*known).mapInArrow(store, to_ddl(PAGES))


def _store_task(
    folder: Folder, limits: Limits, batches: Iterator[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    begin_task()
    found = (_make(row, limits) for row in iterate_rows(batches))
    for portion in _portions(found):
        yield pa.RecordBatch.from_pylist(list(_store(folder, portion)), schema=PAGES)


def _portions(found: Iterable[Numbered]) -> Iterator[list[Numbered]]:
    portion: list[Numbered] = []
    size = 0
    for one in found:
        portion.append(one)
        size += len(one.found.data) if isinstance(one.found, Page) else 0
        if len(portion) >= ARCHIVE_PAGES or size >= ARCHIVE_BYTES:
            yield portion
            portion, size = [], 0
    if portion:
        yield portion


def _make(row: Row, limits: Limits) -> Numbered:
    """The page of a row, or what is wrong with it."""
    html, url = row["html"], row["url"]
    data = html.encode("utf-8", "replace") if isinstance(html, str) else html
    digest = hashlib.sha256(f"{url}\0".encode("utf-8", "replace") + (data or b"")).hexdigest()
    key = row.get("key") or f"{NAME}#{digest[:32]}"
    if row.get("key"):
        digest = hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()
    # Rows of a DataFrame have no order: that of the digests is always the same.
    number = int(digest[:15], 16)
    return Numbered(0, number, _assemble(row, key, data, isinstance(html, str), limits))


def _assemble(row: Row, key: str, data: bytes | None, is_text: bool, limits: Limits) -> Found:
    if data is None:
        return Problem(ProblemCode.BAD_ROW, key, "a row without `html`")
    origin = Origin(
        key,
        key,
        lambda declared: NAME,
        url=row["url"] or None,
        site=row.get("site"),
        charset="utf-8" if is_text else row.get("charset"),
    )
    return assemble(origin, data, limits)


def _store(folder: Folder, portion: list[Numbered]) -> Iterator[dict[str, Any]]:
    """The rows of pages that are in an archive by then, which is named after what it holds."""
    stream = io.BytesIO()
    writer, digest = WarcWriter(stream), hashlib.sha256()
    stored: list[Numbered] = []
    for one in portion:
        if isinstance(one.found, Page):
            digest.update(one.found.key.encode("utf-8", "replace") + b"\0")
            offset = writer.add(one.found)
            one = replace(one, found=replace(one.found, offset=offset))
        stored.append(one)
    name = f"{digest.hexdigest()[:32]}.warc.gz"
    if stream.tell():
        folder.write(name, stream.getvalue())
    for one in stored:
        if isinstance(one.found, Page):
            one = replace(one, found=replace(one.found, file=folder.at(name)))
        yield page_values(one)
