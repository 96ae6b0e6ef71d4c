"""What tasks do that read: archives in, pages and problems out; pages in, rows and features out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from unmold.errors import UsageError
from unmold.features.compute import BATCH_BYTES, BATCH_PAGES
from unmold.features.packing import pack_features
from unmold.model import HttpResponse, InboundLink, Page, Problem, ProblemCode
from unmold.pages.file_stamps import absolute_path
from unmold.pages.opened_archives import is_remote
from unmold.pages.paths import read_paths
from unmold.pages.reading import Found, Reading
from unmold.pages.warc import read_warc
from unmold.pipeline.page_batches import compute_batch, describe_page
from unmold.settings import Limits
from unmold.spark.archives import Portion
from unmold.spark.arrow_types import READ, row_values
from unmold.spark.grouping import Row, find_task
from unmold.store.table_files import safe_text

HTML_ROWS = 64
"""Pages that are handed to Spark at once: each comes with all its bytes."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """A page or a problem, and where it is in the order of all."""

    source: int
    number: int
    found: Found


def read_portion(
    source: int, portion: Portion, reading: Reading, limit: int | None = None
) -> Iterator[Numbered]:
    """What one task reads; an archive that cannot be opened is a problem.

    A page that comes twice counts twice against a limit, as it does where one process reads all.
    """
    seen: set[str] = set()
    left = limit
    for number, found in enumerate(_read(portion, reading)):
        if isinstance(found, Page):
            if left is not None:
                left -= 1
            elif found.key in seen:
                continue
            seen.add(found.key)
        yield Numbered(source, number, found)
        if left is not None and left <= 0:
            return


def _read(portion: Portion, reading: Reading) -> Iterator[Found]:
    if portion.archive is None:
        yield from read_paths(lambda: portion.paths, reading)
        return
    where = portion.archive.real
    try:
        yield from read_warc(portion.archive, reading)
    except FileNotFoundError:
        yield Problem(ProblemCode.MISSING, where, "no such file or directory")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        yield Problem(ProblemCode.UNREADABLE, where, reason)


def page_values(one: Numbered) -> Row:
    """A page or a problem as a row of the pages that Spark has."""
    found = one.found
    order: Row = {"source": one.source, "number": one.number}
    if isinstance(found, Problem):
        return order | {
            "key": safe_text(found.where),
            "code": str(found.code),
            "reason": safe_text(found.message),
        }
    file = None if found.file is None else os.fsencode(found.file)
    return order | {
        "key": safe_text(found.key),
        "path": safe_text(found.path),
        "url": safe_text(found.url),
        "site": safe_text(found.site),
        "html": found.data,
        "file": file,
        "offset": found.offset,
        "charset": found.charset,
        "status": found.http.status if found.http else None,
        "declared_url": found.declared_url and safe_text(found.declared_url),
        "inbound_source": found.inbound.source if found.inbound else None,
        "inbound_xpath": found.inbound.xpath if found.inbound else None,
        "soft_404": found.is_soft_404,
    }


def to_found(row: Row) -> Found:
    """The page or problem of such a row."""
    if row["code"] is not None:
        return Problem(row["code"], row["key"], row["reason"] or "")
    inbound = None
    if row["inbound_xpath"] is not None:
        inbound = InboundLink(row["inbound_source"] or "", row["inbound_xpath"])
    return Page(
        row["key"],
        row["path"],
        row["url"],
        row["site"],
        row["html"],
        file=None if row["file"] is None else os.fsdecode(row["file"]),
        offset=row["offset"],
        charset=row["charset"],
        http=None if row["status"] is None else HttpResponse(row["status"]),
        declared_url=row["declared_url"],
        inbound=inbound,
        is_soft_404=bool(row["soft_404"]),
    )


@dataclass(frozen=True, slots=True)
class Describing:
    """How pages become rows and features."""

    columns: tuple[str, ...]
    limits: Limits


def describe_all(found: Iterable[Numbered], how: Describing) -> Iterator[pa.RecordBatch]:
    """Rows and features of pages, block by block; problems in their places."""
    task = find_task()
    for count, batch in enumerate(_batches(found)):
        # A task may be handed pages in any order; the features of a block are in that of its rows.
        batch.sort(key=lambda one: (one.source, one.number))
        first = f"{batch[0].source:06}-{batch[0].number:020}"
        # Rows of a DataFrame are numbered by what they hold, and may be there twice.
        rows = describe_block(batch, how, f"{first}-{task:06}-{count:06}")
        yield pa.RecordBatch.from_pylist(rows, schema=READ)


def _batches(found: Iterable[Numbered]) -> Iterator[list[Numbered]]:
    """Pages and problems in portions that keep memory small."""
    batch: list[Numbered] = []
    size = 0
    for one in found:
        batch.append(one)
        size += len(one.found.data) if isinstance(one.found, Page) else 0
        if len(batch) >= BATCH_PAGES or size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _place_of(page: Page) -> bytes:
    """Where the page is opened again, by a name that holds in every working folder."""
    if page.file is None:
        raise UsageError(
            "pages of a DataFrame cannot be opened again", hint="give it to `store_pages` first"
        )
    return os.fsencode(page.file if is_remote(page.file) else absolute_path(page.file))


def describe_block(batch: Sequence[Numbered], how: Describing, block: str) -> list[Row]:
    """The rows of some pages, in their order, with the features of each site packed together."""
    numbered = [one for one in batch if isinstance(one.found, Page)]
    pages = [one.found for one in numbered if isinstance(one.found, Page)]
    computed = compute_batch(pages, how.columns, how.limits, jobs=1)
    rows = [page_values(one) | {"block": block} for one in batch if isinstance(one.found, Problem)]
    for place, problem in computed.failures.items():
        lost = Numbered(numbered[place].source, numbered[place].number, problem)
        rows.append(page_values(lost) | {"block": block})
    kept = [place for place in range(len(pages)) if place not in computed.failures]
    if computed.features is None:
        return rows
    sites: dict[str, list[int]] = {}
    for position, place in enumerate(kept):
        sites.setdefault(safe_text(pages[place].site), []).append(position)
    for number, positions in enumerate(sites.values()):
        packed = pack_features(computed.features.select(np.array(positions, np.int64)), "zstd")
        for at, position in enumerate(positions):
            one, page = numbered[kept[position]], pages[kept[position]]
            file = _place_of(page)
            described: dict[str, Any] = row_values(describe_page(page, file, page.offset))
            described |= {
                "features_file": f"{block}-{number:03}.arrow",
                "features_row": at,
                "problems": computed.cuts.get(page.key, []),
            }
            order = {"source": one.source, "number": one.number, "block": block}
            carried = {"features": packed, "packed_pages": len(positions)} if at == 0 else {}
            rows.append(order | described | carried)
    return sorted(rows, key=lambda row: (row["source"], row["number"]))
