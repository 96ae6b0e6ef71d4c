"""`structure-style` and `jarvis-patrick`: pages are together whose near neighbours are the same.

Both measure how alike two pages are as Gowda and Mattmann (IRI 2016) do: the weighted mean of the
tree edit distance, over the sizes of both trees, and of the class names that they share.
"""

from __future__ import annotations

import math
from typing import ClassVar, Literal, Self, get_args

import numpy as np

from unmold._core import find_nearest, find_neighbours
from unmold.clusters.base import Clusterer, check_range
from unmold.clusters.pair_counts import count_pairs
from unmold.errors import UsageError
from unmold.features import Features

# `structure-style`: two pages are neighbours if they are alike enough; clusters are then joined
# while their pages' neighbours overlap, with the thresholds that the authors found best. They do
# not say what the neighbours of a joined cluster are: here those of all its pages. All pairs count,
# but few are measured: equal pages are taken once, and bounds decide most of the rest. `distances_`
# says how many.


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
        self.check()
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

    def check(self) -> None:
        """Refuse parameters that mean nothing."""
        for name in ("threshold", "overlap", "kappa"):
            check_range(name, getattr(self, name))
        check_range("max_rounds", self.max_rounds, high=_MANY)
        check_range("max_cells", self.max_cells or 1, low=1, high=_MANY)


# `jarvis-patrick`: every page has a list: itself, the pages nearest to it, and all others as near
# as the last of them. Two pages are joined that are in each other's lists and whose lists share
# enough pages; clusters are the connected components (Jarvis and Patrick, IEEE Transactions on
# Computers 1973).


Membership = Literal["mutual", "one-sided", "any"]
"""Whether both pages, one or none must be in the other's list."""

_MEMBERSHIPS = get_args(Membership)


# What `Budget` of the core allows by default; it computes about a billion cells in a second.
MAX_CELLS = 1_000_000_000
CELLS_PER_MINUTE = 60_000_000_000
"""Sixty seconds of that billion."""

LONG_MINUTES = 1
"""Less work than this is not worth a word."""


class JarvisPatrickClusterer(Clusterer):
    """Connected components of pages that share enough of their nearest."""

    reads: ClassVar = ("comparands", "nodes", "max_depth")
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

    def foresee(self, features: Features) -> str | None:
        """The pairs that may be measured and the minutes that this takes, if it is a minute."""
        pairs = math.comb(len(features), 2)
        minutes = self.count_cells(features) / CELLS_PER_MINUTE
        if minutes < LONG_MINUTES:
            return None
        return (
            f"jarvis-patrick may measure {pairs:,} pairs of pages with up to "
            f"{features.nodes.max():,} nodes, which takes about {minutes:,.0f} minutes of one core "
            "at the most; `max_cells` bounds the work on a pair"
        )

    def count_cells(self, features: Features) -> int:
        """The cells of all tree edit distances, if bounds decide none.

        Those of two trees are the product of their nodes and depths, or the budget if that is less.
        """
        sizes = np.sort(features.nodes.astype(np.float64) * np.maximum(features.max_depth, 1))
        # Ascending, so that for each tree the larger ones over the budget come last.
        budget = float(self.max_cells or MAX_CELLS)
        sums = np.concatenate([[0.0], np.cumsum(sizes)])
        total = 0.0
        for number, size in enumerate(sizes.tolist()):
            over = max(int(np.searchsorted(sizes, budget / max(size, 1.0), "right")), number + 1)
            total += size * (sums[over] - sums[number + 1]) + budget * (len(sizes) - over)
        return int(total)

    def _check(self) -> None:
        check_range("kappa", self.kappa)
        for name in ("neighbours", "shared", "max_cells"):
            check_range(name, getattr(self, name) or 1, low=1, high=_MANY)
        if self.membership not in _MEMBERSHIPS:
            raise UsageError(
                f"there is no membership {self.membership!r}",
                hint=f"there are {', '.join(_MEMBERSHIPS)}",
            )
