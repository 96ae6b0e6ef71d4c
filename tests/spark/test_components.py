"""What is connected in a graph, found by Spark, is what SciPy finds."""

from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from unmold.clusters.fingerprint_index import FingerprintIndex, IndexSettings
from unmold.spark.across_sites import _label_fingerprints, mask_task
from unmold.spark.components import find_components, number_rows

Edges = list[tuple[int, int]]


def random_edges(nodes: int, count: int, seed: int) -> Edges:
    ends = np.random.default_rng(seed).integers(0, nodes, (count, 2))
    return [(int(one), int(other)) for one, other in ends]


GRAPHS = {
    "a path, whose numbers go up and down": [
        (one * 7 % 41, (one + 1) * 7 % 41) for one in range(40)
    ],
    "loops and edges twice": [(1, 1), (2, 3), (3, 2), (2, 3), (5, 5)],
    "several components": random_edges(60, 40, 1),
    "nearly one component": random_edges(60, 90, 2),
    "nothing": [],
}


@pytest.mark.parametrize("edges", GRAPHS.values(), ids=GRAPHS.keys())
def test_components(spark: Any, edges: Edges) -> None:
    frame = spark.createDataFrame(edges, "node bigint, root bigint")
    rows = find_components(frame).collect()
    found = {row["node"]: row["root"] for row in rows}
    assert len(found) == len(rows)
    ends = np.array(edges, np.int64).reshape(-1, 2)
    graph = coo_matrix((np.ones(len(ends)), ends.T), (64, 64))
    _, component = connected_components(graph, directed=False)
    lowest = [int(np.flatnonzero(component == one)[0]) for one in component]
    assert found == {node: low for node, low in enumerate(lowest) if low != node}


def test_rows_are_numbered_in_order_over_all_parts(spark: Any) -> None:
    words = [f"{number:04}" for number in np.random.default_rng(3).permutation(500)]
    frame = spark.createDataFrame([(word,) for word in words], "word string")
    found = {row["word"]: row["number"] for row in number_rows(frame, "word").collect()}
    assert found == {word: number for number, word in enumerate(sorted(words))}
    assert number_rows(frame.limit(0), "word").collect() == []


def test_near_fingerprints_are_those_of_the_index(spark: Any) -> None:
    """Few values, so that chains of fingerprints arise that differ in one entry each."""
    rows = np.unique(np.random.default_rng(4).integers(0, 3, (150, 6)).astype(np.uint8), axis=0)
    index = FingerprintIndex(IndexSettings(entries=6))
    index.add(rows)
    known = index.cluster()[index.documents].tolist()
    assert 1 < len(set(known)) < len(rows)
    given = [(bytearray(row.tobytes()),) for row in rows]
    frame = spark.createDataFrame(given, "fingerprint binary")
    found = {bytes(row[0]): row[1] for row in _label_fingerprints(frame).collect()}
    assert [found[row.tobytes()] for row in rows] == known


def test_masked_fingerprints_agree_where_one_entry_differs() -> None:
    batch = pa.RecordBatch.from_pydict({"fingerprint": [b"abc", b"abd", b"bcd", b"ab\0"]})
    masks: dict[bytes, set[bytes]] = {}
    for found in mask_task([batch]):
        for mask, fingerprint in zip(*map(pa.Array.to_pylist, found.columns), strict=True):
            masks.setdefault(mask, set()).add(fingerprint)
    groups = [group for group in masks.values() if len(group) > 1]
    assert groups == [{b"abc", b"abd", b"ab\0"}]
