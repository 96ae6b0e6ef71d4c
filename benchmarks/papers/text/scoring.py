"""One estimator on the sites of a corpus: labels, how right they are, and what they took."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import process_time
from typing import Any

import numpy as np

from unmold.bench.corpus import Corpus
from unmold.clusters.base import Clusterer, Labels
from unmold.clusters.cluster import cluster_by_site
from unmold.evaluation import Evaluation, evaluate_clusters
from unmold.features import Features


@dataclass(frozen=True, slots=True)
class Scored:
    """How right labels are, as means over sites."""

    ari: float
    f1: float
    clusters: int
    """Of all sites together."""
    seconds: float
    """Of processors."""


def run_estimator(
    estimator: Clusterer, features: Features, corpus: Corpus
) -> tuple[Labels, Scored]:
    """Cluster each site and judge the labels."""
    start = process_time()
    labels = cluster_by_site(estimator, features)
    seconds = process_time() - start
    gold = corpus.gold

    def pick(level: Any) -> Any:
        return None if level is None else [level[path] for path in features.paths]

    evaluation = evaluate_clusters(
        labels,
        pick(gold.template),
        coarse=pick(gold.coarse),
        fine=pick(gold.fine),
        sites=features.sites,
    )
    ari, f1 = _means(evaluation)
    return labels, Scored(ari, f1, evaluation.pooled.clusters, seconds)


def agreement(labels: Labels, others: Labels, sites: Sequence[str]) -> float:
    """The ARI of two clusterings, as the mean over sites."""
    return _means(evaluate_clusters(labels, [str(label) for label in others], sites=sites))[0]


def _means(evaluation: Evaluation) -> tuple[float, float]:
    pairs = [scores.care_pairs for scores in evaluation.sites.values()]
    rates = [(one.adjusted_rand_index, one.f1) for one in pairs]
    ari, f1 = np.mean(rates, axis=0).tolist()
    return ari, f1
