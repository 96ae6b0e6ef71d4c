"""Clusters over all sites by structure and style, in blocks: `structure-style` past one machine.

Gowda and Mattmann (IRI 2016) compared all pages of a crawl on Spark and joined those whose near
neighbours overlap. Here different pages are taken once, in blocks of trees of one size; tasks
compare two blocks each, and those pairs of blocks are left out whose trees differ too much in size.
Pages that are alike, or connected by alike ones, are a component: clusters are inside of one, so
that a task finds those of each. The results are those of `StructureStyleClusterer` on one machine.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby, islice
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from unmold._core import cluster_neighbours, connect_pairs, find_block_pairs, find_packed_neighbours
from unmold.clusters.base import Labels, number_by_first_page
from unmold.clusters.published.shared_neighbours import StructureStyleClusterer
from unmold.evaluation.labels import UNCLUSTERED
from unmold.features import compute_features
from unmold.features.compute import BATCH_PAGES
from unmold.features.table import COMPARANDS
from unmold.model import Page
from unmold.pages.reopen import read_again
from unmold.settings import Limits
from unmold.spark.arrow_types import PLACES, to_ddl, to_places
from unmold.spark.grouping import Row, group_rows, iterate_rows, to_batches
from unmold.spark.session import small_batches
from unmold.spark.stages import together
from unmold.spark.working import begin_task

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    Batches = Iterable[pa.RecordBatch]

Numbers = NDArray[np.uint32]
"""Different pages are numbered in the order of the first page of each."""

BLOCK_PAGES = 1_000
"""Pages of a block: two blocks are a million pairs, some seconds of work. A guess."""

BLOCK_NODES = 1_000_000
"""Nodes of a block: a task holds two, with about 40 bytes a node. A guess."""

PAGES = pa.schema(
    [
        pa.field("source", pa.int32()),
        pa.field("number", pa.int64()),
        pa.field("key", pa.string()),
        pa.field("url", pa.string()),
        pa.field("site", pa.string()),
        pa.field("digest", pa.binary()),
        pa.field("nodes", pa.int64()),
        pa.field("packed", pa.binary()),
    ]
)
"""Pages by the digest of their structure and style, which comes with the first of each task. A page
that is gone has none."""

BLOCKS = pa.schema([pa.field("block", pa.int64()), pa.field("pages", pa.binary())])
ALIKE = pa.schema(
    [pa.field(name, pa.binary()) for name in ("firsts", "seconds", "pages", "connected")]
)
"""Pairs of pages that are alike, and of the pages among them the first that each is connected with;
of each two blocks, as the bytes of their numbers."""

COMPONENTS = pa.schema(
    [
        pa.field("component", pa.int64()),
        pa.field("firsts", pa.binary()),
        pa.field("seconds", pa.binary()),
    ]
)
CLUSTERS = pa.schema([pa.field("pages", pa.binary()), pa.field("first_pages", pa.binary())])
"""Pages, and of each the first of its cluster."""


def cluster_in_blocks(
    features: DataFrame,
    method: StructureStyleClusterer,
    limits: Limits,
    partitions: int | None,
    block_pages: int,
) -> DataFrame:
    """The pages with their `label`. The driver holds some 100 bytes for each different page."""
    from pyspark.sql import functions as column

    names = [name for name in PLACES.names if name != "sha256"]
    digest = column.unhex("sha256").alias("sha256")
    places = features.filter(features["code"].isNull()).select("source", "number", *names, digest)
    # One task opens an archive, from its beginning to its end.
    by_file = together(places, ["file"], ("file", "number"), partitions)
    with small_batches(features.sparkSession):
        pages = by_file.mapInArrow(partial(describe_task, limits), to_ddl(PAGES)).persist()
        different = find_different(pages)
    labels = _label(pages, different, method, partitions, block_pages)
    rows = zip(map(bytearray, different.digests), labels.tolist(), strict=True)
    known = features.sparkSession.createDataFrame([*rows], "digest binary, label bigint")
    label = column.coalesce("label", column.lit(UNCLUSTERED)).alias("label")
    return pages.join(known, "digest", "left").select("key", "url", "site", label)


@dataclass(frozen=True, slots=True)
class Different:
    """The different pages, in the order of the first page of each."""

    digests: list[bytes]
    copies: Numbers
    nodes: Numbers

    def cut(self, block_pages: int) -> tuple[Numbers, Numbers, Numbers]:
        """The block of each page, and the sizes of each block's smallest and largest tree."""
        order = np.argsort(self.nodes, kind="stable")
        sizes = self.nodes[order]
        full = np.arange(len(order)) // block_pages
        heavy = (np.cumsum(sizes, dtype=np.int64) - sizes) // BLOCK_NODES
        starts = np.flatnonzero(np.diff(full, prepend=-1) + np.diff(heavy, prepend=-1))
        blocks = np.empty(len(order), np.uint32)
        blocks[order] = np.searchsorted(starts, np.arange(len(order)), "right") - 1
        ends = np.append(starts[1:], len(order))[: len(starts)] - 1
        return blocks, sizes[starts], sizes[ends]


