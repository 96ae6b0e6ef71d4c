"""What tasks do with pages that were read: cluster sites, learn templates, extract records.

Each function takes the rows of a task, which come in groups, and gives rows for Spark. A page is
opened again where it lies, so that no byte of it is sent from one machine to another. One thread
works for a task: Spark starts as many tasks as there are cores.
"""

from __future__ import annotations

import ctypes
import gc
import json
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from functools import cache
from operator import attrgetter
from typing import Any

import pyarrow as pa

from unmold.errors import Failure, attempt
from unmold.evaluation.labels import UNCLUSTERED
from unmold.features import compute_features
from unmold.model import Page
from unmold.pages.reopen import read_again
from unmold.pipeline.cluster_step import cluster_site
from unmold.pipeline.extraction import Batch, Extracted, TemplateTiers, extract_batch, fill_batches
from unmold.pipeline.induce_step import Sample, choose_samples, induce_sample
from unmold.pipeline.job import RunSettings, rank_pages
from unmold.pipeline.judged_clusters import Learned
from unmold.records.extract import extract_from_pages
from unmold.settings import Limits
from unmold.spark.arrow_types import (
    LABELS,
    PAGE_LABELS,
    READ,
    RECORDS,
    SAMPLES,
    TEMPLATES,
    place_values,
    row_values,
    to_places,
    to_rows,
    unpack_places,
)
from unmold.spark.grouping import Row, group_rows, iterate_rows, to_batches
from unmold.spark.reading import Describing, Numbered, describe_all, page_values
from unmold.spark.site_pages import SitePages
from unmold.store.rows import PageRow, ScoreRow
from unmold.store.stored_pages import read_pages_again
from unmold.store.table_files import SCORES, safe_text
from unmold.templates import Template
from unmold.templates.signature import COLUMNS


def begin_task() -> None:
    """Let no library start threads of its own in this task, and let Python's worker end it soon.

    A worker collects garbage after each task and before the next, and then looks at every object
    of every module: 70 ms, where reading a page takes 0.2. What is there between tasks stays.
    """
    _reserve_little()
    pa.set_cpu_count(1)
    pa.set_io_thread_count(1)
    gc.freeze()


_ARENAS = -8
"""`M_ARENA_MAX` of the C library's `mallopt`."""


@cache
def _reserve_little() -> None:
    """Let this process reserve no more memory than it uses.

    Where Spark is told how much memory Python has, it limits the address space of workers. Of that,
    PyArrow's own allocator reserves 1 GB at once, the C library 64 MB for each thread: 877 of
    1,024 MB were taken by a worker that used 163.
    """
    pa.set_memory_pool(pa.system_memory_pool())
    try:
        ctypes.CDLL(None).mallopt(_ARENAS, 1)
    except (AttributeError, OSError, TypeError):  # a C library without it
        return


# Pages that a former run knew.


def again_task(
    how: Describing | None, limits: Limits, batches: Iterable[pa.RecordBatch]
) -> Iterator[Any]:
    """Which pages are as they were, by their keys, or described anew; and what became of others."""
    begin_task()
    # Sorted by file, so that each archive is opened once; a task holds places, no pages.
    rows = list(iterate_rows(batches))
    again = zip(rows, read_again(to_places(rows), limits=limits), strict=True)
    found = (Numbered(UNSEEN, row["number"], one) for row, one in again)
    if how is not None:
        yield from describe_all(found, how)
        return
    yield from to_batches(map(_name_page, found), READ)


def _name_page(one: Numbered) -> Row:
    if isinstance(one.found, Page):
        return {"source": one.source, "number": one.number, "key": safe_text(one.found.key)}
    return page_values(one)


UNSEEN = -1
"""The source of pages that no source of this run has."""


# Clusters.


def cluster_task(settings: RunSettings, batches: Iterable[pa.RecordBatch]) -> Iterator[Any]:
    """The clusters of sites, whose pages come by block and number."""
    begin_task()
    groups = group_rows(batches, ["site"])
    yield from to_batches(
        (row for _, rows in groups for row in _cluster_rows(settings, rows)), LABELS
    )


def label_task(settings: RunSettings, batches: Iterable[pa.RecordBatch]) -> Iterator[Any]:
    """The same of the least that clustering needs: labels by key alone."""
    begin_task()
    groups = group_rows(batches, ["site"])
    yield from to_batches(
        (row for _, rows in groups for row in _cluster_rows(settings, rows)), PAGE_LABELS
    )


