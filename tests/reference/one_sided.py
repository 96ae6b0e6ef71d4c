"""Merges of clusters that differ by optional blocks only, all paths of all pairs at once.

The difference of two clusters is how many bits more it takes to say which pages have which of the
possible paths if both share one template, in units of what it takes to say which cluster a page is
from. A path is possible on the pages that have the path above it.
"""

import numpy as np
from numpy.typing import NDArray

from unmold.clusters.incidence import Counts
from unmold.clusters.split_evidence import Presence

MAX_DIFFERENCE, MAX_OTHER_SIDE = 4.0, 0.6
PRIOR_CLIP, PARAMETER_BITS = 0.25, 2.0


def merge_clusters(
    presence: Presence, labels: NDArray[np.int64], clusters: int
) -> NDArray[np.int64]:
    """By cluster the first that it was merged with; pages of label -1 are in none."""
    merger = _OneSidedMerger(presence, labels, clusters)
    while merger.merge_best():
        pass
    return merger.owner


class _OneSidedMerger:
    """Counts of each cluster, and the differences of all pairs."""

    def __init__(self, presence: Presence, labels: NDArray[np.int64], clusters: int) -> None:
        # Pages of clusters that are not compared have the label -1.
        self.pages = float(presence.has.page_count)
        self.parents = presence.parents
        self.sizes = np.bincount(labels[labels >= 0], minlength=clusters).astype(np.float64)
        self.counts: Counts = presence.has.count(labels, clusters)
        total = presence.has.supports
        whole = np.where(self.parents >= 0, total[self.parents], self.pages)
        clip = PRIOR_CLIP / self.pages
        prior = np.clip(total / np.maximum(whole, 1), clip, 1 - clip)
        self.prior_bits = np.log2(prior), np.log2(1 - prior)
        self.costs = self._costs(self.counts, self.sizes)
        self.owner = np.arange(clusters)
        self.differences = np.full((clusters, clusters), np.inf)
        for cluster in range(clusters):
            self._compare(cluster, np.arange(cluster))

    def _costs(self, counts: Counts, sizes: Counts) -> Counts:
        """What each path costs each cluster, by the site's probability or by its own."""
        above = np.where(self.parents >= 0, counts[:, self.parents], sizes[:, None])
        present, absent = self.prior_bits
        shared = -counts * present - (above - counts) * absent
        own = _entropy_bits(counts, above) + PARAMETER_BITS
        costs: Counts = np.minimum(shared, own)
        return costs

    def _compare(self, cluster: int, others: NDArray[np.int64]) -> None:
        """The differences of one cluster to those of others that are alive."""
        self.differences[cluster, others] = self.differences[others, cluster] = np.inf
        others = others[(self.sizes[others] > 0) & (others != cluster)]
        if not len(others):
            return
        joint = self._costs(
            self.counts[others] + self.counts[cluster], self.sizes[others] + self.sizes[cluster]
        )
        scale = _entropy_bits(self.sizes[others], self.sizes[others] + self.sizes[cluster])
        extra = (joint - self.costs[others] - self.costs[cluster]) / scale[:, None]
        found = self._judge(extra, cluster, others)
        self.differences[cluster, others] = self.differences[others, cluster] = found

    def _judge(self, extra: Counts, cluster: int, others: NDArray[np.int64]) -> Counts:
        """The number of places in which each pair differs; infinite where both sides have some."""
        share = self.counts[cluster] / self.sizes[cluster]
        other_shares = self.counts[others] / self.sizes[others][:, None]
        positive = np.maximum(extra, 0)
        here = np.where(share > other_shares, positive, 0).sum(axis=1)
        there = np.where(share < other_shares, positive, 0).sum(axis=1)
        difference = extra.sum(axis=1)
        is_fine = (difference <= MAX_DIFFERENCE) & (np.minimum(here, there) <= MAX_OTHER_SIDE)
        return np.where(is_fine, difference, np.inf)

    def merge_best(self) -> bool:
        """Merge the pair with the smallest difference; false if none may be merged."""
        first, second = np.unravel_index(self.differences.argmin(), self.differences.shape)
        if not np.isfinite(self.differences[first, second]):
            return False
        kept, gone = int(min(first, second)), int(max(first, second))
        self.counts[kept] += self.counts[gone]
        self.sizes[kept] += self.sizes[gone]
        self.sizes[gone] = 0
        self.owner[self.owner == gone] = kept
        self.costs[kept] = self._costs(self.counts[[kept]], self.sizes[[kept]])[0]
        self.differences[gone] = self.differences[:, gone] = np.inf
        self._compare(kept, np.arange(len(self.sizes)))
        return True


def _entropy_bits(counts: Counts, above: Counts) -> Counts:
    """M H(S / M): the bits to say which S of M pages have something."""
    bits = np.zeros_like(counts)
    # What none or all pages have takes none: on most sites that is most of it.
    varies = (counts > 0) & (counts < above)
    ones, whole = counts[varies], above[varies]
    zeros = whole - ones
    bits[varies] = -ones * np.log2(ones / whole) - zeros * np.log2(zeros / whole)
    return bits
