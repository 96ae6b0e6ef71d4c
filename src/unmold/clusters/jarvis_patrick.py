"""Clustering by shared nearest pages: two pages belong together that know each other's circle.

Trees and class names enter, clusters leave. Every page has a list: itself, the pages nearest to it
in structure and style, and all others as near as the last of them. Two pages are joined that stand
in each other's lists and whose lists share enough pages; clusters are the connected components. The
method is of Jarvis and Patrick (IEEE Transactions on Computers 1973), the similarity of Gowda and
Mattmann (IRI 2016).
"""

from __future__ import annotations

import math
from typing import ClassVar, Literal, Self, get_args

import numpy as np

from unmold._core import find_nearest
from unmold.clusters.base import Clusterer, check_range
from unmold.clusters.pair_counts import count_pairs
from unmold.errors import UsageError
from unmold.features import Features

Membership = Literal["mutual", "one-sided", "any"]
"""Whether both pages, one or none must stand in the other's list."""

_MEMBERSHIPS = get_args(Membership)

_MANY = 10**15
"""More than any machine will work through."""


class JarvisPatrickClusterer(Clusterer):
    """Connected components of pages that share enough of their nearest."""

    reads: ClassVar = ("comparands",)
    is_quadratic: ClassVar = True

    distances_: dict[str, int]
    """All pairs of pages, each from both sides, and by what they were decided."""

    def __init__(
        self,
        neighbours: int = 8,
        shared: int = 4,
        membership: Membership = "mutual",
        kappa: float = 0.5,
        max_cells: int | None = None,
        jobs: int = 0,
    ) -> None:
        self.neighbours = neighbours
        self.shared = shared
        self.membership = membership
        self.kappa = kappa
        self.max_cells = max_cells
        self.jobs = jobs

    def fit(self, features: Features) -> Self:
        self._check()
        nearest = find_nearest(
            features.comparands,
            self.neighbours,
            kappa=self.kappa,
            jobs=self.jobs,
            max_cells=self.max_cells,
        )
        # Of few pages, not even equal ones could share more than all.
        shared = min(self.shared, len(features))
        labels = nearest.cluster(shared, membership=self.membership)
        self.labels_ = np.frombuffer(labels, "<u4").astype(np.int64)
        asked = sum(count for _, count in nearest.counts)
        self.distances_ = count_pairs(math.perm(len(features), 2), asked, nearest.counts)
        return self

    def _check(self) -> None:
        check_range("kappa", self.kappa)
        for name in ("neighbours", "shared", "max_cells"):
            check_range(name, getattr(self, name) or 1, low=1, high=_MANY)
        if self.membership not in _MEMBERSHIPS:
            raise UsageError(
                f"there is no membership {self.membership!r}",
                hint=f"there are {', '.join(_MEMBERSHIPS)}",
            )
