"""Clusters over all sites: pages of one product are together, whoever runs it.

By fingerprint: pages share fingerprints, so there are far fewer distinct ones than pages. These
come to the driver, which finds those that are near each other, and only their labels go back to the
pages. By structure and style, tasks compare pages in blocks (`structure_style`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from unmold.clusters.fingerprint_index import FingerprintIndex, IndexSettings
from unmold.clusters.published.shared_neighbours import StructureStyleClusterer
from unmold.errors import UsageError
from unmold.features.packing import unpack_features
from unmold.settings import Limits
from unmold.spark.arrow_types import to_ddl
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
    the driver holds the distinct fingerprints. With `structure-style`, whose `parameters` may
    follow, pages are together whose near neighbours overlap: tasks read pages again, and compare
    different ones in blocks of `block_pages`.
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
    names = ("block", "source", "number", "key", "url", "site", "features")
    pages = features.filter(features["code"].isNull()).select(*names)
    order = ("block", "site", "source", "number")
    found = together(pages, ["block", "site"], order, partitions).mapInArrow(
        fingerprint_task, to_ddl(FINGERPRINTS)
    )
    distinct = sorted(bytes(row[0]) for row in found.select("fingerprint").distinct().collect())
    labels = [*zip(map(bytearray, distinct), label_fingerprints(distinct), strict=True)]
    known = features.sparkSession.createDataFrame(labels, "fingerprint binary, label bigint")
    return found.join(known, "fingerprint").select("key", "url", "site", "label")


def fingerprint_task(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The fingerprints of pages, whose features come with the first page of each block."""
    begin_task()
    groups = group_rows(batches, ["block", "site"])
    yield from to_batches((row for _, rows in groups for row in _unpack(list(rows))), FINGERPRINTS)


def _unpack(rows: list[Row]) -> Iterator[Row]:
    found = unpack_features([rows[0]["features"]], ["fingerprints"]).fingerprints
    for row, fingerprint in zip(rows, np.ascontiguousarray(found), strict=True):
        about: dict[str, Any] = {name: row[name] for name in ("key", "url", "site")}
        yield about | {"fingerprint": fingerprint.tobytes()}


def label_fingerprints(distinct: list[bytes]) -> list[int]:
    """The cluster of each fingerprint, given as the bytes of its entries."""
    if not distinct:
        return []
    rows = np.frombuffer(b"".join(distinct), np.uint8).reshape(len(distinct), -1)
    index = FingerprintIndex(IndexSettings(entries=rows.shape[1]))
    index.add(rows)
    labels: list[int] = index.cluster()[index.documents].astype(np.int64).tolist()
    return labels
