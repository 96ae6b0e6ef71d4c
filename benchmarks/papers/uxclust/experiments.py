"""The experiments of the UXClust paper: rates and times of methods on linked sites."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from benchmarks.papers.uxclust.linked_sites import LinkedSite
from benchmarks.papers.uxclust.one_template import evaluate_one_template
from benchmarks.papers.uxclust.published_crawls import BASELINE_PAGES
from unmold.bench.measuring import measure
from unmold.clusters.base import Clusterer
from unmold.clusters.published.baselines import CommonPathsClusterer, PqGramsClusterer
from unmold.clusters.published.uxclust import UxClusterer

SWEEPS: dict[str, tuple[float, ...]] = {
    "similarity": (0.0, 0.2, 0.4, 0.6, 0.7, 0.8, 0.9, 1.0),
    "occurrence": (0.0, 0.1, 0.2, 0.3, 0.4, 0.6, 0.8, 0.9),
    "samples": (1, 2, 3, 4, 5, 7, 10),
    "cutoff": (2, 5, 10, 20, 50, 100, 200, 500, 1000),
}
"""The four thresholds and the values they are tried with."""

GROWTH = (50, 100, 200, 400, 700, 1000)
"""Pages that common paths get."""

TREE_GROWTH = (10, 20, 40, 70, 100)
"""Pages that pq-grams get."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One method on some pages of a site."""

    site: str
    method: str
    parameter: str
    """What was varied; empty for the comparison."""
    value: float
    pages: int
    gold_pages: int
    clustered: float
    """Share of the pages that are in a cluster."""
    precision: float
    recall: float
    pair_precision: float
    pair_recall: float
    seconds: float

    @property
    def per_second(self) -> float:
        """Pages of the known template per second."""
        return self.gold_pages / max(self.seconds, 1e-9)


def compare(site: LinkedSite, cutoff: int, seed: int) -> Iterator[Outcome]:
    """UXClust on the whole site, the baselines on as many pages as in the paper."""
    yield _run(site, "uxclust", UxClusterer(cutoff=cutoff))
    yield _run(site, "uxclust, verified", UxClusterer(cutoff=cutoff, verify=True))
    drawn = site.draw(BASELINE_PAGES["common-paths"], seed)
    yield _run(drawn, "common-paths", CommonPathsClusterer(jobs=1))
    trees = replace(site, features=site.prepared, is_gold=site.prepared_is_gold)
    yield _run(trees, "pq-grams", PqGramsClusterer())


def sweep(site: LinkedSite, cutoff: int) -> Iterator[Outcome]:
    """One threshold at a time, the others as published."""
    for parameter, values in SWEEPS.items():
        for value in values:
            chosen: dict[str, Any] = {"cutoff": cutoff, parameter: value}
            if parameter in ("samples", "cutoff"):
                chosen[parameter] = int(value)
            yield _run(site, "uxclust", UxClusterer(**chosen), parameter, value)


def grow(site: LinkedSite, seed: int) -> Iterator[Outcome]:
    """The baselines on more and more pages."""
    for pages in GROWTH:
        if pages <= len(site.features):
            drawn = site.draw(pages, seed)
            yield _run(drawn, "common-paths", CommonPathsClusterer(jobs=1), "pages", pages)
    trees = replace(site, features=site.prepared, is_gold=site.prepared_is_gold)
    for pages in TREE_GROWTH:
        if pages <= len(trees.features):
            yield _run(trees.draw(pages, seed), "pq-grams", PqGramsClusterer(), "pages", pages)


def _run(
    site: LinkedSite, method: str, estimator: Clusterer, parameter: str = "", value: float = 0.0
) -> Outcome:
    labels, cost = measure(partial(estimator.fit_predict, site.features))
    scores = evaluate_one_template(labels, site.is_gold)
    return Outcome(
        site=site.name,
        method=method,
        parameter=parameter,
        value=float(value),
        pages=len(labels),
        gold_pages=scores.gold_pages,
        clustered=float((labels >= 0).mean()) if len(labels) else 0.0,
        precision=scores.precision,
        recall=scores.recall,
        pair_precision=scores.pair_precision,
        pair_recall=scores.pair_recall,
        seconds=cost.seconds,
    )
