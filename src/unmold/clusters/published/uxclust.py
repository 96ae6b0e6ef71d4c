"""`uxclust`: groups pages by where the link to them was, and groups by what their pages share.

After Grigalis and Cenys (2014). Pages reached by no link and those in groups below the cut-off stay
unclustered. A step that the paper leaves open is added: `verify` reads all pages and moves those
that do not look like their cluster, such as the answers of a server that says "not found" with
another template.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from unmold._core import hash_bytes
from unmold.clusters.base import Clusterer, Labels
from unmold.errors import UsageError
from unmold.features import Features, Ragged
from unmold.pages.links import Addresses, breadth_first, shortest

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

    from unmold.features import Links

# Unrefined clusters: pages whose first link was at the same XPath are one group; no page is read
# for that. Groups with too few pages are cut off, and of every other one a few pages are drawn:
# only these need to be read (steps 3 to 5 of the paper).


Numbers = NDArray[np.int64]

NO_LINK = -1
"""The code of a page that no link led to, such as the start page."""


@dataclass(frozen=True, slots=True)
class Groups:
    """Groups of pages by inbound XPath, those that were cut off left out."""

    of_page: Numbers
    """The group of every page; -1 where it was cut off or no link led to the page."""

    codes: Numbers
    """The code of each group's XPath."""

    sizes: Numbers

    def __len__(self) -> int:
        return len(self.codes)

    def members(self) -> list[Numbers]:
        """The pages of each group, in order."""
        if not len(self):
            return []
        order = np.argsort(self.of_page, kind="stable")
        grouped = order[np.searchsorted(self.of_page[order], 0) :]
        return np.split(grouped, np.cumsum(self.sizes)[:-1])


def group_by_code(codes: Numbers, cutoff: int) -> Groups:
    """Group pages by the code of their inbound XPath; groups below the cut-off are dropped.

    >>> group_by_code(np.array([7, 7, 9]), cutoff=1).sizes.tolist()
    [2, 1]
    """
    known, inverse, counts = np.unique(codes, return_inverse=True, return_counts=True)
    kept = (counts >= cutoff) & (known != NO_LINK)
    numbers = np.where(kept, np.cumsum(kept) - 1, -1)
    return Groups(numbers[inverse.reshape(-1)], known[kept].astype(np.int64), counts[kept])


def draw_samples(groups: Groups, names: list[str], size: int, seed: int) -> list[Numbers]:
    """Up to `size` pages of every group, without replacement.

    The draw depends on the seed and the group's name alone, so that other groups, or the order of
    pages in which they are found, do not change it.
    """
    return [
        _draw(pages, name, size, seed) for pages, name in zip(groups.members(), names, strict=True)
    ]


def _draw(pages: Numbers, name: str, size: int, seed: int) -> Numbers:
    if len(pages) <= size:
        return pages
    random = np.random.default_rng([seed, hash_bytes(name.encode("utf-8", "replace"))])
    return np.sort(random.choice(pages, size, replace=False))


# The inbound XPath of every page: what a crawl recorded. Where no page knows the link that led to
# it, a breadth-first crawl over the links of the pages at hand is simulated.


Codes = NDArray[np.int64]


def code_xpaths(xpaths: Sequence[str | None]) -> tuple[Codes, list[str]]:
    """A code for each XPath, in the order of first sight; -1 for none."""
    known: dict[str, int] = {}
    codes = [NO_LINK if path is None else known.setdefault(path, len(known)) for path in xpaths]
    return np.array(codes, np.int64), list(known)


def simulate(urls: Sequence[str], links: Links) -> list[str | None]:
    """The XPath of the link through which a breadth-first crawl would reach each page first."""
    found: list[str | None] = [None] * len(urls)
    if not urls:
        return found
    addresses = Addresses(urls)
    targets = [addresses.find(url) for url in links.urls]

    def links_from(page: int) -> Iterator[tuple[int | None, int]]:
        own = range(int(links.offsets[page]), int(links.offsets[page + 1]))
        return ((targets[link], link) for link in own)

    for page, _, _, link in breadth_first(len(urls), shortest(urls), links_from):
        found[page] = None if link is None else links.xpaths[link]
    return found


