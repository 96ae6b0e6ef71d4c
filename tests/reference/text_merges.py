"""Merging clusters with their nearest as TEXT-MAX does, as plainly as NumPy allows.

The twin of `rust/src/nearest_merges.rs`.
"""

from heapq import heappop, heappush

import numpy as np
from numpy.typing import NDArray

from unmold.clusters.published.text_costs import Signatures
from unmold.clusters.published.text_merging import LEAST_GAIN
from unmold.clusters.published.text_paths import Counts

# The signature space: who has the same entry at the same position of the signature. Entries that
# very many items share say little: of these items only some are met, those beside the cluster's own
# place and some from elsewhere. So a meeting takes a time that depends on the length of the
# signature and not on the number of items.


# A guess: no measurement is recorded.
MET_AT_ONCE = 8
"""Items met at one position beside the own place, and as many from elsewhere."""

_STRIDE = 7919
"""A prime, so that turns spread over groups of every size."""


class SignatureSpace:
    """All entries of all signatures, position by position, equal ones side by side.

    A *place* is an index of this order. Every item starts with one place for each position; a
    merged cluster has for each position the place of a part that has the entry.
    """

    def __init__(self, minima: NDArray[np.float64]) -> None:
        items, length = minima.shape
        order = np.argsort(minima, axis=0, kind="stable").T  # position by item
        ordered = np.take_along_axis(minima.T, order, axis=1)
        begins = np.ones((length, items), np.bool_)
        begins[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
        self._items: Counts = order.reshape(-1)
        groups = np.cumsum(begins.reshape(-1)) - 1
        starts = np.flatnonzero(begins.reshape(-1))
        self._starts: Counts = starts[groups]
        self._ends: Counts = np.append(starts[1:], items * length)[groups]
        self.places: Counts = np.empty((items, length), np.int64)
        """For each item and position its place."""
        for position in range(length):
            here = np.arange(position * items, (position + 1) * items)
            self.places[order[position], position] = here

    def meet(self, places: Counts, turn: int) -> Counts:
        """The items with the same entries; `turn` says which of those elsewhere."""
        starts, ends = self._starts[places], self._ends[places]
        last = np.maximum(ends - MET_AT_ONCE, starts)
        beside = np.clip(places - MET_AT_ONCE // 2, starts, last)
        elsewhere = starts + (turn * _STRIDE) % (last - starts + 1)
        firsts, bounds = np.concatenate([beside, elsewhere]), np.concatenate([ends, ends])
        met = firsts[:, None] + np.arange(MET_AT_ONCE)
        return self._items[met[met < bounds[:, None]]]


# TEXT-MAX, which never compares all pairs. Heuristic 1 of the paper: the partner with which a
# cluster saves most is looked for only among the clusters of the largest Jaccard similarity, and
# these are met in the signature space. The tables of that space are never rebuilt: they lead to the
# parts that a cluster was merged from, and from there to the cluster that these are in now. After a
# merge only the new cluster searches again, and those whose partner it took when their turn comes.


# A guess: no measurement is recorded.
COMPARED = 64
"""Of the clusters met, those met most often have their whole signatures compared."""


def merge_nearest(signatures: Signatures) -> Counts:
    """For each item the number of its cluster."""
    return _NearestMerger(signatures).run()


class _NearestMerger:
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
