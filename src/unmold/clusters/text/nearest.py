"""Merging with the nearest by Jaccard: the order of TEXT-MAX, which never compares all pairs.

Signatures enter, a partition leaves. Heuristic 1: the partner with which a cluster saves most is
looked for only among the clusters of the largest Jaccard similarity, and these are met in the
signature space. The tables of that space are never rebuilt: they lead to the parts that a cluster
was merged from, and from there to the cluster that these are in now. After a merge only the new
cluster searches again, and those whose partner it took when their turn comes.
"""

from __future__ import annotations

from heapq import heappop, heappush

import numpy as np

from unmold.clusters.text.all_pairs import LEAST_GAIN
from unmold.clusters.text.essential import Counts
from unmold.clusters.text.signature_space import SignatureSpace
from unmold.clusters.text.signatures import Signatures

COMPARED = 64
"""Of the clusters met, those met most often have their whole signatures compared."""


def merge_nearest(signatures: Signatures) -> Counts:
    """For each item the number of its cluster."""
    return _Merger(signatures).run()


class _Merger:
    """The state of one run."""

    def __init__(self, signatures: Signatures) -> None:
        self.signatures = signatures
        self.space = SignatureSpace(signatures.minima)
        self.places = self.space.places.copy()
        self.parent = np.arange(len(signatures))
        self.version = [0] * len(signatures)
        self.heap: list[tuple[float, int, int, int, int]] = []
        self.searches = 0

    def run(self) -> Counts:
        self._merge_same()
        for cluster in np.flatnonzero(self.parent == np.arange(len(self.parent))).tolist():
            self._search(cluster)
        while self.heap:
            _, kept, gone, kept_version, gone_version = heappop(self.heap)
            if self.version[kept] != kept_version:
                continue
            if self.version[gone] != gone_version:
                self._search(kept)
            else:
                self._merge(kept, gone)
                self._search(kept)
        return self._find(np.arange(len(self.parent)))

    def _merge_same(self) -> None:
        """First of all, clusters with one signature."""
        _, first, numbers = np.unique(
            self.signatures.minima, axis=0, return_index=True, return_inverse=True
        )
        for item, number in enumerate(numbers.reshape(-1).tolist()):
            if item != first[number]:
                self._merge(int(first[number]), item)

    def _search(self, cluster: int) -> None:
        """Put the best pair of a cluster on the heap, if it saves anything."""
        others = self._nearest(cluster)
        if not len(others):
            return
        gains = self.signatures.gains(cluster, others)
        best = int(gains.argmax())
        if gains[best] > LEAST_GAIN:
            partner = int(others[best])
            versions = (self.version[cluster], self.version[partner])
            heappush(self.heap, (-float(gains[best]), cluster, partner, *versions))

    def _nearest(self, cluster: int) -> Counts:
        """The clusters of the largest estimated Jaccard similarity."""
        self.searches += 1
        met = self._find(self.space.meet(self.places[cluster], self.searches))
        others, times = np.unique(met[met != cluster], return_counts=True)
        if len(others) > COMPARED:
            others = others[np.argsort(-times, kind="stable")[:COMPARED]]
        if not len(others):
            return others
        shares = self.signatures.jaccard(cluster, others)
        nearest: Counts = others[shares == shares.max()]
        return nearest

    def _merge(self, kept: int, gone: int) -> None:
        minima = self.signatures.minima
        is_smaller = minima[gone] < minima[kept]
        self.places[kept, is_smaller] = self.places[gone, is_smaller]
        self.signatures.merge(kept, gone)
        self.parent[gone] = kept
        self.version[kept] += 1
        self.version[gone] = -1

    def _find(self, items: Counts) -> Counts:
        """The clusters that items are in now."""
        found = self.parent[items]
        while True:
            above = self.parent[found]
            if np.array_equal(above, found):
                return found
            self.parent[items] = above  # shorter ways for the next time
            found = above