def _cluster_rows(settings: RunSettings, found: Iterator[Row]) -> Iterator[Row]:
    """The pages of one site with their labels; each once, though it was read twice."""
    site = SitePages.of(found)
    order = site.sort()
    rows = [site.rows[place] for place in order]
    read = site.read_in_order(order, settings.limits)
    labels = attempt(cluster_site, rows, read, settings, 1, lambda message: None)
    reason = labels.reason if isinstance(labels, Failure) else None
    numbers = [None] * len(rows) if isinstance(labels, Failure) else labels.tolist()
    for place, row, label in zip(order, rows, numbers, strict=True):
        source, number = site.places[place]
        at = {"source": source, "number": number, "label": label, "reason": reason}
        yield row_values(row) | at


# Templates.

OWN = -1
"""The role of pages that a template is learned from; those of other templates count from 0."""


def sample_task(settings: RunSettings, batches: Iterable[pa.RecordBatch]) -> Iterator[Any]:
    """The pages that templates of sites are learned from."""
    begin_task()
    groups = group_rows(batches, ["site"])
    yield from to_batches(
        (row for _, rows in groups for row in _choose_samples(settings, list(rows))), SAMPLES
    )


def _choose_samples(settings: RunSettings, found: list[Row]) -> Iterator[Row]:
    labelled = [row | {"sha256": row["sha256"].hex()} for row in found if row["label"] is not None]
    rows = to_rows(labelled)
    clusters: dict[int, list[PageRow]] = {}
    for row, values in zip(rows, labelled, strict=True):
        if values["label"] != UNCLUSTERED:
            clusters.setdefault(values["label"], []).append(row)
    large = [label for label, own in clusters.items() if len(own) >= settings.min_pages]
    # The largest first, as a run numbers them: its others show what the frame of a site is.
    large.sort(key=lambda label: rank_pages(clusters[label]))
    samples = choose_samples([clusters[label] for label in large], rows, settings)
    for label, sample in zip(large, samples, strict=True):
        for role, pages in enumerate([sample.own, *sample.others], start=OWN):
            for rank, page in enumerate(pages):
                yield place_values(page) | {
                    "sample": f"{page.site}\n{label}",
                    "role": role,
                    "rank": rank,
                    "root": sample.root,
                    "label": label,
                }


def induce_task(settings: RunSettings, batches: Iterable[pa.RecordBatch]) -> Iterator[Any]:
    """What is learned from samples, whose pages come by role and rank."""
    begin_task()
    groups = group_rows(batches, ["sample"])
    yield from to_batches((_induce(settings, list(rows)) for _, rows in groups), TEMPLATES)


def _induce(settings: RunSettings, rows: list[Row]) -> Row:
    own = [row for row in rows if row["role"] == OWN]
    roles = sorted({row["role"] for row in rows} - {OWN})
    pages = _open(own, settings.limits)
    others = [
        _open([row for row in rows if row["role"] == role], settings.limits) for role in roles
    ]
    features = compute_features(pages, columns=COLUMNS, jobs=1, limits=settings.limits)
    sample = Sample(pages, features, settings, 1, own[0]["root"], others)
    return {
        "site": own[0]["site"],
        "label": own[0]["label"],
        **_learned_values(induce_sample(sample)),
    }


def _open(rows: list[Row], limits: Limits) -> list[Page]:
    found = read_again(to_places(rows), limits=limits)
    return [one for one in found if isinstance(one, Page)]


def _learned_values(learned: Learned | Failure | None) -> Row:
    if learned is None:
        return {}
    if isinstance(learned, Failure):
        return {"failure": learned.reason}
    parts = [part.to_bytes() for part in learned.parts]
    return {"whole": learned.whole.to_bytes(), "parts": parts, "reason": learned.reason}


def to_learned(row: Row) -> Learned | Failure | None:
    """What a row of templates says, as the task that learned it had it."""
    if row["failure"] is not None:
        return Failure(row["failure"])
    if row["whole"] is None:
        return None
    parts = tuple(Template.from_bytes(part) for part in row["parts"] or ())
    return Learned(Template.from_bytes(row["whole"]), parts, row["reason"] or "")


# Records.

EXTRACTED = pa.schema(
    [
        pa.field("unit", pa.int64()),
        pa.field("chunk", pa.int64()),
        pa.field("batch", pa.int64()),
        pa.field("template", pa.string()),
        pa.field("pages", pa.int64()),
        pa.field("keys", pa.list_(pa.string())),
        pa.field("tier", pa.int32()),
        pa.field("table", pa.string()),
        pa.field("rows", pa.binary()),
    ]
)
"""What is extracted from a batch of pages: a row for each table, then one for what can be searched
and one for how well pages fit."""