# Refining: a group's fingerprint is the set of leaf paths on more than a share of its sample.
# Groups whose fingerprints are more alike than a threshold are united: clusters are the connected
# components (steps 6 and 7). With `recompute`, united groups pool their samples, get a new
# fingerprint, and are compared again until nothing changes.


Measure = Literal["jaccard", "max"]


@dataclass(frozen=True, slots=True)
class SampledPaths:
    """The leaf paths of sampled pages as a 0/1 matrix, and the group of each page."""

    has: csr_matrix
    group_of: Numbers
    paths: NDArray[np.uint64]
    """The path of each column."""

    @classmethod
    def of(
        cls, values: NDArray[np.uint64], offsets: NDArray[np.int64], group_of: Numbers
    ) -> SampledPaths:
        """From the sets of the pages, one after the other."""
        from scipy.sparse import csr_matrix

        paths, columns = np.unique(values, return_inverse=True)
        shape = (len(offsets) - 1, len(paths))
        has = csr_matrix((np.ones(len(values)), columns.reshape(-1), offsets), shape)
        has.sum_duplicates()
        has.data[:] = 1.0
        return cls(has, group_of, paths)


def fingerprints(
    sampled: SampledPaths, group_of: Numbers, groups: int, occurrence: float
) -> csr_matrix:
    """For each group the paths that are on more than that share of its sampled pages."""
    from scipy.sparse import csr_matrix

    sizes = np.bincount(group_of, minlength=groups)
    place = (group_of, np.arange(len(group_of)))
    members = csr_matrix((1.0 / sizes[group_of], place), shape=(groups, len(group_of)))
    shares = (members @ sampled.has).tocsr()
    # Shares are sums of fractions: a hair above the threshold is the threshold.
    shares.data = (shares.data > occurrence + 1e-9).astype(np.float64)
    shares.eliminate_zeros()
    return shares


def merge(
    sampled: SampledPaths,
    groups: int,
    *,
    similarity: float,
    occurrence: float,
    measure: Measure,
    recompute: bool,
) -> tuple[Numbers, csr_matrix]:
    """The cluster of each group, and the fingerprint of each cluster."""
    owner = np.arange(groups)
    prints = fingerprints(sampled, sampled.group_of, groups, occurrence)
    while True:
        united = _components(prints, similarity, measure)
        owner = united[owner]
        count = int(owner.max(initial=-1)) + 1
        is_stable = count == prints.shape[0]
        prints = fingerprints(sampled, owner[sampled.group_of], count, occurrence)
        if is_stable or not recompute:
            return owner, prints


def _components(prints: csr_matrix, similarity: float, measure: Measure) -> Numbers:
    """Connected components of fingerprints that are more alike than the threshold."""
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import connected_components

    shared = (prints @ prints.T).tocoo()
    sizes = np.asarray(prints.sum(axis=1)).reshape(-1)
    first, second = sizes[shared.row], sizes[shared.col]
    whole = first + second - shared.data if measure == "jaccard" else np.maximum(first, second)
    alike = shared.data / whole > similarity
    edges = (np.ones(alike.sum()), (shared.row[alike], shared.col[alike]))
    count = prints.shape[0]
    _, labels = connected_components(csr_matrix(edges, shape=(count, count)), directed=False)
    return np.asarray(labels, np.int64)


def likeness(
    pages: csr_matrix, sizes: Numbers, prints: csr_matrix, measure: Measure
) -> NDArray[np.float64]:
    """How alike every page is to every fingerprint; `sizes` counts all paths of the pages."""
    shared = np.asarray((pages @ prints.T).todense(), np.float64)
    own = sizes.reshape(-1, 1)
    theirs = np.asarray(prints.sum(axis=1)).reshape(1, -1)
    whole = own + theirs - shared if measure == "jaccard" else np.maximum(own, theirs)
    alike: NDArray[np.float64] = shared / np.maximum(whole, 1)
    return alike


# The method.


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
