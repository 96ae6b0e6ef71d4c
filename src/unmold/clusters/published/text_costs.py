"""What a clustering costs in bits, and what a merge saves: exactly, or estimated from signatures.

The description of pages has three parts: which paths are in which template (MT), which page is in
which cluster (MD), and where pages differ from their templates (MX: 1 for a path that the template
lacks, -1 for one that the page lacks). How MD is written is not clear from the paper (Kim and Shim,
TKDE 2011), so that there are three encodings: the entropy of the cluster sizes, the logarithm of
their number, or a matrix as the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from unmold.clusters.published.text_paths import Counts, EssentialPaths, Items, Weights
from unmold.errors import UsageError

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

Encoding = Literal["ids", "log", "matrix"]


@dataclass(frozen=True, slots=True)
class Description:
    """The length of a clustering's description, in bits."""

    templates: float
    """L(MT)"""
    members: float
    """L(MD)"""
    differences: float
    """L(MX)"""

    @property
    def total(self) -> float:
        return self.templates + self.members + self.differences


@dataclass(frozen=True, slots=True)
class ClusterSupports:
    """For each cluster its pages, and on how many of them each path is."""

    supports: csr_matrix
    """A row for each cluster, a column for each path; zeros are not stored."""
    sizes: Counts

    @property
    def entry_sizes(self) -> Counts:
        """For each stored support, the size of its cluster."""
        return np.repeat(self.sizes, np.diff(self.supports.indptr))

    @property
    def in_template(self) -> NDArray[np.bool_]:
        """For each stored support, whether its path belongs to the template."""
        chosen: NDArray[np.bool_] = is_template(self.supports.data, self.entry_sizes)
        return chosen


def is_template(supports: NDArray[np.generic], pages: NDArray[np.generic]) -> NDArray[np.bool_]:
    """Whether a path makes the template more expensive or cheaper, by its support in the pages.

    In the template it costs one and the pages that lack it; outside, the pages that have it.
    """
    return np.asarray(2 * supports >= pages + 1)  # type: ignore[operator]


def merged_cost(supports: Weights, pages: Weights | float) -> Weights:
    """The non-zeros of MT and MX that a path of this support takes, at best."""
    cost: Weights = np.minimum(supports, 1 + pages - supports)
    return cost


def count_supports(
    matrix: csr_matrix, labels: Counts, sizes: Counts | None = None
) -> ClusterSupports:
    """The supports of paths in clusters; labels run from 0, -1 for a page in none.

    A row of the matrix stands for `sizes` pages, or for one.
    """
    from scipy.sparse import csr_matrix

    rows = np.flatnonzero(labels >= 0)
    clusters = int(labels.max(initial=-1)) + 1
    pages = np.ones(len(labels)) if sizes is None else sizes.astype(np.float64)
    members = csr_matrix((pages[rows], (labels[rows], rows)), (clusters, len(labels)))
    counted = np.bincount(labels[rows], pages[rows], clusters).astype(np.int64)
    return ClusterSupports((members @ matrix).tocsr(), counted)


@dataclass(frozen=True, slots=True)
class ClusterModel:
    """A clustering as the paper has it: ME, the pages' paths, is MT times MD plus MX.

    Paths are rows of MT and MX, pages columns of MD and MX, clusters lie between.
    """

    templates: csr_matrix
    """MT: which path is in which template."""
    members: csr_matrix
    """MD: which page is in which cluster."""
    differences: csr_matrix
    """MX: 1 for a path that the template lacks, -1 for one that the page lacks."""

    @classmethod
    def of(cls, matrix: csr_matrix, labels: Counts) -> ClusterModel:
        """The model of pages (rows of the matrix) with the best templates."""
        from scipy.sparse import csr_matrix

        clusters = count_supports(matrix, labels)
        chosen = clusters.supports.copy()
        chosen.data = clusters.in_template.astype(np.float64)
        chosen.eliminate_zeros()
        pages = np.flatnonzero(labels >= 0)
        shape = (len(clusters.sizes), len(labels))
        members = csr_matrix((np.ones(len(pages)), (labels[pages], pages)), shape)
        templates = chosen.T.tocsr()
        differences = (matrix.T - templates @ members).tocsr()
        differences.eliminate_zeros()
        return cls(templates, members, differences)


def find_template_paths(essential: EssentialPaths, labels: Counts) -> list[NDArray[np.uint64]]:
    """For each cluster the hashes of its template's paths, ascending."""
    clusters = count_supports(essential.matrix, labels)
    supports, in_template = clusters.supports, clusters.in_template
    bounds = zip(supports.indptr[:-1], supports.indptr[1:], strict=True)
    return [
        np.sort(essential.paths[supports.indices[start:end][in_template[start:end]]])
        for start, end in bounds
    ]


