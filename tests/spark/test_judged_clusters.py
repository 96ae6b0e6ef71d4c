"""Clusters that are one template are joined: their templates are learned by tasks, too."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.compared_workspaces import find_differences
from support.spark_archives import write_archives
from support.two_kinds import pages_of, person, product

import unmold.spark as us
from unmold import Workspace, run
from unmold.clusters.base import Labels
from unmold.pipeline import cluster_step, induce_step
from unmold.spark.engine import SparkEngine
from unmold.store.rows import PageRow

CLUSTERS_OF_PRODUCTS = {"x.example": 3, "y.example": 2, "z.example": 1}
"""By site into how many clusters its products are put."""


def part_products(rows: list[PageRow]) -> Labels:
    """Persons together, products in turn in some clusters."""
    parts = CLUSTERS_OF_PRODUCTS[rows[0].site]
    numbers = [int(row.url.rpartition("/")[2]) for row in rows]
    kinds = ["person" in row.url for row in rows]
    pairs = zip(numbers, kinds, strict=True)
    return np.array([parts if is_person else n % parts for n, is_person in pairs], np.int64)


def test_joined_clusters_are_learned_by_tasks(
    spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sites that ask at one time are served by one stage; one site asks twice."""
    pages = [
        page
        for site in CLUSTERS_OF_PRODUCTS
        for page in pages_of((product, 24), (person, 8), site=site)
    ]
    archives = write_archives(tmp_path, pages)
    monkeypatch.setattr(
        cluster_step, "cluster_rows", lambda job, rows, carried: part_products(rows)
    )
    run([*archives], tmp_path / "local", jobs=1)

    def cluster(engine: SparkEngine, job: Any, sites: Sequence[list[PageRow]]) -> Iterator[Labels]:
        return map(part_products, sites)

    asked: list[list[str]] = []
    learn = SparkEngine.learn_joined

    def note(engine: SparkEngine, job: Any, clusters: Sequence[list[PageRow]]) -> Iterator[Any]:
        asked.append([rows[0].site for rows in clusters])
        return learn(engine, job, clusters)

    def never(*given: object) -> None:
        raise AssertionError("the driver learns nothing")

    monkeypatch.setattr(SparkEngine, "cluster", cluster)
    monkeypatch.setattr(SparkEngine, "learn_joined", note)
    monkeypatch.setattr(induce_step, "learn_pages", never)
    us.run([*archives], tmp_path / "spark", spark=spark, partitions=2)
    assert asked == [["x.example", "y.example"], ["x.example"]]
    assert len(Workspace(tmp_path / "spark").templates) == 6
    assert find_differences(tmp_path / "local", tmp_path / "spark") == []
