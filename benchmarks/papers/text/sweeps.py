"""What variants, signature lengths and thresholds do to the family: one row for each choice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import get_args

import numpy as np

from benchmarks.papers.text.scoring import agreement, run_estimator
from unmold.bench.corpus import Corpus
from unmold.clusters.base import Labels, number_by_first_page
from unmold.clusters.cluster import rows_by_site
from unmold.clusters.published.text_costs import Signatures, count_supports, merged_cost
from unmold.clusters.published.text_paths import (
    Counts,
    EssentialPaths,
    Items,
    PathSettings,
    Variant,
    Weights,
    find_essential_paths,
    find_items,
)
from unmold.clusters.registry import make_clusterer
from unmold.features import Features

FAMILY = ("text-mdl", "text-hash", "text-max", "wavek-means")
VARIANTS: tuple[Variant, ...] = get_args(Variant)
SIGNED = ("text-hash", "text-max")


@dataclass(frozen=True, slots=True)
class Quality:
    """One method with one choice of paths on one corpus."""

    corpus: str
    method: str
    variant: str
    ari: float
    f1: float
    clusters: int
    templates: int
    seconds: float


@dataclass(frozen=True, slots=True)
class LengthEffect:
    """One method with signatures of one length on one corpus."""

    corpus: str
    method: str
    length: int
    ari: float
    f1: float
    agreement: float
    """ARI with the clusters of TEXT-MDL, which knows exact costs."""
    cost_error: float
    """By how much estimated costs of TEXT-MDL's clusters differ from exact ones, on average."""
    seconds: float


@dataclass(frozen=True, slots=True)
class ThresholdEffect:
    """TEXT-MAX with paths on at least a share of pages."""

    corpus: str
    contents: bool
    """Whether texts and images count, or elements alone."""
    threshold: float
    ari: float
    f1: float
    clusters: int


def measure_variants(corpus: Corpus, features: Features) -> Iterator[Quality]:
    """All methods with all choices of paths."""
    templates = len({(site, corpus.gold.template[path]) for site, path in _pages(features)})
    for variant in VARIANTS:
        for method in FAMILY:
            estimator = make_clusterer(method, variant=variant)
            _, found = run_estimator(estimator, features, corpus)
            yield Quality(
                corpus.name,
                method,
                variant,
                found.ari,
                found.f1,
                found.clusters,
                templates,
                found.seconds,
            )


def measure_lengths(
    corpus: Corpus, features: Features, lengths: Sequence[int]
) -> Iterator[LengthEffect]:
    """The methods with signatures, for each length."""
    exact, _ = run_estimator(make_clusterer("text-mdl"), features, corpus)
    for length in lengths:
        error = cost_error(features, exact, length)
        for method in SIGNED:
            estimator = make_clusterer(method, signature_length=length)
            labels, found = run_estimator(estimator, features, corpus)
            agreed = agreement(labels, exact, features.sites)
            yield LengthEffect(
                corpus.name, method, length, found.ari, found.f1, agreed, error, found.seconds
            )


def measure_thresholds(
    corpus: Corpus, features: Features, thresholds: Sequence[float]
) -> Iterator[ThresholdEffect]:
    """TEXT-MAX for each threshold, over elements alone and with contents."""
    kinds: tuple[Variant, ...] = ("frequent", "published")
    for variant in kinds:
        for threshold in thresholds:
            estimator = make_clusterer("text-max", variant=variant, threshold=threshold)
            _, found = run_estimator(estimator, features, corpus)
            yield ThresholdEffect(
                corpus.name, variant == "published", threshold, found.ari, found.f1, found.clusters
            )


def cost_error(features: Features, labels: Labels, length: int) -> float:
    """By how much estimated costs of clusters differ from exact ones, on average.

    Of clusters with more than one set of paths: estimates for all others are exact.
    """
    errors: list[float] = []
    for rows in rows_by_site(features.sites):
        errors += _site_errors(features.select(rows), labels[rows], length)
    return float(np.mean(errors)) if errors else 0.0


def _site_errors(site: Features, labels: Labels, length: int) -> list[float]:
    essential = find_essential_paths(site, PathSettings.of("frequent"))
    items = find_items(essential)
    if not len(items):
        return []
    first = np.unique(items.item_of_page, return_index=True)[1][-len(items) :]
    of_items = number_by_first_page(labels[first])
    exact = _exact_costs(items, of_items)
    estimated = _estimated_costs(items, essential, of_items, length)
    is_mixed = np.bincount(of_items) > 1
    errors: Weights = np.abs(estimated / exact - 1)[is_mixed]
    return [float(error) for error in errors]


def _exact_costs(items: Items, labels: Counts) -> Weights:
    clusters = count_supports(items.matrix, labels, items.sizes)
    costs = merged_cost(clusters.supports.data, clusters.entry_sizes.astype(np.float64))
    owners = np.repeat(np.arange(len(clusters.sizes)), np.diff(clusters.supports.indptr))
    summed = np.bincount(owners, costs * items.weights[clusters.supports.indices])
    return summed.astype(np.float64)


def _estimated_costs(
    items: Items, essential: EssentialPaths, labels: Counts, length: int
) -> Weights:
    signatures = Signatures.of(items, essential.paths, length, 0)
    firsts = np.unique(labels, return_index=True)[1]
    for item, label in enumerate(labels.tolist()):
        if item != firsts[label]:
            signatures.merge(int(firsts[label]), item)
    return signatures.costs()[firsts]


def _pages(features: Features) -> Iterator[tuple[str, str]]:
    return zip(features.sites, features.paths, strict=True)
