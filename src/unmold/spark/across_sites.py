"""Clusters over all sites: pages of one product are together, whoever runs it.

By fingerprint: pages share fingerprints, so there are far fewer distinct ones than pages. Two that
differ in one entry at most are equal once that entry is masked, as in the index of one machine; so
grouping by masked fingerprints finds the pairs, and what pairs connect is one cluster. By structure
and style, tasks compare pages in blocks (`structure_style`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from unmold.clusters.published.shared_neighbours import StructureStyleClusterer
from unmold.errors import UsageError
from unmold.features.packing import unpack_features
from unmold.settings import Limits
from unmold.spark.arrow_types import to_ddl
from unmold.spark.components import find_components, number_rows
from unmold.spark.grouping import Row, group_rows, to_batches
from unmold.spark.stages import together
from unmold.spark.structure_style import BLOCK_PAGES, cluster_in_blocks
from unmold.spark.working import begin_task

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

FINGERPRINTS = pa.schema(
    [
        pa.field("key", pa.string()),
        pa.field("url", pa.string()),
        pa.field("site", pa.string()),
        pa.field("fingerprint", pa.binary()),
    ]
)

MASKED = pa.schema([pa.field("mask", pa.binary()), pa.field("fingerprint", pa.binary())])
"""Fingerprints by what they are without one entry; the number of that entry comes first."""

MASKED_AT_ONCE = 4_096
"""Fingerprints whose masked forms are made together: a few megabytes."""


def cluster_across_sites(
    features: DataFrame,
    *,
    method: str = "fingerprint",
    limits: Limits | None = None,
    partitions: int | None = None,
    block_pages: int = BLOCK_PAGES,
    **parameters: Any,
) -> DataFrame:
    """The pages of `features` with their `label`, over all sites.

    The results are those of `unmold cluster --across-sites`. With `fingerprint`, two pages are
    together whose fingerprints differ in one entry at most, and so are those that others connect;
    clusters count in the order of their smallest fingerprints. With `structure-style`, whose
    `parameters` may follow, pages are together whose near neighbours overlap: tasks read pages
    again, and compare different ones in blocks of `block_pages`.
    """
    if method == "fingerprint":
        if parameters:
            raise UsageError(
                f"fingerprint has no parameter {min(parameters)!r}", hint="leave it out"
            )
        return _cluster_fingerprints(features, partitions)
    if method != "structure-style":
        raise UsageError(
            f"there is no {method!r} across sites on Spark",
            hint="there are fingerprint and structure-style",
        )
    estimator = StructureStyleClusterer().set_params(**parameters)
    estimator.check()
    if estimator.approximate:
        raise UsageError(
            "on Spark all pairs are looked at", hint="leave `approximate` out, or cluster locally"
        )
    if block_pages < 1:
        raise UsageError("block_pages cannot be less than 1", hint="some hundreds are usual")
    return cluster_in_blocks(features, estimator, limits or Limits(), partitions, block_pages)


def _cluster_fingerprints(features: DataFrame, partitions: int | None) -> DataFrame:
    names = ("block", "source", "number", "key", "url", "site", "features", "features_row")
    pages = features.filter(features["code"].isNull()).select(*names)
    order = ("block", "site", "source", "number")
    found = together(pages, ["block", "site"], order, partitions).mapInArrow(
        fingerprint_task, to_ddl(FINGERPRINTS)
    )
    # Asked for twice, and made of features that may not be kept.
    found = found.persist()
    distinct = found.select("fingerprint").distinct().persist()
    labels = _label_fingerprints(distinct)
    return found.join(labels, "fingerprint").select("key", "url", "site", "label")


def _label_fingerprints(distinct: DataFrame) -> DataFrame:
    """The cluster of each fingerprint."""
    from pyspark.sql import Window
    from pyspark.sql import functions as column

    masked = distinct.mapInArrow(mask_task, to_ddl(MASKED))
    lowest = column.min("fingerprint").over(Window.partitionBy("mask"))
    pairs = masked.select(column.col("fingerprint").alias("node"), lowest.alias("root"))
    stars = find_components(pairs.filter("node != root"))
    near = stars.withColumnRenamed("node", "fingerprint")
    first = column.coalesce("root", "fingerprint").alias("first")
    members = distinct.join(near, "fingerprint", "left").select("fingerprint", first)
    numbers = number_rows(members.select("first").distinct(), "first")
    label = column.col("number").alias("label")
    return members.join(numbers, "first").select("fingerprint", label)


def fingerprint_task(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The fingerprints of pages, whose features come with one page of each block."""
    begin_task()
    groups = group_rows(batches, ["block", "site"])
    yield from to_batches((row for _, rows in groups for row in _unpack(list(rows))), FINGERPRINTS)


def _unpack(rows: list[Row]) -> Iterator[Row]:
    packed = next((row["features"] for row in rows if row["features"] is not None), None)
    if packed is None:
        raise UsageError(
            "pages were filtered out that carry the features of others",
            hint="filter pages before `features`",
        )
    found = np.ascontiguousarray(unpack_features([packed], ["fingerprints"]).fingerprints)
    for row in rows:
        fingerprint = found[row["features_row"]]
        about: dict[str, Any] = {name: row[name] for name in ("key", "url", "site")}
        yield about | {"fingerprint": fingerprint.tobytes()}


def mask_task(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Each fingerprint once for each of its entries, which is masked."""
    begin_task()
    for batch in batches:
        for start in range(0, batch.num_rows, MASKED_AT_ONCE):
            yield _mask(batch.column(0).slice(start, MASKED_AT_ONCE).to_pylist())


def _mask(fingerprints: list[bytes]) -> pa.RecordBatch:
    entries = len(fingerprints[0])
    rows = np.frombuffer(b"".join(fingerprints), np.uint8).reshape(-1, 1, entries)
    masked = np.repeat(rows, entries, axis=1)
    masked[:, range(entries), range(entries)] = 0
    # Equal bytes behind different entries say nothing.
    numbers = np.broadcast_to(np.arange(entries, dtype=">u2")[:, None], (len(rows), entries, 1))
    forms = np.concatenate([numbers.copy().view(np.uint8), masked], axis=2)
    masks = [form.tobytes() for form in forms.reshape(len(rows) * entries, -1)]
    each = [one for one in fingerprints for _ in range(entries)]
    return pa.RecordBatch.from_pydict({"mask": masks, "fingerprint": each}, schema=MASKED)
