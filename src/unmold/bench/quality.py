"""The quality benchmark: scores clustering methods on corpora.

A method sees the features of one site at a time. Rates are means over sites, each site alike, and
take account of pairs about which the gold has no opinion. A method that compares all pairs of pages
sees random pages of each site, the same for every such method. `quality_table` shows the results,
`floors` guards them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from unmold.bench.corpus import Corpus, CorpusFeatures, Watch, load_features
from unmold.bench.measuring import Cost, Measured, describe_code, measure, release_memory
from unmold.clusters.base import Labels
from unmold.clusters.cluster import rows_by_site
from unmold.clusters.registry import find_method, make_clusterer
from unmold.errors import UsageError
from unmold.evaluation import Evaluation, Scores, evaluate_clusters
from unmold.features.table import COMPARANDS

if TYPE_CHECKING:
    from unmold.features import Features

RATES = ("ari", "precision", "recall", "f1", "purity")
"""What is said of a method: all rates, 1 is best."""

GUARDED = ("ari", "f1", "precision", "recall")
"""The rates that have floors."""


@dataclass(frozen=True, slots=True)
class QualitySettings:
    """What a comparison of methods depends on, besides pages and methods."""

    sample: int = 100
    """Pages of each site that methods see which compare all pairs."""
    seed: int = 0

    def __post_init__(self) -> None:
        if self.sample < 2:
            raise UsageError(f"a sample of {self.sample} pages has no pair to judge")


@dataclass(frozen=True, slots=True)
class CorpusFacts:
    """A corpus as it was measured on."""

    name: str
    pages: int
    sites: int
    templates: int
    page_bytes: int
    feature_seconds: float
    """Reading the pages and computing their features, once for all methods."""


@dataclass(frozen=True, slots=True)
class MethodResult:
    """One method on one corpus."""

    corpus: str
    method: str
    pages: int
    sites: int
    sample: int | None
    """Pages of each site that the method saw at most; None if it saw all."""
    templates: int
    clusters: int
    unclustered: int
    rates: dict[str, float]
    """Means over sites."""
    seconds: float
    """Clustering alone, from features."""
    memory: int | None
    """Bytes by which the resident memory rose at the largest site, besides the features."""
    by_site: dict[str, dict[str, float]] = field(default_factory=dict)

    @property
    def pages_per_second(self) -> float:
        return self.pages / self.seconds if self.seconds > 0 else float("inf")


@dataclass(frozen=True, slots=True)
class QualityReport(Measured):
    """All methods on all corpora."""

    settings: QualitySettings
    corpora: list[CorpusFacts]
    results: list[MethodResult]

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def measure_quality(
    corpora: Sequence[Corpus],
    methods: Sequence[str],
    settings: QualitySettings | None = None,
    *,
    watch: Watch | None = None,
    started: Callable[[str, str], object] | None = None,
) -> QualityReport:
    """Run every method over every corpus.

    `started` is called with a corpus and a method before each run, `watch` gets the pages that are
    read. A corpus none of whose pages can be judged is left out.
    """
    describe_code()
    settings = settings or QualitySettings()
    chosen = [find_method(name).load() for name in methods]
    columns = {column for method in chosen for column in (*method.reads, *method.reads_later)}
    facts: list[CorpusFacts] = []
    results: list[MethodResult] = []
    for corpus in corpora:
        loaded = load_features(
            corpus, columns, sample=settings.sample, seed=settings.seed, watch=watch
        )
        if len(loaded.features) == 0:
            continue
        facts.append(_describe(loaded))
        for name in methods:
            if started:
                started(corpus.name, name)
            results.append(run_method(loaded, name, settings))
    return QualityReport(settings, facts, results)


def run_method(loaded: CorpusFeatures, name: str, settings: QualitySettings) -> MethodResult:
    """One method on one corpus."""
    method = find_method(name).load()
    is_sampled = method.is_quadratic or COMPARANDS in method.reads
    features = loaded.sampled if is_sampled else loaded.features
    labels, cost = _cluster(name, features)
    evaluation = evaluate_labels(labels, features, loaded.corpus)
    sample = settings.sample if is_sampled else None
    return _summarize(loaded.corpus.name, name, sample, evaluation, cost)


def _cluster(name: str, features: Features) -> tuple[Labels, Cost]:
    """The labels of every page, of a fresh estimator for every site; the time of all sites.

    Sites are cut out of the table before the clock runs. Numbers repeat from site to site.
    """
    labels = np.empty(len(features), np.int64)
    seconds, memory = 0.0, None
    release_memory()
    for rows in rows_by_site(features.sites):
        site, estimator = features.select(rows), make_clusterer(name)
        labels[rows], cost = measure(partial(estimator.fit_predict, site))
        seconds += cost.seconds
        memory = None if cost.memory is None else max(memory or 0, cost.memory)
    return labels, Cost(seconds, memory)


def evaluate_labels(labels: Labels, features: Features, corpus: Corpus) -> Evaluation:
    """What labels are worth before the gold of a corpus; numbers may repeat from site to site."""
    gold = corpus.gold

    def pick(level: Any) -> Any:
        return None if level is None else [level[path] for path in features.paths]

    return evaluate_clusters(
        labels,
        pick(gold.template),
        coarse=pick(gold.coarse),
        fine=pick(gold.fine),
        sites=features.sites,
    )


def _summarize(
    corpus: str, method: str, sample: int | None, evaluation: Evaluation, cost: Cost
) -> MethodResult:
    by_site = {site: rates_of(scores) for site, scores in evaluation.sites.items()}
    pooled = evaluation.pooled
    return MethodResult(
        corpus=corpus,
        method=method,
        pages=pooled.pages,
        sites=len(by_site),
        sample=sample,
        templates=pooled.templates,
        clusters=pooled.clusters,
        unclustered=pooled.unclustered,
        rates={rate: _mean(site[rate] for site in by_site.values()) for rate in RATES},
        seconds=cost.seconds,
        memory=cost.memory,
        by_site=by_site,
    )


def rates_of(scores: Scores) -> dict[str, float]:
    """The rates by name, without pairs about which the gold has no opinion."""
    pairs = scores.care_pairs
    return {
        "ari": pairs.adjusted_rand_index,
        "precision": pairs.precision,
        "recall": pairs.recall,
        "f1": pairs.f1,
        "purity": scores.purity.weighted,
    }


def _mean(values: Iterator[float]) -> float:
    collected = list(values)
    return sum(collected) / len(collected)


def _describe(loaded: CorpusFeatures) -> CorpusFacts:
    sites = loaded.features.sites
    return CorpusFacts(
        name=loaded.corpus.name,
        pages=len(loaded.features),
        sites=len(set(sites)),
        templates=len(set(zip(sites, loaded.templates, strict=True))),
        page_bytes=loaded.page_bytes,
        feature_seconds=loaded.seconds,
    )
