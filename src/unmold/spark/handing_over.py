"""What the driver tells tasks: which pages to look at, to cluster, to learn from, to extract.

Tables of places, never of pages: a task opens what it works on where it lies.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence

import pyarrow as pa

from unmold.features.packing import pack_features
from unmold.pipeline.extract_step import Unit, pinned_keys
from unmold.pipeline.induce_step import SampleRows
from unmold.pipeline.job import Job
from unmold.pipeline.page_batches import kept_columns
from unmold.records.score import LOW_SCORE
from unmold.spark.arrow_types import (
    CHECKS,
    READ,
    SAMPLES,
    UNITS,
    pack_places,
    place_values,
    row_values,
)
from unmold.spark.grouping import Row
from unmold.spark.working import OWN
from unmold.store.feature_files import read_features
from unmold.store.rows import PageRow

CHUNK_PAGES = 512
"""Pages of a template that one task extracts: some seconds of work."""

BLOCK_PAGES = 1024
"""Pages of a site whose features are packed together."""


def list_checks(rows: Sequence[PageRow]) -> pa.Table:
    """Pages that are looked at again."""
    values = [{"number": number} | place_values(row) for number, row in enumerate(rows)]
    return pa.Table.from_pylist(values, schema=CHECKS)


def list_sites(job: Job, sites: Sequence[list[PageRow]]) -> pa.Table:
    """The pages of sites with their features, as reading gives them."""
    blocks = [
        site[start : start + BLOCK_PAGES]
        for site in sites
        for start in range(0, len(site), BLOCK_PAGES)
    ]
    tables = [_list_block(job, number, block) for number, block in enumerate(blocks)]
    return pa.concat_tables(tables or [READ.empty_table()])


def _list_block(job: Job, number: int, rows: list[PageRow]) -> pa.Table:
    columns = kept_columns(job.settings.method)
    features = read_features(job.generation.features, rows, columns)
    # Where a run by another method kept others, the task that clusters reads the pages again.
    packed = None if features is None else pack_features(features, "zstd")
    values = [
        {"source": number, "number": position, "block": f"{number:09}"}
        | row_values(row)
        | {"features_row": position}
        for position, row in enumerate(rows)
    ]
    values[0] |= {"features": packed, "packed_pages": len(rows)}
    return pa.Table.from_pylist(values, schema=READ)


def list_samples(samples: Sequence[SampleRows]) -> pa.Table:
    """The pages that templates are learned from; their labels count the samples."""
    rows = [
        place_values(page)
        | {"sample": f"{number}", "role": role, "rank": rank, "root": one.root, "label": number}
        for number, one in enumerate(samples)
        for role, pages in enumerate([one.own, *one.others], start=OWN)
        for rank, page in enumerate(pages)
    ]
    return pa.Table.from_pylist(rows, schema=SAMPLES)


def list_units(job: Job, units: Sequence[Unit]) -> pa.Table:
    """The pages to extract in chunks, each with the template."""
    return pa.Table.from_pylist(list(_list_chunks(job, units)), schema=UNITS)


def _list_chunks(job: Job, units: Sequence[Unit]) -> Iterator[Row]:
    pinned = pinned_keys(job)
    for number, unit in enumerate(units):
        # JSON with many long keys: a quarter of it is left.
        template = zlib.compress(job.generation.template(unit.template).read_bytes())
        given = [row for row in unit.fresh if row.key in pinned]
        others = [row for row in unit.fresh if row.key not in pinned]
        chunks = [(LOW_SCORE, chunk) for chunk in _chunks(others)]
        # What a person gave to a template has a record, however badly it fits.
        chunks += [(0.0, chunk) for chunk in _chunks(given)] if given else []
        for chunk, (least, pages) in enumerate(chunks):
            yield {
                "unit": number,
                "chunk": chunk,
                "template": template,
                "least": least,
                "places": pack_places(pages),
            }


def _chunks(rows: list[PageRow]) -> list[list[PageRow]]:
    """At least one, though it be empty."""
    starts = range(0, max(len(rows), 1), CHUNK_PAGES)
    return [rows[start : start + CHUNK_PAGES] for start in starts]
