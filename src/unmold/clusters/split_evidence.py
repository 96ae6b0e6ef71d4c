"""Evidence for and against splitting: whether two sets of pages have one template or two.

`merge_one_sided` joins clusters that differ by optional blocks only: a list with rows and one
without differ on one side, as the one has all that the other has, while a list and an article
differ on both sides. `join_without_evidence` joins proposed pieces of a cluster unless each has
what the other lacks entirely.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from unmold.clusters.incidence import Counts, Incidence, number_column
from unmold.clusters.views import Weighing
from unmold.features import Features
from unmold.features.table import first_places

# One-sided merges. How clusters are compared is in `rust/src/one_sided.rs`.

MIN_PAGES = 2
"""A single page says too little about what is optional."""

# No site of the corpora has as many; bounds memory, which grows with the square of it.
MAX_CLUSTERS = 500
"""Clusters that are compared with each other: the largest ones."""


@dataclass(frozen=True, slots=True)
class Presence:
    """Which page has which path, and which path is above each."""

    has: Incidence
    parents: NDArray[np.int64]
    """The number of the path above; -1 for a root, which every page could have."""


def merge_one_sided(features: Features, labels: NDArray[np.int64]) -> NDArray[np.int64]:
    """Merge the clusters that differ by optional blocks only; labels run from 0."""
    clusters = int(labels.max(initial=-1)) + 1
    if clusters < 2:
        return labels
    compared = _find_compared(features, labels)
    if len(compared) < 2:
        return labels
    numbers = np.full(clusters, -1, np.int64)
    numbers[compared] = np.arange(len(compared))
    presence = find_presence(features)
    given: tuple[Any, Any] = (numbers[labels], presence.parents)
    merged = np.frombuffer(presence.has.to_rows().merge_one_sided(*given), np.uint32)
    owner = np.arange(clusters)
    owner[compared] = compared[merged]
    return owner[labels]


def _find_compared(features: Features, labels: NDArray[np.int64]) -> NDArray[np.int64]:
    """The clusters that have enough pages, ascending; of very many the largest."""
    sizes = np.bincount(labels)
    compared = np.flatnonzero(sizes >= MIN_PAGES)
    if len(compared) <= MAX_CLUSTERS:
        return compared
    # Of clusters of one size those come first whose paths add up to less: whatever their order.
    column = features.element_paths
    sums = np.zeros(len(sizes), np.uint64)
    np.add.at(sums, labels[column.pages], column.values)
    order = np.lexsort((sums[compared], -sizes[compared]))
    return np.sort(compared[order[:MAX_CLUSTERS]])


def find_presence(features: Features) -> Presence:
    """The paths that are frequent enough and say something that their parent does not."""
    found, parents = _number_paths(features)
    counts = found.supports
    whole = np.where(parents >= 0, counts[parents], len(features))
    # A child is never without its parent, so equal counts mean equal pages.
    kept = (counts >= Weighing().frequent(len(features))) & (counts != whole)
    numbers = np.cumsum(kept) - 1
    return Presence(found.keep(kept), _nearest_kept(parents, kept, numbers))


def _number_paths(features: Features) -> tuple[Incidence, NDArray[np.int64]]:
    """Which page has which element path, and the number of the path above each; -1 for a root."""
    found, numbers = number_column(features.element_paths)
    first = first_places(numbers, len(found.values))
    return found, find_parents(found.values, features.element_path_parents.values[first])


def find_parents(paths: NDArray[np.uint64], above: NDArray[np.uint64]) -> NDArray[np.int64]:
    """The position of the path above each, of paths in order; -1 for a root."""
    if not len(paths):
        return np.empty(0, np.int64)
    position = np.searchsorted(paths, above)
    position[position == len(paths)] = 0
    return np.where(paths[position] == above, position, -1)


def _nearest_kept(
    parents: NDArray[np.int64], kept: NDArray[np.bool_], numbers: NDArray[np.int64]
) -> NDArray[np.int64]:
    """For each kept path the nearest kept path above it, by new numbers.

    A path that was dropped is on the same pages as its own parent (or is too rare to have a
    frequent child), so nothing is lost by stepping over it.
    """
    above = parents.copy()
    for _ in range(len(parents)):
        stepped = (above >= 0) & ~kept[above]
        if not stepped.any():
            break
        above[stepped] = parents[above[stepped]]
    chosen = above[kept]
    return np.where(chosen >= 0, numbers[chosen], -1)


# Pieces of a cluster are kept apart if there are class tokens and places in the tree that all pages
# of the one and none of the other have, on both sides. Such differences must outnumber what varies
# from page to page inside the pieces, for where much varies a few pages differ crisply by chance.
# Pieces without such evidence are joined, those that differ least first. Optional blocks never
# split a cluster, since they are on one side only.


# These three are guesses: no measurement is recorded.
MIN_LONE_DIFFERENCES = 6
"""Differences that a single page needs to be apart: one page alone may be an accident."""

MAX_LONE_SHARE = 1 / 2
"""Where more of the pages than this are alone, pages differ by their content."""

ONE_SIDED = 0.01
"""Evidence on one side counts so little that it decides only what is joined first."""

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class _Items:
    """On how many pages of each piece (row) each item is, and the item above it."""

    counts: Counts
    parents: NDArray[np.int64] | None = None

    def without_shared(self, sizes: Counts) -> _Items:
        """Without items that all pages have: these neither vary nor tell pieces apart."""
        kept = (self.counts != sizes[:, None]).any(axis=0)
        if self.parents is None:
            return _Items(self.counts[:, kept])
        # No difference is inside of what all pages have.
        numbers = np.append(np.where(kept, np.cumsum(kept) - 1, -1), -1)
        return _Items(self.counts[:, kept], numbers[self.parents[kept]])

    def merge(self, kept: int, gone: int) -> None:
        self.counts[kept] += self.counts[gone]

    def outermost(self, mask: Mask) -> Mask:
        """Without items that are inside another: a block is one difference, however deep."""
        if self.parents is None:
            return mask
        inside: Mask = np.where(self.parents >= 0, mask[:, self.parents], False)
        return mask & ~inside


def join_without_evidence(features: Features, pieces: NDArray[np.int64]) -> NDArray[np.int64]:
    """Join pieces, numbered from 0, until all that are left are apart; one alone if none is."""
    joiner = _Joiner(features, pieces)
    while joiner.join_least():
        pass
    labels: NDArray[np.int64] = joiner.owner[pieces]
    alone = int((joiner.sizes == 1).sum())
    return labels if alone <= MAX_LONE_SHARE * len(pieces) else np.zeros_like(labels)


class _Joiner:
    """The counts of each piece, and how far each two are apart; from 1 on they stay apart."""

    def __init__(self, features: Features, pieces: NDArray[np.int64]) -> None:
        count = int(pieces.max()) + 1
        self.sizes = np.bincount(pieces).astype(np.float64)
        self.owner = np.arange(count)
        places, parents = _number_paths(features)
        tokens = _Items(Incidence.of(features.class_tokens).count(pieces, count))
        self.tokens = tokens.without_shared(self.sizes)
        self.places = _Items(places.count(pieces, count), parents).without_shared(self.sizes)
        self.apart = np.full((count, count), np.inf)
        for piece in range(count):
            self._compare(piece, np.arange(piece))

    def join_least(self) -> bool:
        """Join the two that are least apart; false if all that are left are apart."""
        first, second = np.unravel_index(self.apart.argmin(), self.apart.shape)
        if self.apart[first, second] >= 1:
            return False
        kept, gone = int(min(first, second)), int(max(first, second))
        self.tokens.merge(kept, gone)
        self.places.merge(kept, gone)
        self.sizes[kept] += self.sizes[gone]
        self.sizes[gone] = 0
        self.owner[self.owner == gone] = kept
        self.apart[gone] = self.apart[:, gone] = np.inf
        self._compare(kept, np.arange(len(self.sizes)))
        return True

    def _compare(self, piece: int, others: NDArray[np.int64]) -> None:
        """How far one piece is from others; nobody knows about two single pages."""
        self.apart[piece, others] = self.apart[others, piece] = np.inf
        largest = np.maximum(self.sizes[others], self.sizes[piece])
        others = others[(self.sizes[others] > 0) & (largest > 1) & (others != piece)]
        if len(others):
            found = self._judge(piece, others)
            self.apart[piece, others] = self.apart[others, piece] = found

    def _judge(self, piece: int, others: NDArray[np.int64]) -> Counts:
        token_sides = self._exclusive(self.tokens, piece, others)
        place_sides = self._exclusive(self.places, piece, others)
        total = token_sides.sum(axis=0) + place_sides.sum(axis=0)
        varying = self._varying(piece, others)
        is_lone = np.minimum(self.sizes[others], self.sizes[piece]) < 2
        needed = np.maximum(np.where(is_lone, MIN_LONE_DIFFERENCES, 1), varying)
        is_mutual = (token_sides.min(axis=0) > 0) & (place_sides.min(axis=0) > 0)
        judged: Counts = np.where(is_mutual, 1, ONE_SIDED) * total / (needed + (~is_mutual) * total)
        return judged

    def _exclusive(self, items: _Items, piece: int, others: NDArray[np.int64]) -> Counts:
        """How many items each side has on all its pages and the other nowhere; a row each."""
        here, there = items.counts[piece], items.counts[others]
        full = there == self.sizes[others][:, None]
        ours = items.outermost((here == self.sizes[piece]) & (there == 0))
        theirs = items.outermost(full & (here == 0))
        return np.array([ours.sum(axis=1), theirs.sum(axis=1)], np.float64)

    def _varying(self, piece: int, others: NDArray[np.int64]) -> NDArray[np.int64]:
        """How many items are on some pages of one of the two pieces, but not on all."""
        total = np.zeros(len(others), np.int64)
        for items in (self.tokens, self.places):
            here, there = items.counts[piece], items.counts[others]
            varies = (there > 0) & (there < self.sizes[others][:, None])
            total += (varies | ((here > 0) & (here < self.sizes[piece]))).sum(axis=1)
        return total
