"""Clustering by structure and style: pages belong together whose near neighbours are the same.

Trees and class names enter, clusters leave. Two pages are neighbours if the weighted mean of their
tree edit distance, over the sizes of both trees, and of the class names they share reaches a
threshold; clusters are then joined while their pages' neighbours overlap. The method is of Gowda
and Mattmann (IRI 2016), with the thresholds that they found best. They do not say what the
neighbours of a joined cluster are: here those of all its pages.

All pairs count, but few are measured: equal pages are taken once, and bounds decide most of the
rest. `distances_` says how many.
"""

from __future__ import annotations

import math
from typing import ClassVar, Self

import numpy as np

from unmold._core import find_neighbours
from unmold.clusters.base import Clusterer, check_range
from unmold.clusters.pair_counts import count_pairs
from unmold.features import Features

_MANY = 10**15
"""More than any machine will work through."""


class StructureStyleClusterer(Clusterer):
    """Clusters of pages whose near neighbours overlap."""

    reads: ClassVar = ("comparands",)
    is_quadratic: ClassVar = True
    # Of several clusters that overlap equally, the first is joined.
    is_order_independent: ClassVar = False

    distances_: dict[str, int]
    """All pairs of pages, and by what they were decided; `exact` and `unscored` took a distance."""
    rounds_: int
    """Rounds in which clusters were joined."""
    is_approximate_: bool
    """Whether pairs were left out unseen, because an index did not find them."""

    def __init__(
        self,
        threshold: float = 0.85,
        overlap: float = 0.85,
        kappa: float = 0.5,
        max_rounds: int = 100,
        approximate: bool = False,
        max_cells: int | None = None,
        jobs: int = 0,
    ) -> None:
        self.threshold = threshold
        self.overlap = overlap
        self.kappa = kappa
        self.max_rounds = max_rounds
        self.approximate = approximate
        self.max_cells = max_cells
        self.jobs = jobs

    def fit(self, features: Features) -> Self:
        self._check()
        neighbours = find_neighbours(
            features.comparands,
            self.threshold,
            kappa=self.kappa,
            indexed=self.approximate,
            jobs=self.jobs,
            max_cells=self.max_cells,
        )
        labels, self.rounds_ = neighbours.cluster(self.overlap, self.max_rounds, jobs=self.jobs)
        self.labels_ = np.frombuffer(labels, "<u4").astype(np.int64)
        self.distances_ = count_pairs(
            math.comb(len(self.labels_), 2), math.comb(neighbours.distinct, 2), neighbours.counts
        )
        self.is_approximate_ = self.approximate
        return self

    def _check(self) -> None:
        for name in ("threshold", "overlap", "kappa"):
            check_range(name, getattr(self, name))
        check_range("max_rounds", self.max_rounds, high=_MANY)
        check_range("max_cells", self.max_cells or 1, low=1, high=_MANY)
