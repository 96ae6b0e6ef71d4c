"""Clusters over all sites by fingerprint: pages of one product are together, whoever runs it.

Pages share fingerprints, so there are far fewer distinct ones than pages: these come to the driver,
which finds those that are near each other, and only their labels go back to the pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from unmold.clusters.fingerprint_index import FingerprintIndex, IndexSettings
from unmold.features.packing import unpack_features
from unmold.spark.arrow_types import to_ddl
from unmold.spark.grouping import Row, group_rows, to_batches
from unmold.spark.stages import together
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


def cluster_across_sites(features: DataFrame, *, partitions: int | None = None) -> DataFrame:
    """The pages of `features` with their `label`, by fingerprint and over all sites.

    Two pages are together whose fingerprints differ in one entry at most, and so are those that
    others connect, as `unmold cluster --method fingerprint --across-sites` does it. The driver
    holds the distinct fingerprints.
    """
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
