"""One-sided merges: clusters that differ by optional blocks belong to one template.

Clusters and the element paths of their pages enter; the clusters leave, some of them merged. A
list with rows and one without differ on one side only: the one has all that the other has. A list
and an article differ on both sides. What tells two clusters apart is measured in bits: how much
dearer it is to say for each page which of the possible elements it has, if the clusters share one
template. The unit is what it takes to say which cluster a page is from: a path that all pages of
the one and none of the other have counts 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from unmold.clusters.views import Weighing
from unmold.features import Features

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

MAX_DIFFERENCE = 4.0
"""Merge clusters that at most so many places tell apart."""

MAX_OTHER_SIDE = 0.6
"""And of these at most so many on the side that has less."""

MIN_PAGES = 2
"""A single page says too little about what is optional."""

PRIOR_CLIP = 0.25
PARAMETER_BITS = 2.0
"""What it costs a cluster to have a probability of its own for a path."""

Counts = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Presence:
    """Which page has which path, and which path stands above each; rows are pages."""

    has: csr_matrix
    parents: NDArray[np.int64]
    """The column of the path above; -1 for a root, which every page could have."""


def merge_one_sided(features: Features, labels: NDArray[np.int64]) -> NDArray[np.int64]:
    """Merge the clusters that differ by optional blocks only; labels run from 0."""
    clusters = int(labels.max(initial=-1)) + 1
    if clusters < 2:
        return labels
    presence = find_presence(features)
    merger = _Merger(presence, labels, clusters)
    while merger.merge_best():
        pass
    return merger.owner[labels]


def find_presence(features: Features) -> Presence:
    """The paths that are frequent enough and say something that their parent does not."""
    from scipy.sparse import csr_matrix

    column = features.element_paths
    rows = column.pages
    paths, first, columns, counts = np.unique(
        column.values, return_index=True, return_inverse=True, return_counts=True
    )
    columns = columns.reshape(-1)
    parents = find_parents(paths, features.element_path_parents.values[first])
    whole = np.where(parents >= 0, counts[parents], len(features))
    # A child never stands without its parent, so equal counts mean equal pages.
    kept = (counts >= Weighing().frequent(len(features))) & (counts != whole)
    numbers = np.cumsum(kept) - 1
    parents = _nearest_kept(parents, kept, numbers)
    used = kept[columns]
    place = (rows[used], numbers[columns[used]])
    has = csr_matrix((np.ones(used.sum()), place), shape=(len(features), int(kept.sum())))
    return Presence(has, parents)


def find_parents(paths: NDArray[np.uint64], above: NDArray[np.uint64]) -> NDArray[np.int64]:
    """The position of the path above each, of paths in order; -1 for a root."""
    if not len(paths):
        return np.empty(0, np.int64)
    position = np.searchsorted(paths, above)
    position[position == len(paths)] = 0
    return np.where(paths[position] == above, position, -1)


def _nearest_kept(
    parents: NDArray[np.int64], kept: NDArray[np.bool_], numbers: NDArray[np.int64]
) -> NDArray[np.int64]:
    """For each kept path the nearest kept path above it, by new numbers.

    A path that was dropped stands on the same pages as its own parent (or is too rare to have a
    frequent child), so nothing is lost by stepping over it.
    """
    above = parents.copy()
    for _ in range(len(parents)):
        stepped = (above >= 0) & ~kept[above]
        if not stepped.any():
            break
        above[stepped] = parents[above[stepped]]
    chosen = above[kept]
    return np.where(chosen >= 0, numbers[chosen], -1)


class _Merger:
    """Counts of each cluster, and the differences of all pairs."""

    def __init__(self, presence: Presence, labels: NDArray[np.int64], clusters: int) -> None:
        self.pages = float(presence.has.shape[0])
        self.parents = presence.parents
        self.sizes = np.bincount(labels, minlength=clusters).astype(np.float64)
        members = membership(labels, clusters)
        self.counts: Counts = np.asarray((members @ presence.has).todense(), dtype=np.float64)
        total = self.counts.sum(axis=0)
        whole = np.where(self.parents >= 0, total[self.parents], self.pages)
        clip = PRIOR_CLIP / self.pages
        self.prior = np.clip(total / np.maximum(whole, 1), clip, 1 - clip)
        self.costs = self._costs(self.counts, self.sizes)
        self.owner = np.arange(clusters)
        self.differences = np.full((clusters, clusters), np.inf)
        for cluster in range(clusters):
            self._compare(cluster)

    def _costs(self, counts: Counts, sizes: Counts) -> Counts:
        """What each path costs each cluster, by the site's probability or by its own."""
        above = np.where(self.parents >= 0, counts[:, self.parents], sizes[:, None])
        shared = -counts * np.log2(self.prior) - (above - counts) * np.log2(1 - self.prior)
        own = _entropy_bits(counts, above) + PARAMETER_BITS
        costs: Counts = np.minimum(shared, own)
        return costs

    def _compare(self, cluster: int) -> None:
        """The differences of one cluster to all that are alive."""
        self.differences[cluster] = self.differences[:, cluster] = np.inf
        if self.sizes[cluster] < MIN_PAGES:
            return
        others = np.flatnonzero((self.sizes >= MIN_PAGES) & (np.arange(len(self.sizes)) != cluster))
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
        """The number of places that tell each pair apart; infinite where both sides have some."""
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
        self._compare(kept)
        return True


def membership(labels: NDArray[np.int64], clusters: int) -> csr_matrix:
    """Which cluster (row) has which page (column)."""
    from scipy.sparse import csr_matrix

    place = (labels, np.arange(len(labels)))
    return csr_matrix((np.ones(len(labels)), place), shape=(clusters, len(labels)))


def _entropy_bits(counts: Counts, above: Counts) -> Counts:
    """M H(S / M): the bits to say which S of M pages have something."""
    rest = above - counts
    ones = np.where(counts > 0, -counts * _log2(counts, above), 0.0)
    zeros = np.where(rest > 0, -rest * _log2(rest, above), 0.0)
    return ones + zeros


def _log2(part: Counts, whole: Counts) -> Counts:
    safe = np.where(part > 0, part, 1) / np.where(whole > 0, whole, 1)
    return np.log2(np.where(part > 0, safe, 1))