def describe_clusters(
    matrix: csr_matrix,
    labels: Counts,
    encoding: Encoding = "ids",
    *,
    sizes: Counts | None = None,
    weights: Weights | None = None,
) -> Description:
    """The length of the description of pages by clusters with the best templates.

    Paths with weights count as that many paths. Pages in no cluster are left out.
    """
    clusters = count_supports(matrix, labels, sizes)
    weights = np.ones(matrix.shape[1]) if weights is None else weights
    weight = weights[clusters.supports.indices]
    chosen, supports = clusters.in_template, clusters.supports.data
    paths, pages = float(weights.sum()), int(clusters.sizes.sum())
    ones = float((weight * supports)[~chosen].sum())
    minus_ones = float((weight * (clusters.entry_sizes - supports))[chosen].sum())
    return Description(
        templates=_bits(paths * len(clusters.sizes), float(weight[chosen].sum())),
        members=_member_bits(clusters.sizes, encoding),
        differences=_bits(paths * pages, ones, minus_ones),
    )


def _member_bits(sizes: Counts, encoding: Encoding) -> float:
    """L(MD): which page is in which cluster."""
    pages, clusters = int(sizes.sum()), int(np.count_nonzero(sizes))
    if encoding == "ids":
        return _bits(pages, *sizes.tolist())
    if encoding == "log":
        return pages * float(np.log2(max(clusters, 1)))
    if encoding == "matrix":
        return _bits(pages * clusters, pages)
    raise UsageError(
        f"there is no encoding {encoding!r} of members", hint="there are ids, log and matrix"
    )


def _bits(cells: float, *counts: float) -> float:
    """Cells times their entropy; `counts` say how many have each value, the others have one more.

    >>> _bits(4, 2)
    4.0
    """
    shares = np.array([*counts, cells - sum(counts)]) / max(cells, 1)
    shares = shares[shares > 1e-15]
    return float(-cells * (shares * np.log2(shares)).sum()) + 0.0


# What merges save, from the exact supports of paths: the costs of TEXT-MDL. The cost of a cluster
# is the number of non-zeros that its best template takes. All clusters lie one behind the other in
# flat arrays, so that one cluster meets all others in one pass.


class SupportCosts:
    """Clusters as the supports of their paths."""

    def __init__(self, items: Items) -> None:
        self.weights = items.weights
        self.sizes = items.sizes.astype(np.float64)
        self.costs: Weights = items.masses  # one non-zero a path, however many pages share it
        self._owners = items.rows.owners
        self._columns: NDArray[np.int64] = items.rows.columns
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
        """The cost of a cluster's own paths among more pages, for each number of these."""
        own = self._owners == cluster
        supports, weights = self._supports[own], self.weights[self._columns[own]]
        totals, numbers = np.unique(pages, return_inverse=True)
        costs = [float(merged_cost(supports, total) @ weights) for total in totals.tolist()]
        return np.array(costs)[numbers.reshape(-1)]


# Extended MinHash signatures. For each hash function a signature keeps the smallest hash of all
# paths of a cluster, and on how many of its pages the path of that hash is. The path is a random
# one of the union, so that the share of positions with the count m estimates how many paths are on
# exactly m pages. Merging two signatures takes the smaller hash with its count, and adds the counts
# of equal ones; no path is needed. Paths with weights are drawn in proportion to them: the hash is
# an exponential variable whose rate is the weight.


SIGNATURE_LENGTH = 128
"""The error of an estimated share is about 1/sqrt(128), or 0.09."""
MAX_SIGNATURE_LENGTH = 1 << 16
"""What a caller may set at most."""


# With more, what is drawn at once leaves the cache of the processor.
CELLS = 1 << 17
"""Positions by paths of all clusters that are drawn at once."""


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
        starts, columns = items.rows.offsets[:-1], items.rows.columns
        step = max(1, CELLS // max(len(columns), 1))
        for first in range(0, length, step):
            numbers = np.arange(first, min(first + step, length)) + length * seed
            ranks = -np.log(_draw(hashes, numbers)) / items.weights
            minima[:, first : first + step] = np.minimum.reduceat(ranks[:, columns], starts, 1).T
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


# The golden ratio in 64 bits, as in SplitMix64: multiples of it are spread evenly.
_STEP = 0x9E3779B97F4A7C15


def _draw(hashes: NDArray[np.uint64], numbers: Counts) -> Weights:
    """For some hash functions (rows) a number between 0 and 1 for every path.

    The same on every machine: the bit mixer of splitmix64, over hashes and numbers of functions.
    """
    words = hashes + ((numbers + 1).astype(np.uint64) * np.uint64(_STEP))[:, None]
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    words ^= words >> np.uint64(31)
    drawn: Weights = ((words >> np.uint64(11)).astype(np.float64) + 0.5) / (1 << 53)
    return drawn
