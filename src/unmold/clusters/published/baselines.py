"""Methods with which papers compare theirs: `md5`, `mdh5`, `common-paths`, `pq-grams`, `rtdm`."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar, Literal, Self

import numpy as np
from numpy.typing import NDArray

from unmold._core import Comparand, compare_pairs, group_pages, group_sets
from unmold.clusters.base import Clusterer, Labels, number_by_first_page
from unmold.evaluation.labels import UNCLUSTERED
from unmold.features import Features

# `md5` and `mdh5`: pages are together exactly when the digests of their tag sequences are equal.
# Two baselines of the paper on template fingerprints (Hachenberg and Gottron, CIKM 2013): `md5`
# takes the whole tag sequence of a page, `mdh5` that of its header. Pages without a header form one
# group, as do pages without any tag.


Key = bytes | None


class DigestClusterer(Clusterer):
    """Groups of pages with equal digests."""

    clusters_: dict[Key, int]
    """The cluster of every digest seen; None stands for pages that have no digest."""

    def fit(self, features: Features) -> Self:
        self.clusters_ = {}
        self.labels_ = np.empty(0, np.int64)
        return self.partial_fit(features)

    def partial_fit(self, features: Features) -> Self:
        """Add pages. `labels_` are then those of all pages."""
        if not hasattr(self, "clusters_"):
            return self.fit(features)
        clusters = self.clusters_
        added = [clusters.setdefault(key, len(clusters)) for key in self._keys(features)]
        self.labels_ = np.concatenate([self.labels_, np.array(added, np.int64)])
        return self

    def predict(self, features: Features) -> Labels:
        """The cluster of pages with the same digest, -1 where there is none."""
        self._require_fitted()
        found = [self.clusters_.get(key, UNCLUSTERED) for key in self._keys(features)]
        return np.array(found, np.int64)

    @abstractmethod
    def _keys(self, features: Features) -> list[Key]:
        """What pages are grouped by."""


class Md5Clusterer(DigestClusterer):
    """Groups of pages with equal tag sequences."""

    reads: ClassVar = ("sequence_digests",)

    def _keys(self, features: Features) -> list[Key]:
        return features.sequence_digests


class Mdh5Clusterer(DigestClusterer):
    """Groups of pages whose headers have equal tag sequences."""

    reads: ClassVar = ("header_digests",)

    def _keys(self, features: Features) -> list[Key]:
        return features.header_digests


# `common-paths`: the connected components of all pairs that share enough of their leaf tag paths. A
# baseline of UXClust (Grigalis and Cenys 2014), with its threshold of 0.8.


class CommonPathsClusterer(Clusterer):
    """Connected components of pages whose leaf paths overlap."""

    reads: ClassVar = ("leaf_paths",)
    is_quadratic: ClassVar = True

    def __init__(
        self,
        threshold: float = 0.8,
        similarity: Literal["overlap", "jaccard"] = "overlap",
        jobs: int = 0,
    ) -> None:
        self.threshold = threshold
        self.similarity = similarity
        self.jobs = jobs

    def fit(self, features: Features) -> Self:
        paths = features.leaf_paths
        groups = group_sets(
            np.ascontiguousarray(paths.values, np.uint64).data,
            np.ascontiguousarray(paths.offsets, np.uint64).data,
            self.threshold,
            similarity=self.similarity,
            jobs=self.jobs,
        )
        self.labels_ = np.frombuffer(groups, "<u4").astype(np.int64)
        return self


# `pq-grams`: the connected components of all pairs whose trees share most of their small pieces.
# pq-grams are of Augsten, Boehlen and Gamper (VLDB 2005); as a way to cluster pages they are a
# baseline of UXClust, with its threshold of 0.8.


class PqGramsClusterer(Clusterer):
    """Connected components of pages whose pq-grams overlap."""

    reads: ClassVar = ("comparands",)
    is_quadratic: ClassVar = True

    def __init__(self, threshold: float = 0.8, jobs: int = 0) -> None:
        self.threshold = threshold
        self.jobs = jobs

    def fit(self, features: Features) -> Self:
        groups = group_pages(features.comparands, "pq-grams", self.threshold, jobs=self.jobs)
        self.labels_ = np.frombuffer(groups, "<u4").astype(np.int64)
        return self


# `rtdm`: agglomerative clustering with average linkage over restricted top-down mappings, while the
# mean similarity of two clusters is at least 0.8. RTDM and the threshold are of Reis, Golgher, da
# Silva and Laender (WWW 2004), who do not say which linkage they used.


_PAIRS_AT_ONCE = 1 << 20
"""Bounds memory; changes no result."""

_ROUNDING = 1e-12
"""Means of similarities that are just enough may fall short by a last bit."""


class RtdmClusterer(Clusterer):
    """Average linkage over the similarity of aligned trees."""

    reads: ClassVar = ("comparands",)
    is_quadratic: ClassVar = True
    # Of several pairs of clusters that are equally alike, the first is merged.
    is_order_independent: ClassVar = False

    unscored_pairs_: int
    """Pairs too expensive to compare, which count as unlike."""

    def __init__(self, threshold: float = 0.8, jobs: int = 0) -> None:
        self.threshold = threshold
        self.jobs = jobs

    def fit(self, features: Features) -> Self:
        pages = features.comparands
        self.unscored_pairs_ = 0
        distances = self._measure(pages)
        self.labels_ = number_by_first_page(self._link(len(pages), distances))
        return self

    def _measure(self, pages: list[Comparand]) -> NDArray[np.float64]:
        """The distances of all pairs, in the order in which SciPy wants them."""
        parts = [np.empty(0)]
        for firsts, seconds in _pairs(len(pages)):
            scores = compare_pairs(pages, firsts.data, seconds.data, ["rtdm"], jobs=self.jobs)
            parts.append(1 - np.frombuffer(scores.buffer("rtdm"), np.float64))
            self.unscored_pairs_ += scores.validity("rtdm").count(0)
        return np.concatenate(parts)

    def _link(self, pages: int, distances: NDArray[np.float64]) -> NDArray[np.int64]:
        if pages < 2:
            return np.zeros(pages, np.int64)
        from scipy.cluster.hierarchy import fcluster, linkage  # heavy, and needed here only

        merges = linkage(distances, method="average")
        reach = 1 - self.threshold + _ROUNDING
        labels: NDArray[np.int64] = fcluster(merges, reach, "distance").astype(np.int64)
        return labels


def _pairs(pages: int) -> Iterator[tuple[NDArray[np.uint32], NDArray[np.uint32]]]:
    """All pairs, row by row, many at once."""
    rows = max(1, _PAIRS_AT_ONCE // max(1, pages))
    for start in range(0, pages, rows):
        numbers = range(start, min(start + rows, pages))
        firsts = np.concatenate([np.full(pages - 1 - row, row, np.uint32) for row in numbers])
        seconds = np.concatenate([np.arange(row + 1, pages, dtype=np.uint32) for row in numbers])
        yield firsts, seconds
