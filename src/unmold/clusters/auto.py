"""`auto`, the default method: four views of a page, centroids, then one-sided merges.

Pages that look the same are one item; up to `sample` items are merged by their centroids, the
others join the nearest cluster, and what is near none is clustered again. Then clusters that differ
by optional blocks only are joined.

A site may be several sites in one: a shop and its blog, or one family of pages for desktops and one
for phones. Each has its own chrome, and where none is on nearly all pages, none is damped. So every
cluster is looked at once more by itself, where its chrome is on all pages.

Small templates that share a frame are still together then, for a frame outweighs the little that
they have. So each cluster is checked for several templates (`split_evidence`), and at last a second
time by the texts of a sample of its pages (`second_opinion`). Pages that are alone and have nothing
that a cluster lacks join it (`lone_pages`); those that are near to nothing in their cluster are in
none (`confidence`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from unmold._core import SparseRows
from unmold.clusters.base import Clusterer, number_by_first_page
from unmold.clusters.confidence import Confidence, judge_pages
from unmold.clusters.incidence import (
    dot_products,
    in_portions,
    squared_lengths,
    sum_rows,
    take_rows,
)
from unmold.clusters.lone_pages import join_lone_pages
from unmold.clusters.second_opinion import TEXTS, part_by_texts
from unmold.clusters.split_evidence import join_without_evidence, merge_one_sided
from unmold.clusters.views import Weighing, weigh_pages
from unmold.evaluation.labels import UNCLUSTERED
from unmold.features import Features

Matrix = NDArray[np.float64]


def merge_rows(rows: SparseRows, sizes: NDArray[np.int64], least: float) -> NDArray[np.int64]:
    """For each row the number of the first of its cluster; `sizes` says what each stands for.

    The clusters whose centroids are most alike, by `tanimoto`, are merged while they are alike
    enough.
    """
    weights: Any = sizes.astype(np.float64)
    return np.frombuffer(rows.merge(weights, least), np.uint32).astype(np.int64)


def tanimoto(dots: Matrix, first: Matrix, second: Matrix) -> Matrix:
    """The similarity of centroids from their dot product and their squared lengths."""
    union = first + second - dots
    # Two empty vectors are alike.
    return np.where(union > 0, dots / np.where(union > 0, union, 1), 1.0)


# The method.


MIN_PARTED = 4
"""Pages that a cluster must have to be two: two on each side, as one page says too little."""

PROPOSING = Weighing(min_pages=1, min_share=0.0, chrome_weight=0.0)
"""Weights for proposing pieces: a piece of one page has only what is nowhere else, and what all
pages have separates none."""

# A guess: higher than `similarity`, as pieces are only proposed and joined again without evidence.
KIND_SIMILARITY = 0.5

# From the trial on the development sites of various, wild, ampshops, debdocs and swde, which did
# not vary it.
MAX_PROPOSED = 100
"""A cluster that falls into more pieces than this has rich content, not many templates."""

# A site whose pages are all unlike would be sampled over and over, in the square of its pages.
# Neither was varied: no site of the corpora has a fruitless round, however large.
FRUITLESS = 0.05
"""A round that places fewer of the pages left over than this found next to nothing."""

MAX_FRUITLESS = 2
"""Such rounds before the pages that are left are taken to be alone."""


class AutoClusterer(Clusterer):
    """Centroids of four views, then one-sided merges."""

    reads: ClassVar = (
        "leaf_paths",
        "class_tokens",
        "main_paths",
        "labels",
        "element_paths",
        "element_path_parents",
    )
    reads_later: ClassVar = (TEXTS,)
    is_sampled: ClassVar = True

    def __init__(
        self,
        similarity: float = 0.35,
        inner_similarity: float | None = 0.27,
        sample: int = 1500,
        one_sided: bool = True,
        kinds: bool = True,
        texts: bool = True,
        lone: bool = True,
        strays: bool = True,
    ) -> None:
        # With 0.35 the mean score on the development sites of wild, ampshops, debdocs, openjdk17
        # and swde was 0.89; higher values were worse.
        self.similarity = similarity
        self.inner_similarity = inner_similarity
        """For the second look; lower, since what is left without chrome is mostly content."""
        # Merging takes time and memory in the square of the sample.
        self.sample = sample
        self.one_sided = one_sided
        self.kinds = kinds
        self.texts = texts
        self.lone = lone
        self.strays = strays

    def fit(self, features: Features) -> Self:
        if len(features) == 0:
            self.labels_ = np.empty(0, np.int64)
            self.confidence_ = Confidence.unknown(0)
            return self
        labels = self._look(features, self.similarity)
        if self.inner_similarity is not None and labels.max() > 0:
            labels = self._part(features, labels, partial(self._look_inside, self.inner_similarity))
        if self.kinds:
            labels = self._part(features, labels, self._find_kinds)
        if self.texts:
            labels = self._part(features, labels, part_by_texts)
        if self.lone:
            labels = join_lone_pages(features, number_by_first_page(labels))
        self._let_go(features, number_by_first_page(labels))
        return self

    def _let_go(self, features: Features, labels: NDArray[np.int64]) -> None:
        """Keep the labels and how sure they are; pages that are near to nothing are in none."""
        sure = judge_pages(features, labels)
        left = np.where(sure.strays, UNCLUSTERED, labels) if self.strays else labels
        self.labels_ = number_by_first_page(left)
        self.confidence_ = sure.without_strays(labels, self.labels_)

    def _look(self, features: Features, similarity: float) -> NDArray[np.int64]:
        """Cluster pages; labels run from 0."""
        items, item_of_page, sizes = _distinct_rows(weigh_pages(features))
        labels = number_by_first_page(self._cluster(items, sizes, similarity)[item_of_page])
        if self.one_sided:
            labels = number_by_first_page(merge_one_sided(features, labels))
        return labels

    def _part(
        self,
        features: Features,
        labels: NDArray[np.int64],
        find_parts: Callable[[Features], NDArray[np.int64]],
    ) -> NDArray[np.int64]:
        """Part each cluster that is large enough, seen by itself."""
        labels = number_by_first_page(labels)
        found, first_free = labels.copy(), int(labels.max()) + 1
        sizes = np.bincount(labels)
        order = np.argsort(labels, kind="stable")
        for cluster, rows in enumerate(np.split(order, np.cumsum(sizes)[:-1])):
            if sizes[cluster] < MIN_PARTED:
                continue
            parts = find_parts(_select(features, rows))
            found[rows] = parts + first_free
            first_free += int(parts.max()) + 1
        return found

    def _look_inside(self, similarity: float, features: Features) -> NDArray[np.int64]:
        """Cluster the pages of a cluster by themselves; a part of one page is no cluster."""
        return _join_single(features, self._look(features, similarity))

    def _find_kinds(self, features: Features) -> NDArray[np.int64]:
        """The templates in a cluster: pieces are proposed, then joined without evidence."""
        items, item_of_page, sizes = _distinct_rows(weigh_pages(features, PROPOSING))
        proposed = self._cluster(items, sizes, KIND_SIMILARITY)[item_of_page]
        _, pieces = np.unique(proposed, return_inverse=True)
        if not 0 < pieces.max() < MAX_PROPOSED:
            return np.zeros(len(features), np.int64)
        return number_by_first_page(join_without_evidence(features, pieces.reshape(-1)))

    def _cluster(
        self, items: SparseRows, sizes: NDArray[np.int64], similarity: float
    ) -> NDArray[np.int64]:
        """Sample, merge, assign; and again with what is left, while that finds anything."""
        labels = np.full(len(items), -1, np.int64)
        first_free = fruitless = 0
        left = np.arange(len(items))
        while len(left) and fruitless < MAX_FRUITLESS:
            chosen = left[_spread(len(left), self.sample)]
            found = merge_rows(take_rows(items, chosen), sizes[chosen], similarity)
            labels[chosen] = found + first_free
            rest = np.setdiff1d(left, chosen, assume_unique=True)
            left = _assign(items, sizes, chosen, rest, labels, similarity)
            first_free = int(labels.max()) + 1
            fruitless += len(left) > (1 - FRUITLESS) * len(rest)
        labels[left] = first_free + np.arange(len(left))
        return labels


def _select(features: Features, rows: NDArray[np.int64]) -> Features:
    """The pages of a cluster, which is looked at several times if nothing parts it."""
    return features.remember(rows.tobytes(), lambda: features.select(rows))


def _assign(
    items: SparseRows,
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
    drawn = take_rows(items, chosen)
    centroids = _centroids(drawn, sizes[chosen], numbers, len(clusters))
    nearest, nearness = _find_nearest(take_rows(items, rest), centroids)
    is_near = nearness >= similarity
    labels[rest[is_near]] = clusters[nearest[is_near]]
    left: NDArray[np.int64] = rest[~is_near]
    return left


def _join_single(features: Features, labels: NDArray[np.int64]) -> NDArray[np.int64]:
    """Give each page that is alone to the nearest part that has more; all alone means no parts."""
    sizes = np.bincount(labels)
    parts = np.flatnonzero(sizes > 1)
    alone = np.flatnonzero(sizes[labels] == 1)
    if not len(parts):
        return np.zeros_like(labels)
    if len(alone):
        pages = weigh_pages(features)
        others = np.flatnonzero(sizes[labels] > 1)
        numbers = np.searchsorted(parts, labels[others])
        weights = np.ones(len(others), np.int64)
        centroids = _centroids(take_rows(pages, others), weights, numbers, len(parts))
        labels = labels.copy()
        labels[alone] = parts[_find_nearest(take_rows(pages, alone), centroids)[0]]
    return number_by_first_page(labels)


def _find_nearest(
    items: SparseRows, centroids: SparseRows
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The centroid that is most similar to each item, and its similarity."""
    count = len(items)
    nearest, nearness = np.empty(count, np.int64), np.empty(count)
    lengths, own = squared_lengths(centroids), squared_lengths(items)
    for some, chosen in in_portions(items, len(centroids)):
        dots = dot_products(chosen, centroids)
        alike = tanimoto(dots, own[some, None], lengths[None, :])
        nearest[some] = alike.argmax(axis=1)
        nearness[some] = alike.max(axis=1)
    return nearest, nearness


def _distinct_rows(
    pages: SparseRows,
) -> tuple[SparseRows, NDArray[np.int64], NDArray[np.int64]]:
    """The different rows in their own order, the row of each page, the number of pages of each.

    The order follows from what the rows hold, not from the order of the pages: so that the result
    does not depend on it either.
    """
    first, kinds, sizes = (np.frombuffer(part, np.uint32) for part in pages.distinct())
    return take_rows(pages, first.astype(np.int64)), kinds.astype(np.int64), sizes.astype(np.int64)


def _spread(count: int, wanted: int) -> NDArray[np.int64]:
    """Up to `wanted` positions, evenly spread."""
    if count <= wanted:
        return np.arange(count)
    return np.unique(np.linspace(0, count - 1, wanted).astype(np.int64))


def _centroids(
    items: SparseRows, sizes: NDArray[np.int64], numbers: NDArray[np.int64], clusters: int
) -> SparseRows:
    totals = np.bincount(numbers, sizes, clusters)
    return sum_rows(items, numbers, sizes / totals[numbers], clusters)