def find_different(pages: DataFrame) -> Different:
    """What the driver knows of pages: how often each different one is there, and its size."""
    from pyspark.sql import functions as column

    groups = pages.filter(pages["digest"].isNotNull()).groupBy("digest")
    rows = groups.agg(
        column.min(column.struct("source", "number")).alias("first"),
        column.count("*").alias("copies"),
        column.max("nodes").alias("nodes"),
    ).collect()
    rows.sort(key=lambda row: tuple(row["first"]))
    return Different(
        [bytes(row["digest"]) for row in rows],
        np.array([row["copies"] for row in rows], np.uint32),
        np.array([row["nodes"] for row in rows], np.uint32),
    )


def _label(
    pages: DataFrame,
    different: Different,
    method: StructureStyleClusterer,
    partitions: int | None,
    block_pages: int,
) -> Labels:
    """The labels of different pages, in their order."""
    count = len(different.digests)
    # Pages that are alike to no other are clusters of their own.
    first_pages = np.arange(count, dtype=np.uint32)
    if count:
        spark = pages.sparkSession
        # A row holds one or two blocks.
        with small_batches(spark, 1):
            alike = _compare_blocks(pages, different, method, partitions, block_pages).persist()
            edges = alike.select("pages", "connected").collect()
            of_page = _connect(count, edges)
            found = _cluster_components(alike, of_page, different.copies, method, partitions)
            for row in found.collect():
                first_pages[_numbers(row["pages"])] = _numbers(row["first_pages"])
            alike.unpersist()
    return number_by_first_page(first_pages.astype(np.int64))


def _compare_blocks(
    pages: DataFrame,
    different: Different,
    method: StructureStyleClusterer,
    partitions: int | None,
    block_pages: int,
) -> DataFrame:
    """All pairs of different pages that are alike, by pairs of blocks."""
    spark = pages.sparkSession
    block_of, smallest, largest = different.cut(block_pages)
    numbered = enumerate(zip(different.digests, block_of.tolist(), strict=True))
    rows = ((bytearray(digest), page, block) for page, (digest, block) in numbered)
    known = spark.createDataFrame([*rows], "digest binary, page bigint, block bigint")
    packed = pages.filter(pages["packed"].isNotNull()).select("digest", "packed")
    own = together(packed.join(known, "digest"), ["block"], ("block", "page"), partitions)
    blocks = own.mapInArrow(pack_task, to_ddl(BLOCKS))
    sides = find_block_pairs(smallest.data, largest.data, method.threshold, kappa=method.kappa)
    pairs = zip(*(_numbers(side).tolist() for side in sides), strict=True)
    given = spark.createDataFrame([*pairs], "first bigint, second bigint")
    for side in ("first", "second"):
        renamed = blocks.withColumnRenamed("block", side)
        given = given.join(renamed.withColumnRenamed("pages", f"{side}_pages"), side)
    spread = together(given, ["first", "second"], ("first", "second"), partitions)
    return spread.mapInArrow(partial(compare_task, method), to_ddl(ALIKE))


def _connect(count: int, edges: Sequence[Any]) -> Numbers:
    """For each page the first that it is connected with."""
    pages, connected = (_join(row[name] for row in edges) for name in ("pages", "connected"))
    return _numbers(connect_pairs(count, pages.data, connected.data))


def _cluster_components(
    alike: DataFrame,
    component_of: Numbers,
    copies: Numbers,
    method: StructureStyleClusterer,
    partitions: int | None,
) -> DataFrame:
    parted = alike.mapInArrow(partial(part_task, component_of), to_ddl(COMPONENTS))
    grouped = together(parted, ["component"], ["component"], partitions)
    return grouped.mapInArrow(partial(cluster_task, method, copies), to_ddl(CLUSTERS))


# What tasks do.


def describe_task(limits: Limits, batches: Batches) -> Iterator[pa.RecordBatch]:
    """Pages by their structure and style, read where they lie."""
    begin_task()
    # A task holds places, and few pages.
    rows = list(iterate_rows(batches))
    found = zip(rows, read_again(to_places(rows), limits=limits), strict=True)
    yield from to_batches(_describe(found, limits), PAGES)


