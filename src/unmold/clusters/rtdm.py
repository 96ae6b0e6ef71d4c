"""Clustering by restricted top-down mappings: trees are aligned in pairs, then merged by averages.

Trees enter, clusters leave: agglomerative clustering with average linkage, while the mean
similarity of two clusters is at least 0.8. RTDM and the threshold are of Reis, Golgher, da Silva
and Laender (WWW 2004), who do not say which linkage they used.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from unmold._core import Comparand, compare_pairs
from unmold.clusters.base import Clusterer, number_by_first_page
from unmold.features import Features

_PAIRS_AT_ONCE = 1 << 20

_ROUNDING = 1e-12
"""Means of similarities that are just enough may fall short by a last bit."""


class RtdmClusterer(Clusterer):
    """Average linkage over the similarity of aligned trees."""

    reads: ClassVar = ("comparands",)
    is_quadratic: ClassVar = True
    # Of several pairs of clusters that are equally alike, the first is merged.
    is_order_independent: ClassVar = False

    unscored_pairs_: int
    """Pairs too dear to compare, which count as unlike."""

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
