"""Extended MinHash signatures: short sketches of clusters from which costs are estimated.

The paths of items enter. For each hash function a signature keeps the smallest hash of all paths of
a cluster, and on how many of its pages the path of that hash stands. The path is a random one of
the union, so that the share of positions with the count m estimates how many paths stand on exactly
m pages. Merging two signatures takes the smaller hash with its count, and adds the counts of equal
ones; no path is needed. Paths with weights are drawn in proportion to them: the hash is an
exponential variable whose rate is the weight.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from unmold.clusters.text.description import is_template, merged_cost
from unmold.clusters.text.essential import Counts, Weights
from unmold.clusters.text.items import Items

SIGNATURE_LENGTH = 128
"""The error of an estimated share is about 1/sqrt(128), or 0.09."""
MAX_SIGNATURE_LENGTH = 1 << 16


class Signatures:
    """The signatures of clusters, one in each row."""

    def __init__(self, minima: Weights, counts: Weights, sizes: Weights, masses: Weights) -> None:
        self.minima = minima
        self.counts = counts
        self.sizes = sizes
        """The pages of each cluster."""
        self.masses = masses
        """The paths of all of its pages together, each page's counted."""

    @classmethod
    def of(cls, items: Items, hashes: NDArray[np.uint64], length: int, seed: int) -> Signatures:
        """The signatures of items; `hashes` are those of the columns' paths."""
        minima = np.empty((len(items), length))
        starts = items.matrix.indptr[:-1]
        for position, random in enumerate(_draws(hashes, length, seed)):
            ranks = -np.log(random) / items.weights
            minima[:, position] = np.minimum.reduceat(ranks[items.matrix.indices], starts)
        sizes = items.sizes.astype(np.float64)
        counts = np.repeat(sizes[:, None], length, axis=1)
        return cls(minima, counts, sizes, items.masses * sizes)

    def __len__(self) -> int:
        return len(self.sizes)

    def costs(self) -> Weights:
        """The estimated cost of each cluster."""
        return estimate_costs(self.counts, self.sizes, self.masses)

    def gains(self, cluster: int, others: Counts) -> Weights:
        """What merging a cluster with each other one is estimated to save."""
        counts = self._merged(cluster, others)[1]
        sizes = self.sizes[cluster] + self.sizes[others]
        union = estimate_costs(counts, sizes, self.masses[cluster] + self.masses[others])
        own = estimate_costs(self.counts[cluster], self.sizes[cluster], self.masses[cluster])
        apart = estimate_costs(self.counts[others], self.sizes[others], self.masses[others])
        gains: Weights = own + apart - union
        return gains

    def merge(self, kept: int, gone: int) -> None:
        """Put the pages of one cluster into another."""
        minima, counts = self._merged(kept, np.array([gone]))
        self.minima[kept], self.counts[kept] = minima[0], counts[0]
        self.sizes[kept] += self.sizes[gone]
        self.masses[kept] += self.masses[gone]

    def jaccard(self, cluster: int, others: Counts) -> Weights:
        """The share of equal positions, which estimates what two clusters' paths share."""
        shares: Weights = (self.minima[others] == self.minima[cluster]).mean(axis=1)
        return shares

    def _merged(self, cluster: int, others: Counts) -> tuple[Weights, Weights]:
        minima, counts = self.minima[others], self.counts[others]
        own_minima, own_counts = self.minima[cluster], self.counts[cluster]
        counts = (counts * (minima <= own_minima)) + own_counts * (own_minima <= minima)
        return np.minimum(minima, own_minima), counts


def estimate_union(counts: Weights, masses: Weights | float) -> Weights:
    """How many paths clusters have: what their pages have together, over the pages of a path."""
    union: Weights = masses / counts.mean(axis=-1)
    return union


def estimate_costs(counts: Weights, sizes: Weights | float, masses: Weights | float) -> Weights:
    """The cost of clusters with these counts, pages, and paths of all pages together."""
    per_path = merged_cost(counts, np.asarray(sizes)[..., None]).mean(axis=-1)
    costs: Weights = estimate_union(counts, masses) * per_path
    return costs


def estimate_entries(counts: Weights, pages: float, mass: float) -> tuple[float, float, float]:
    """The ones of a cluster's MT, and the ones and minus ones of its MX."""
    union = float(estimate_union(counts, mass))
    chosen = is_template(counts, np.asarray(pages))
    share = 1 / len(counts)
    return (
        union * share * float(chosen.sum()),
        union * share * float(counts[~chosen].sum()),
        union * share * float((pages - counts[chosen]).sum()),
    )


def _draws(hashes: NDArray[np.uint64], length: int, seed: int) -> Iterator[Weights]:
    """For each position a number between 0 and 1 for every path, the same on every machine."""
    return (_uniform(hashes, position + length * seed) for position in range(length))


_STEP = 0x9E3779B97F4A7C15
_WORD = (1 << 64) - 1


def _uniform(hashes: NDArray[np.uint64], number: int) -> Weights:
    """The bit mixer of splitmix64, over hashes and the number of a hash function."""
    words = hashes + np.uint64((number + 1) * _STEP & _WORD)
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    words ^= words >> np.uint64(31)
    return ((words >> np.uint64(11)).astype(np.float64) + 0.5) / (1 << 53)
