"""The orders in which the TEXT methods merge clusters: the best of all pairs, or the nearest."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import Any, Protocol

import numpy as np

from unmold.clusters.published.text_costs import Signatures
from unmold.clusters.published.text_paths import Counts, Weights

# TEXT-MDL and TEXT-HASH: every cluster knows the partner with which it saves most, and a heap knows
# the best of these pairs; after a merge only the pairs of the new cluster are evaluated again, and
# the others keep what they would save. Merging ends when no pair saves anything.


LEAST_GAIN = 1e-9
"""Sums of weights differ in their last bits; what saves less than this saves nothing."""


class Costs(Protocol):
    """What merging clusters saves."""

    def __len__(self) -> int:
        """The clusters at the beginning."""

    def gains(self, cluster: int, others: Counts) -> Weights:
        """What merging a cluster with each other one saves."""

    def merge(self, kept: int, gone: int) -> None:
        """Put the pages of one cluster into another."""


def merge_all_pairs(costs: Costs) -> Counts:
    """For each item the number of its cluster."""
    merger = _PairMerger(costs)
    while merger.merge_best():
        pass
    return merger.owner


class _PairMerger:
    """The state of one run: gains of all pairs, and the best pair of each cluster in a heap."""

    def __init__(self, costs: Costs) -> None:
        self.costs = costs
        items = len(costs)
        self.owner = np.arange(items)
        self.alive = np.ones(items, np.bool_)
        self.table = np.full((items, items), -np.inf)
        for cluster in range(items - 1):
            others = np.arange(cluster + 1, items)
            gains = costs.gains(cluster, others)
            self.table[cluster, others] = self.table[others, cluster] = gains
        self.heap = [self._best_of(cluster) for cluster in range(items)]
        heapify(self.heap)

    def merge_best(self) -> bool:
        """Merge the pair that saves most, if any does."""
        while self.heap:
            loss, kept, gone = heappop(self.heap)
            if -loss <= LEAST_GAIN:
                return False
            if not self.alive[kept]:
                continue
            if not self.alive[gone] or self.table[kept, gone] != -loss:
                heappush(self.heap, self._best_of(kept))  # what it was best with has changed
                continue
            self._merge(min(kept, gone), max(kept, gone))
            return True
        return False

    def _best_of(self, cluster: int) -> tuple[float, int, int]:
        partner = int(self.table[cluster].argmax())
        return -float(self.table[cluster, partner]), cluster, partner

    def _merge(self, kept: int, gone: int) -> None:
        self.costs.merge(kept, gone)
        self.owner[self.owner == gone] = kept
        self.alive[gone] = False
        self.table[gone] = self.table[:, gone] = -np.inf
        others = np.flatnonzero(self.alive)
        others = others[others != kept]
        gains = self.costs.gains(kept, others)
        self.table[kept, others] = self.table[others, kept] = gains
        # The new cluster's own best pair stands for all of its pairs.
        heappush(self.heap, self._best_of(kept))


# TEXT-MAX, which never compares all pairs. Heuristic 1 of the paper: the partner with which a
# cluster saves most is looked for only among the clusters of the largest Jaccard similarity, and
# these are met where entries of the signatures are equal.


def merge_nearest(signatures: Signatures) -> Counts:
    """For each item the number of its cluster."""
    from unmold import _core

    length = signatures.minima.shape[1]
    minima: Any = signatures.minima.reshape(-1)
    counts: Any = signatures.counts.reshape(-1)
    sizes: Any = signatures.sizes
    masses: Any = signatures.masses
    merged = _core.merge_nearest(minima, counts, sizes, masses, length)
    return np.frombuffer(merged, np.uint32).astype(np.int64)
