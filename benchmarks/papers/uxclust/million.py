"""UXClust on a million tuples: DuckDB groups them, and only sampled pages are looked at."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.papers.report import Started, run_silently
from benchmarks.papers.uxclust.published_crawls import SITES
from benchmarks.papers.uxclust.tuples import GeneratedSite, read_site_tuples, write_tuples
from unmold.bench.measuring import measure
from unmold.clusters.published.uxclust import UxClusterer
from unmold.evaluation import evaluate_clusters


@dataclass(frozen=True, slots=True)
class MillionResult:
    """What clustering all tuples took."""

    tuples: int
    xpaths: int
    groups: int
    """XPaths above the cut-off."""
    clusters: int
    dropped: int
    """Pages below the cut-off."""
    precision: float
    recall: float
    """Over pairs of clustered pages, against the templates that the sites were made from."""
    seconds: float
    memory: int | None


def measure_million(started: Started = run_silently) -> MillionResult:
    """Write the tuples, then cluster every site of them."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "inbound.parquet"
        started("a million tuples")
        sites = write_tuples(path)
        results, cost = measure(lambda: _cluster_all(path, sites))
    rates = [
        evaluate_clusters(labels[labels >= 0], site.templates[labels >= 0]).pooled.pairs
        for (labels, _, _), site in zip(results, sites, strict=True)
    ]
    return MillionResult(
        tuples=sum(len(labels) for labels, _, _ in results),
        xpaths=sum(site.xpaths for site in SITES),
        groups=sum(groups for _, groups, _ in results),
        clusters=sum(clusters for _, _, clusters in results),
        dropped=sum(int((labels < 0).sum()) for labels, _, _ in results),
        precision=float(np.mean([rate.precision for rate in rates])),
        recall=float(np.mean([rate.recall for rate in rates])),
        seconds=cost.seconds,
        memory=cost.memory,
    )


def _cluster_all(
    path: Path, sites: list[GeneratedSite]
) -> list[tuple[np.ndarray[tuple[int], np.dtype[np.int64]], int, int]]:
    results = []
    for paper, site in zip(SITES, sites, strict=True):
        tuples = read_site_tuples(path, paper.name)
        clusterer = UxClusterer().fit_codes(tuples.codes, tuples.xpaths, site)
        groups = sum(map(len, clusterer.xpaths_))
        results.append((clusterer.labels_, groups, len(clusterer.xpaths_)))
    return results
