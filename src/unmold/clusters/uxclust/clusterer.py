"""`uxclust`: pages are grouped by where the link to them stood, and groups by what they share.

The inbound XPath of every page and the leaf paths of few pages enter, clusters leave. Pages reached
by no link and those in groups below the cut-off stay unclustered. Grigalis and Cenys 2014, with the
step that their paper leaves open: `verify` reads all pages and moves those that do not look like
their cluster, such as the answers of a server that says "not found" with another template.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from unmold.clusters.base import Clusterer, Labels
from unmold.clusters.uxclust.groups import Groups, Numbers, draw_samples, group_by_code
from unmold.clusters.uxclust.inbound import code_xpaths, simulate
from unmold.clusters.uxclust.merging import Measure, SampledPaths, likeness, merge
from unmold.errors import UsageError
from unmold.features import Features, Ragged

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix


Paths = NDArray[np.uint64]


class PathTable(Protocol):
    """The leaf paths of some pages; a table of features, or one that generates them."""

    def select(self, rows: NDArray[np.int64]) -> PathTable:
        """The same for some pages only, in the given order."""

    @property
    def leaf_paths(self) -> Ragged:
        """The set of leaf paths of every page."""


class UxClusterer(Clusterer):
    """Groups by inbound XPath, merged by the leaf paths of sampled pages."""

    reads: ClassVar = ("leaf_paths", "inbound_xpaths", "links")
    is_order_independent: ClassVar = False

    def __init__(
        self,
        similarity: float = 0.8,
        occurrence: float = 0.3,
        samples: int = 5,
        cutoff: int = 100,
        measure: Measure = "jaccard",
        recompute: bool = False,
        verify: bool = False,
        seed: int = 0,
    ) -> None:
        self.similarity = similarity
        self.occurrence = occurrence
        self.samples = samples
        self.cutoff = cutoff
        self.measure = measure
        self.recompute = recompute
        self.verify = verify
        self.seed = seed

    def fit(self, features: Features) -> Self:
        xpaths = list(features.inbound_xpaths)
        if "links" in features and all(xpath is None for xpath in xpaths):
            xpaths = simulate(features.urls, features.links)
        codes, names = code_xpaths(xpaths)
        return self.fit_codes(codes, names, features)

    def fit_codes(self, codes: Numbers, names: list[str], pages: PathTable) -> Self:
        """The same for inbound XPaths as numbers; of `pages`, only sampled ones are asked for."""
        self._check()
        groups = group_by_code(codes, self.cutoff)
        self.dropped_: Numbers = np.flatnonzero(groups.of_page < 0)
        self.samples_ = draw_samples(
            groups, [names[code] for code in groups.codes], self.samples, self.seed
        )
        self.labels_ = np.full(len(codes), -1, np.int64)
        self.xpaths_: list[list[str]] = []
        if len(groups):
            self._refine(pages, groups, names)
        return self

    def _check(self) -> None:
        for name in ("similarity", "occurrence"):
            if not 0 <= getattr(self, name) <= 1:
                raise UsageError(f"{name} must be between 0 and 1, not {getattr(self, name)!r}")
        for name in ("samples", "cutoff"):
            if getattr(self, name) < 1:
                raise UsageError(f"{name} must be at least 1, not {getattr(self, name)!r}")
        if self.measure not in ("jaccard", "max"):
            raise UsageError(f"measure must be jaccard or max, not {self.measure!r}")

    def _refine(self, features: PathTable, groups: Groups, names: list[str]) -> None:
        pages = np.concatenate(self.samples_)
        group_of = np.repeat(np.arange(len(groups)), [len(each) for each in self.samples_])
        paths = features.select(pages).leaf_paths
        sampled = SampledPaths.of(paths.values, paths.offsets, group_of)
        owner, prints = merge(
            sampled,
            len(groups),
            similarity=self.similarity,
            occurrence=self.occurrence,
            measure=self.measure,
            recompute=self.recompute,
        )
        owner, order = _by_first_page(owner, groups)
        prints = prints[order]
        self.fingerprints_ = [sampled.paths[row.indices] for row in prints]
        self.xpaths_ = [[] for _ in order]
        for group, cluster in enumerate(owner):
            self.xpaths_[cluster].append(names[int(groups.codes[group])])
        labels = np.where(groups.of_page >= 0, owner[groups.of_page], -1)
        if self.verify:
            labels = self._move_strays(features, labels, sampled.paths, prints)
        self.labels_ = labels

    def _move_strays(
        self, features: PathTable, labels: Labels, paths: Paths, prints: csr_matrix
    ) -> Labels:
        """Give pages that are unlike their cluster to the cluster that they are most like."""
        clustered = np.flatnonzero(labels >= 0)
        moved = labels.copy()
        for part in np.array_split(clustered, max(1, len(clustered) // 2000)):
            column = features.select(part).leaf_paths
            alike = likeness(_presence(column, paths), column.lengths, prints, self.measure)
            own = alike[np.arange(len(part)), labels[part]]
            best = alike.argmax(axis=1)
            is_stray = (own < self.similarity) & (alike.max(axis=1) > own)
            moved[part[is_stray]] = best[is_stray]
        self.moved_: Numbers = np.flatnonzero(moved != labels)
        return moved


def _by_first_page(owner: Numbers, groups: Groups) -> tuple[Numbers, Numbers]:
    """Clusters numbered by their first pages; and for each new number, the old one."""
    first_pages = np.full(int(owner.max()) + 1, len(groups.of_page))
    pages = np.flatnonzero(groups.of_page >= 0)
    np.minimum.at(first_pages, owner[groups.of_page[pages]], pages)
    order = np.argsort(first_pages)
    numbers = np.empty_like(order)
    numbers[order] = np.arange(len(order))
    return numbers[owner], order


def _presence(column: Ragged, paths: Paths) -> csr_matrix:
    """Which pages have which of the known paths."""
    from scipy.sparse import csr_matrix

    position = np.searchsorted(paths, column.values)
    position[position == len(paths)] = 0
    is_known = paths[position] == column.values
    place = (column.pages[is_known], position[is_known])
    return csr_matrix((np.ones(is_known.sum()), place), shape=(len(column), len(paths)))