DOCUMENT_ROWS, SCORE_ROWS = "documents", "scores"
"""In place of a table's name, where `tier` is null."""


def extract_task(limits: Limits, batches: Iterable[pa.RecordBatch]) -> Iterator[Any]:
    """The records of pages, which come in chunks of one template."""
    begin_task()
    for row in iterate_rows(batches):
        template = Template.from_bytes(zlib.decompress(row["template"]))
        tiers = TemplateTiers(replace(template, signature=None))
        pages = read_again(unpack_places(row["places"]), limits=limits)
        empty = Batch(tiers, limits, jobs=1, least=row["least"])
        for number, batch in enumerate(fill_batches(empty, pages)):
            place = {"unit": row["unit"], "chunk": row["chunk"], "batch": number}
            values = [place | one for one in extracted_values(extract_batch(batch))]
            yield pa.RecordBatch.from_pylist(values, schema=EXTRACTED)


def extracted_values(found: Extracted) -> Iterator[Row]:
    """What was extracted, as rows that Spark can keep."""
    about = {"template": found.template, "pages": found.pages}
    for tier, tables in found.tables.items():
        for name, table in tables.items():
            yield about | {"tier": tier, "table": name, "rows": _to_bytes(table)}
    yield about | {"table": DOCUMENT_ROWS, "rows": _to_bytes(found.documents)}
    scores = _to_bytes(_table_of(found.notes, ScoreRow, SCORES))
    yield about | {"table": SCORE_ROWS, "rows": scores, "keys": found.keys}


def to_extracted(rows: Iterable[Row]) -> Extracted:
    """The reverse."""
    found = list(rows)
    tables: dict[int, dict[str, pa.Table]] = {}
    for row in found:
        if row["tier"] is not None:
            tables.setdefault(row["tier"], {})[row["table"]] = from_bytes(row["rows"])
    of_pages = {row["table"]: from_bytes(row["rows"]) for row in found if row["tier"] is None}
    (keys,) = [row["keys"] for row in found if row["tier"] is None and row["table"] == SCORE_ROWS]
    scores = of_pages[SCORE_ROWS].select([one.name for one in fields(ScoreRow)]).columns
    return Extracted(
        found[0]["template"],
        found[0]["pages"],
        keys,
        tables,
        of_pages[DOCUMENT_ROWS],
        [ScoreRow(*row) for row in zip(*map(pa.ChunkedArray.to_pylist, scores), strict=True)],
    )


def _table_of(rows: Iterable[Any], row_type: type, schema: pa.Schema) -> pa.Table:
    own = list(rows)
    values = {field.name: list(map(attrgetter(field.name), own)) for field in fields(row_type)}
    return pa.Table.from_pydict(values, schema=schema)


def _to_bytes(table: pa.Table) -> bytes:
    stream = pa.BufferOutputStream()
    with pa.ipc.new_stream(stream, table.schema) as writer:
        writer.write_table(table)
    data: bytes = stream.getvalue().to_pybytes()
    return data


def from_bytes(data: bytes) -> pa.Table:
    """A table that a task gave as bytes."""
    return pa.ipc.open_stream(pa.BufferReader(data)).read_all()


def record_task(limits: Limits, batches: Iterable[pa.RecordBatch]) -> Iterator[Any]:
    """Records as JSON; in each group of rows the first carries the template, if there is one."""
    begin_task()
    groups = group_rows(batches, ["site", "label", "chunk"])
    yield from to_batches((row for _, rows in groups for row in _records(limits, rows)), RECORDS)


def _records(limits: Limits, rows: Iterator[Row]) -> Iterator[Row]:
    head = next(rows)
    if head["whole"] is None:
        return
    template = Template.from_bytes(head["whole"])
    by_key = {row["key"]: row for row in rows}
    keys: list[str] = []

    def pages() -> Iterator[Page]:
        for found in read_pages_again(to_rows(by_key.values()), limits=limits):
            if isinstance(found, Page):
                keys.append(found.key)
                yield found
            else:
                bad.append({"key": found.where, "code": found.code, "reason": found.message})

    bad: list[Row] = []
    for number, record in enumerate(extract_from_pages(template, pages(), limits=limits, jobs=1)):
        yield {
            "key": keys[number],
            "url": record.url,
            "site": record.site,
            "label": head["label"],
            "score": record.score,
            "record": json.dumps(record.to_json(), ensure_ascii=False),
        }
    yield from ({"site": head["site"], "label": head["label"]} | one for one in bad)