def _describe(found: Iterable[tuple[Row, Any]], limits: Limits) -> Iterator[Row]:
    known: set[bytes] = set()
    left = iter(found)
    while some := list(islice(left, BATCH_PAGES)):
        pages = [page for _, page in some if isinstance(page, Page)]
        comparands = iter(
            compute_features(pages, columns=[COMPARANDS], jobs=1, limits=limits).comparands
        )
        for row, page in some:
            about = {name: row[name] for name in ("source", "number", "key", "url", "site")}
            if isinstance(page, Page):
                comparand = next(comparands)
                packed = comparand.pack()
                digest = hashlib.blake2b(packed, digest_size=16).digest()
                about |= {"digest": digest, "nodes": comparand.nodes}
                about |= {} if digest in known else {"packed": packed}
                known.add(digest)
            yield about


def pack_task(batches: Batches) -> Iterator[pa.RecordBatch]:
    """Blocks of pages, which come by block and number."""
    begin_task()
    for block, rows in group_rows(batches, ["block"]):
        # More than one task may have met a page.
        own = [next(some) for _, some in groupby(rows, key=itemgetter("page"))]
        table = pa.table(
            {
                "page": pa.array([row["page"] for row in own], pa.uint32()),
                "packed": pa.array([row["packed"] for row in own], pa.large_binary()),
            }
        )
        stream = pa.BufferOutputStream()
        options = pa.ipc.IpcWriteOptions(compression="zstd")
        with pa.ipc.new_stream(stream, table.schema, options=options) as writer:
            writer.write_table(table)
        packed = {"block": block, "pages": stream.getvalue().to_pybytes()}
        yield pa.RecordBatch.from_pylist([packed], schema=BLOCKS)


def compare_task(method: StructureStyleClusterer, batches: Batches) -> Iterator[pa.RecordBatch]:
    """The pairs of alike pages of two blocks, or of one."""
    begin_task()
    for row in iterate_rows(batches):
        names = ["first"] if row["first"] == row["second"] else ["first", "second"]
        tables = [_read_block(row[f"{name}_pages"]) for name in names]
        table = pa.concat_tables(tables)
        side = np.repeat(np.arange(len(tables)), list(map(len, tables))).astype(np.uint8)
        numbers = table["page"].to_numpy()
        order = np.argsort(numbers)
        numbers = numbers[order]
        found = find_packed_neighbours(
            table["packed"].take(pa.array(order)).to_pylist(),
            method.threshold,
            blocks=side[order].tobytes() if len(tables) > 1 else None,
            kappa=method.kappa,
            jobs=1,
            max_cells=method.max_cells,
        )
        firsts, seconds = map(_numbers, found.pairs())
        connected = _numbers(connect_pairs(len(numbers), firsts.data, seconds.data))
        moved = np.flatnonzero(connected != np.arange(len(numbers)))
        values = {
            "firsts": numbers[firsts].tobytes(),
            "seconds": numbers[seconds].tobytes(),
            "pages": numbers[moved].tobytes(),
            "connected": numbers[connected[moved]].tobytes(),
        }
        yield pa.RecordBatch.from_pylist([values], schema=ALIKE)


def _read_block(packed: bytes) -> pa.Table:
    return pa.ipc.open_stream(pa.BufferReader(packed)).read_all()


def part_task(component_of: Numbers, batches: Batches) -> Iterator[pa.RecordBatch]:
    """The pairs of two blocks by their component."""
    begin_task()
    for row in iterate_rows(batches):
        firsts, seconds = _numbers(row["firsts"]), _numbers(row["seconds"])
        components = component_of[firsts]
        order = np.argsort(components, kind="stable")
        numbers, starts = np.unique(components[order], return_index=True)
        for component, own in zip(numbers.tolist(), np.split(order, starts[1:]), strict=False):
            values = {
                "component": component,
                "firsts": firsts[own].tobytes(),
                "seconds": seconds[own].tobytes(),
            }
            yield pa.RecordBatch.from_pylist([values], schema=COMPONENTS)


def cluster_task(
    method: StructureStyleClusterer, copies: Numbers, batches: Batches
) -> Iterator[pa.RecordBatch]:
    """The clusters of components, whose pairs come one after another."""
    begin_task()
    for _, rows in group_rows(batches, ["component"]):
        own = list(rows)
        sides = [_join(row[name] for row in own) for name in ("firsts", "seconds")]
        pages, places = np.unique(np.concatenate(sides), return_inverse=True)
        firsts, seconds = np.split(places.astype(np.uint32), 2)
        labels, _ = cluster_neighbours(
            *(copies[pages].data, firsts.data, seconds.data),
            *(method.overlap, method.max_rounds),
            jobs=1,
        )
        _, first, cluster_of = np.unique(_numbers(labels), return_index=True, return_inverse=True)
        values = {"pages": pages.tobytes(), "first_pages": pages[first][cluster_of].tobytes()}
        yield pa.RecordBatch.from_pylist([values], schema=CLUSTERS)


def _numbers(data: bytes) -> Numbers:
    return np.frombuffer(data, "<u4")


def _join(parts: Iterable[bytes]) -> Numbers:
    return _numbers(b"".join(parts))
