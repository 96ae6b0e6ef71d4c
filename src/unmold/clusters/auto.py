"""`auto`, the default method: four views of a page, centroids, then one-sided merges.

A site's features enter, one label a page leaves. Pages that look the same are one item; up to
`sample` items are merged by their centroids, the others join the nearest cluster, and what is near
none is clustered again. Then clusters that differ by optional blocks only are joined.

All this is done again with the pages of each cluster. A site may have several families of pages,
each with chrome of its own, which stands on too few pages of the site to be damped and so holds the
family together; among the pages of the family alone it is damped, and its templates come apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from unmold.clusters.base import Clusterer, number_by_first_page
from unmold.clusters.centroids import merge_centroids, tanimoto
from unmold.clusters.feature_table import FeatureTable
from unmold.clusters.one_sided import merge_one_sided
from unmold.clusters.views import weigh_pages

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix


MIN_DIVIDED = 8
"""Smaller clusters say too little about what is chrome."""

ROUNDS = 2
"""How often clusters are divided again: families may have sections with frames of their own."""


class AutoClusterer(Clusterer):
    """Centroids of four views, then one-sided merges; and again within each cluster."""

    reads: ClassVar = (
        "leaf_paths",
        "class_tokens",
        "main_paths",
        "labels",
        "element_paths",
        "element_path_parents",
    )

    def __init__(
        self,
        similarity: float = 0.35,
        sample: int = 1500,
        one_sided: bool = True,
        similarity_within: float = 0.25,
    ) -> None:
        self.similarity = similarity
        self.sample = sample
        self.one_sided = one_sided
        self.similarity_within = similarity_within

    def fit(self, features: FeatureTable) -> Self:
        if len(features) == 0:
            self.labels_ = np.empty(0, np.int64)
            return self
        labels = self._group(features, self.similarity)
        if labels.any():
            labels = self._divide(features, labels, ROUNDS)
        self.labels_ = number_by_first_page(labels)
        return self

    def _group(self, features: FeatureTable, similarity: float) -> NDArray[np.int64]:
        """Clusters of pages that are so similar, those with optional blocks joined."""
        pages = weigh_pages(features)
        items, item_of_page, sizes = _distinct_rows(pages)
        labels = number_by_first_page(self._cluster(items, sizes, similarity)[item_of_page])
        if self.one_sided:
            labels = number_by_first_page(merge_one_sided(features, labels))
        return labels

    def _divide(
        self, features: FeatureTable, labels: NDArray[np.int64], rounds: int
    ) -> NDArray[np.int64]:
        """Group the pages of each cluster again, and those of the clusters found there."""
        divided = labels.copy()
        for cluster in range(int(labels.max()) + 1):
            rows = np.flatnonzero(labels == cluster)
            if len(rows) < MIN_DIVIDED:
                continue
            part = features.select(rows)
            found = self._group(part, self.similarity_within)
            if found.any():
                found = self._divide(part, found, rounds - 1) if rounds > 1 else found
                divided[rows] = found + divided.max() + 1
        return number_by_first_page(divided)

    def _cluster(
        self, items: csr_matrix, sizes: NDArray[np.int64], similarity: float
    ) -> NDArray[np.int64]:
        """Sample, merge, assign; and again with what is left."""
        labels = np.full(items.shape[0], -1, np.int64)
        first_free = 0
        left = np.arange(items.shape[0])
        while len(left):
            chosen = left[_spread(len(left), self.sample)]
            found = _merge(items[chosen], sizes[chosen], similarity)
            labels[chosen] = found + first_free
            rest = np.setdiff1d(left, chosen, assume_unique=True)
            left = _assign(items, sizes, chosen, rest, labels, similarity)
            first_free = int(labels.max()) + 1
        return labels


def _merge(items: csr_matrix, sizes: NDArray[np.int64], similarity: float) -> NDArray[np.int64]:
    dots = np.asarray((items @ items.T).todense())
    return merge_centroids(dots, sizes, similarity)


def _assign(
    items: csr_matrix,
    sizes: NDArray[np.int64],
    chosen: NDArray[np.int64],
    rest: NDArray[np.int64],
    labels: NDArray[np.int64],
    similarity: float,
) -> NDArray[np.int64]:
    """Give the rest of the items to the nearest new cluster; those near none are returned."""
    if not len(rest):
        return rest
    clusters, numbers = np.unique(labels[chosen], return_inverse=True)
    centroids = _centroids(items[chosen], sizes[chosen], numbers, len(clusters))
    lengths = np.asarray(centroids.multiply(centroids).sum(axis=1)).reshape(-1)
    own = np.asarray(items[rest].multiply(items[rest]).sum(axis=1)).reshape(-1)
    alike = tanimoto(
        np.asarray((items[rest] @ centroids.T).todense()), own[:, None], lengths[None, :]
    )
    nearest = alike.argmax(axis=1)
    is_near = alike[np.arange(len(rest)), nearest] >= similarity
    labels[rest[is_near]] = clusters[nearest[is_near]]
    left: NDArray[np.int64] = rest[~is_near]
    return left


def _distinct_rows(
    pages: csr_matrix,
) -> tuple[csr_matrix, NDArray[np.int64], NDArray[np.int64]]:
    """The different rows in their own order, the row of each page, the number of pages of each.

    The order follows from what the rows hold, not from the order of the pages: so that the result
    does not depend on it either.
    """
    pages.sort_indices()
    keys = [
        pages.indices[pages.indptr[row] : pages.indptr[row + 1]].astype(np.int64).tobytes()
        for row in range(pages.shape[0])
    ]
    _, first, inverse, sizes = np.unique(
        np.array(keys, dtype=object), return_index=True, return_inverse=True, return_counts=True
    )
    return pages[first], inverse.reshape(-1), sizes


def _spread(count: int, wanted: int) -> NDArray[np.int64]:
    """Up to `wanted` positions, evenly spread."""
    if count <= wanted:
        return np.arange(count)
    return np.unique(np.linspace(0, count - 1, wanted).astype(np.int64))


def _centroids(
    items: csr_matrix, sizes: NDArray[np.int64], numbers: NDArray[np.int64], clusters: int
) -> csr_matrix:
    from scipy.sparse import csr_matrix

    totals = np.bincount(numbers, sizes, clusters)
    shares = sizes / totals[numbers]
    weights = csr_matrix((shares, (numbers, np.arange(len(numbers)))), (clusters, len(numbers)))
    return weights @ items
