"""Measures of a whole grouping that are not pair counts: purity and mutual information.

Purity averaged over clusters is what the paper on template fingerprints (Hachenberg and Gottron,
CIKM 2013) prints, mutual information what it mentions. Logarithms are natural. No input yields NaN.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unmold.evaluation.contingency import Codes, Contingency
from unmold.evaluation.counts import harmonic_mean


@dataclass(frozen=True)
class Purity:
    """How much of a cluster its most frequent label fills: by cluster, and by page."""

    mean: float
    weighted: float


@dataclass(frozen=True)
class Information:
    """What clusters and gold labels tell of each other."""

    mutual_information: float
    """In nats."""
    normalized_mutual_information: float
    """Divided by the arithmetic mean of both entropies: the same number as the V-measure."""
    homogeneity: float
    """1 if every cluster holds one label only."""
    completeness: float
    """1 if every label lies in one cluster only."""


def measure_purity(table: Contingency) -> Purity:
    """Purity of the clusters in the table; 0 if there are none."""
    if table.pages == 0:
        return Purity(0.0, 0.0)
    largest = np.zeros(len(table.cluster_sizes), dtype=np.int64)
    np.maximum.at(largest, table.cluster, table.count)
    return Purity(
        mean=float(np.mean(largest / table.cluster_sizes)),
        weighted=int(largest.sum()) / table.pages,
    )


def measure_information(table: Contingency) -> Information:
    """Mutual information and its normalised forms; of a side that is one group all is known."""
    cluster_entropy = _entropy(table.cluster_sizes)
    gold_entropy = _entropy(table.gold_sizes)
    shared = _mutual_information(table, min(cluster_entropy, gold_entropy))
    homogeneity = shared / gold_entropy if gold_entropy else 1.0
    completeness = shared / cluster_entropy if cluster_entropy else 1.0
    return Information(
        mutual_information=shared,
        normalized_mutual_information=harmonic_mean(homogeneity, completeness),
        homogeneity=homogeneity,
        completeness=completeness,
    )


def _entropy(sizes: Codes) -> float:
    if len(sizes) < 2:
        return 0.0
    shares = sizes / sizes.sum()
    return float(-(shares * np.log(shares)).sum())


def _mutual_information(table: Contingency, at_most: float) -> float:
    """Mutual information, held within its bounds, which rounding may overstep by a hair."""
    if table.pages == 0:
        return 0.0
    cells, pages = table.count.astype(np.float64), table.pages
    expected = table.cluster_sizes[table.cluster] * (table.gold_sizes[table.gold] / pages)
    information = float((cells / pages * np.log(cells / expected)).sum())
    return min(max(information, 0.0), at_most)
