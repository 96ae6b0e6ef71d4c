"""Clusters over all sites on Spark are those of one machine, however the work is spread."""

from pathlib import Path
from typing import Any

import pytest
from support.small_sites import build_site
from support.spark_archives import write_archives

import unmold.spark as us
from unmold import cluster_pages
from unmold.errors import UsageError
from unmold.spark import structure_style
from unmold.spark.structure_style import Different

Labels = dict[str, int]


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two sites that run the same software, and one page that both have."""
    pages = [
        (f"https://{site}.example/{at}", html)
        for site, seed in (("one", 5), ("two", 6))
        for at, html in enumerate([*build_site(30, seed=seed, broken=True), "<p>the same"])
    ]
    return write_archives(tmp_path_factory.mktemp("sites"), pages)


def read(spark: Any, sites: list[Path], method: str) -> Any:
    return us.features(us.read_pages(spark, [*sites], partitions=2), method=method)


def on_spark(frame: Any) -> Labels:
    rows = frame.collect()
    found = {row["key"]: row["label"] for row in rows}
    assert len(found) == len(rows)
    return found


def on_one_machine(sites: list[Path], method: str, **parameters: Any) -> Labels:
    known = cluster_pages([*sites], method, across_sites=True, jobs=1, **parameters)
    assert len(set(known.sites)) == 2
    return dict(zip(known.keys, known.labels.tolist(), strict=True))


def groups(labels: Labels) -> list[list[str]]:
    members: dict[int, list[str]] = {}
    for key, label in labels.items():
        members.setdefault(label, []).append(key)
    return sorted(map(sorted, members.values()))


def test_fingerprints(spark: Any, sites: list[Path]) -> None:
    pages = read(spark, sites, "fingerprint")
    found = on_spark(us.cluster_across_sites(pages, partitions=2))
    assert groups(found) == groups(on_one_machine(sites, "fingerprint"))


@pytest.mark.parametrize(
    ("block_pages", "partitions", "parameters"),
    [
        (1_000, 1, {}),
        (7, 3, {}),
        (7, 16, {"threshold": 0.6, "overlap": 0.4}),
        (3, 3, {"kappa": 0.2, "max_rounds": 1}),
        (20, 2, {"threshold": 0.95, "kappa": 0.9, "max_cells": 1}),
    ],
)
def test_structure_and_style(
    spark: Any, sites: list[Path], block_pages: int, partitions: int, parameters: dict[str, float]
) -> None:
    """Numbers of clusters too, since they count in the order of pages."""
    found = on_spark(
        us.cluster_across_sites(
            read(spark, sites, "structure-style"),
            method="structure-style",
            partitions=partitions,
            block_pages=block_pages,
            **parameters,
        )
    )
    known = on_one_machine(sites, "structure-style", **parameters)
    assert found == known
    assert 2 < len(set(known.values())) < len(known)
    both = [{key.partition("#")[0] for key in group} for group in groups(known)]
    assert any(len(files) > 1 for files in both)


def test_pages_that_are_gone_have_no_cluster(spark: Any, tmp_path: Path) -> None:
    pages = [(f"https://one.example/{at}", html) for at, html in enumerate(build_site(6, seed=1))]
    archives = write_archives(tmp_path, pages, 2)
    described = read(spark, archives, "structure-style").cache()
    count = described.count()
    archives[0].unlink()
    found = on_spark(us.cluster_across_sites(described, method="structure-style", partitions=2))
    assert len(found) == count == 6
    gone = {key for key, label in found.items() if label == -1}
    assert gone == {key for key in found if key.startswith(str(archives[0]))}


def test_no_page_at_all(spark: Any, sites: list[Path]) -> None:
    none = read(spark, sites, "structure-style").filter("site = 'no.example'")
    assert on_spark(us.cluster_across_sites(none, method="structure-style", partitions=2)) == {}


def test_blocks_are_cut_by_pages_and_by_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    import numpy as np

    monkeypatch.setattr(structure_style, "BLOCK_NODES", 100)
    nodes = np.array([5, 90, 1, 60, 60, 3, 2, 4], np.uint32)
    different = Different([bytes([at]) for at in range(8)], np.ones(8, np.uint32), nodes)
    blocks, smallest, largest = different.cut(3)
    # By size: 1 2 3, then 4 5 60, then the next 60, which begins beyond 100 nodes, and 90.
    assert blocks.tolist() == [1, 3, 0, 1, 2, 0, 0, 1]
    assert list(zip(smallest.tolist(), largest.tolist(), strict=True)) == [
        (1, 3),
        (4, 60),
        (60, 60),
        (90, 90),
    ]


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({"method": "auto"}, "across sites"),
        ({"threshold": 0.5}, "no parameter"),
        ({"method": "structure-style", "approximate": True}, "all pairs"),
        ({"method": "structure-style", "threshold": 2.0}, "cannot be"),
        ({"method": "structure-style", "block_pages": 0}, "less than 1"),
    ],
)
def test_wishes_that_mean_nothing_are_refused(wish: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        us.cluster_across_sites(None, **wish)  # type: ignore[arg-type]
