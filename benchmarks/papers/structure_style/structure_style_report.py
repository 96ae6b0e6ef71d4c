"""Sweeps over the settings of structure and style: rates, and counts of computed distances.

Sites are clustered one by one, of each the same random pages for all settings. Neighbours are
searched once for a weight and a threshold, and clustered for each overlap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from benchmarks.papers.report import Report, Started, run_silently
from unmold._core import find_nearest, find_neighbours
from unmold.bench.corpus import Corpus, load_features
from unmold.bench.quality import evaluate_labels, rates_of
from unmold.clusters.base import Labels
from unmold.clusters.cluster import rows_by_site
from unmold.clusters.pair_counts import add_counts, count_pairs
from unmold.errors import UsageError
from unmold.features import Features
from unmold.features.table import COMPARANDS

THRESHOLDS = (0.70, 0.85, 0.90, 0.95)
KAPPAS = (0.0, 0.2, 0.4, 0.5, 0.6, 0.8, 1.0)
OVERLAPS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1.0)
BEST = 0.85
"""Both thresholds of the paper's best run."""
LISTS = ((8, 2), (8, 4), (8, 6))
"""Nearest pages on a list, and how many of them two pages must share."""
MODES = ("mutual", "one-sided", "any")

Rates = dict[str, float]


@dataclass(frozen=True, slots=True)
class StructureStyleSettings:
    """What the benchmark depends on, besides pages."""

    sample: int = 30
    """Random pages of each site."""
    sites: int = 6
    """Random sites of each corpus."""
    seed: int = 0

    def __post_init__(self) -> None:
        if self.sample < 2 or self.sites < 1:
            raise UsageError("a benchmark needs a site, and of each site two pages")


@dataclass(frozen=True, slots=True)
class SharedRun:
    """One setting of shared near neighbours on one corpus; rates are means over sites."""

    corpus: str
    kappa: float
    threshold: float
    overlap: float
    clusters: int
    rates: Rates


@dataclass(frozen=True, slots=True)
class NearestRun:
    """One setting of Jarvis-Patrick on one corpus."""

    corpus: str
    neighbours: int
    shared: int
    membership: str
    clusters: int
    rates: Rates


@dataclass(frozen=True, slots=True)
class Decided:
    """By what the pairs of a corpus' sites were decided."""

    corpus: str
    kappa: float
    threshold: float
    counts: dict[str, int]


@dataclass(frozen=True, slots=True)
class StructureStyleReport(Report):
    """Everything that was measured."""

    settings: StructureStyleSettings
    corpora: list[dict[str, Any]]
    """Name, pages, sites and templates of what was measured on."""
    shared: list[SharedRun]
    nearest: list[NearestRun]
    decided: list[Decided]


def measure_structure_style(
    corpora: Sequence[Corpus],
    settings: StructureStyleSettings | None = None,
    started: Started = run_silently,
) -> StructureStyleReport:
    """Run all settings over all corpora; `started` is called with the name of each step."""
    settings = settings or StructureStyleSettings()
    report = StructureStyleReport(settings, [], [], [], [])
    for corpus in corpora:
        sample = _Sample.draw(corpus, settings)
        if sample is None:
            continue
        report.corpora.append(sample.describe())
        for kappa, threshold, overlaps in _sweeps():
            started(f"{corpus.name}, kappa {kappa}, threshold {threshold}")
            runs, decided = sample.run_shared(kappa, threshold, overlaps)
            report.shared.extend(runs)
            report.decided.append(decided)
        started(f"{corpus.name}, nearest pages")
        report.nearest.extend(sample.run_nearest())
    return report


def _sweeps() -> Iterator[tuple[float, float, tuple[float, ...]]]:
    """Every weight and threshold with the overlaps to try: one of the three varies at a time."""
    for threshold in THRESHOLDS:
        yield 0.5, threshold, OVERLAPS if threshold == BEST else (threshold,)
    for kappa in KAPPAS:
        if kappa != 0.5:
            yield kappa, BEST, (BEST,)


@dataclass(frozen=True, slots=True)
class _Sample:
    """Random pages of random sites of a corpus, ready to be compared."""

    corpus: Corpus
    features: Features

    @classmethod
    def draw(cls, corpus: Corpus, settings: StructureStyleSettings) -> _Sample | None:
        loaded = load_features(corpus, {COMPARANDS}, sample=settings.sample, seed=settings.seed)
        features = loaded.sampled
        names = sorted(set(features.sites))
        chosen = set(Random(settings.seed).sample(names, min(settings.sites, len(names))))
        rows = [row for row, site in enumerate(features.sites) if site in chosen]
        return cls(corpus, features.select(np.array(rows, np.int64))) if rows else None

    def describe(self) -> dict[str, Any]:
        sites, gold = self.features.sites, self.corpus.gold.template
        templates = {
            (site, gold[path]) for site, path in zip(sites, self.features.paths, strict=True)
        }
        return {
            "name": self.corpus.name,
            "pages": len(self.features),
            "sites": len(set(sites)),
            "templates": len(templates),
        }

    def run_shared(
        self, kappa: float, threshold: float, overlaps: Sequence[float]
    ) -> tuple[list[SharedRun], Decided]:
        labels = {overlap: np.zeros(len(self.features), np.int64) for overlap in overlaps}
        counts = []
        for rows, site in self._sites():
            found = find_neighbours(site.comparands, threshold, kappa=kappa)
            for overlap, of_all in labels.items():
                of_all[rows] = np.frombuffer(found.cluster(overlap)[0], "<u4")
            pages, distinct = len(rows), found.distinct
            pairs = (pages * (pages - 1) // 2, distinct * (distinct - 1) // 2)
            counts.append(count_pairs(*pairs, found.counts))
        runs = [
            SharedRun(self.corpus.name, kappa, threshold, overlap, *self._judge(of_all))
            for overlap, of_all in labels.items()
        ]
        return runs, Decided(self.corpus.name, kappa, threshold, add_counts(counts))

    def run_nearest(self) -> list[NearestRun]:
        runs = []
        sites = list(self._sites())
        for neighbours in sorted({neighbours for neighbours, _ in LISTS}):
            nearest = [find_nearest(site.comparands, neighbours) for _, site in sites]
            for shared in (shared for count, shared in LISTS if count == neighbours):
                for mode in MODES:
                    labels = np.zeros(len(self.features), np.int64)
                    for (rows, _), lists in zip(sites, nearest, strict=True):
                        found = lists.cluster(min(shared, len(rows)), membership=mode)
                        labels[rows] = np.frombuffer(found, "<u4")
                    judged = self._judge(labels)
                    runs.append(NearestRun(self.corpus.name, neighbours, shared, mode, *judged))
        return runs

    def _sites(self) -> Iterator[tuple[Labels, Features]]:
        return ((rows, self.features.select(rows)) for rows in rows_by_site(self.features.sites))

    def _judge(self, labels: Labels) -> tuple[int, Rates]:
        """The number of clusters, and the rates as means over sites."""
        evaluation = evaluate_labels(labels, self.features, self.corpus)
        by_site = [rates_of(scores) for scores in evaluation.sites.values()]
        means = {rate: sum(site[rate] for site in by_site) / len(by_site) for rate in by_site[0]}
        return evaluation.pooled.clusters, means
