"""What merges save, from the exact supports of paths: the costs of TEXT-MDL.

Items enter; for a cluster and all others, what merging them saves leaves. The cost of a cluster is
the number of non-zeros that its best template takes. All clusters lie one behind the other in flat
arrays, so that one cluster meets all others in one pass.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from unmold.clusters.text.description import merged_cost
from unmold.clusters.text.essential import Counts, Weights
from unmold.clusters.text.items import Items


class SupportCosts:
    """Clusters as the supports of their paths."""

    def __init__(self, items: Items) -> None:
        self.weights = items.weights
        self.sizes = items.sizes.astype(np.float64)
        self.costs: Weights = items.masses  # one non-zero a path, however many pages share it
        self._owners = np.repeat(np.arange(len(items)), np.diff(items.matrix.indptr))
        self._columns: NDArray[np.int64] = items.matrix.indices.astype(np.int64)
        self._supports: Weights = self.sizes[self._owners]

    def __len__(self) -> int:
        return len(self.sizes)

    def gains(self, cluster: int, others: Counts) -> Weights:
        """What merging a cluster with each other one saves; below 0 for what it costs."""
        own = self._dense(cluster)
        pages = self.sizes[cluster] + self.sizes
        shared, support = own[self._columns], pages[self._owners]
        added = merged_cost(shared + self._supports, support) - merged_cost(shared, support)
        added *= self.weights[self._columns]
        unions = np.bincount(self._owners, added, len(self)) + self._alone(cluster, pages)
        gains: Weights = self.costs[cluster] + self.costs - unions
        return gains[others]

    def merge(self, kept: int, gone: int) -> None:
        """Put the pages of one cluster into another."""
        supports = self._dense(kept) + self._dense(gone)
        columns = np.flatnonzero(supports)
        is_alive = (self._owners != kept) & (self._owners != gone)
        self._owners = np.append(self._owners[is_alive], np.full(len(columns), kept))
        self._columns = np.append(self._columns[is_alive], columns)
        self._supports = np.append(self._supports[is_alive], supports[columns])
        self.sizes[kept] += self.sizes[gone]
        cost = merged_cost(supports[columns], self.sizes[kept])
        self.costs[kept] = float(cost @ self.weights[columns])

    def _dense(self, cluster: int) -> Weights:
        """The support of every path in one cluster."""
        supports = np.zeros(len(self.weights))
        own = self._owners == cluster
        supports[self._columns[own]] = self._supports[own]
        return supports

    def _alone(self, cluster: int, pages: Weights) -> Weights:
        """The cost of a cluster's own paths among so many pages, for each number of them."""
        own = self._owners == cluster
        supports, weights = self._supports[own], self.weights[self._columns[own]]
        totals, numbers = np.unique(pages, return_inverse=True)
        costs = [float(merged_cost(supports, total) @ weights) for total in totals.tolist()]
        return np.array(costs)[numbers.reshape(-1)]
