"""Kinds of pages inside a cluster: proposed pieces enter, those that are really apart leave.

Two pieces are of different kinds if each has what the other lacks entirely: class tokens and places
in the tree that all pages of the one and none of the other have. Such differences must outnumber
what varies from page to page inside the pieces, for where much varies a few pages differ crisply by
chance. Pieces without such evidence are joined, those that differ least first. Optional blocks
never part a cluster, since they stand on one side only. `auto` proposes, and takes what is left.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from unmold.clusters.one_sided import find_parents, membership
from unmold.features import Features

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

MIN_LONE_DIFFERENCES = 6
"""What tells a single page from others at least: one page alone may be an accident."""

MAX_LONE_SHARE = 1 / 2
"""Where more of the pages than this are alone, pages differ by their content."""

ONE_SIDED = 0.01
"""Evidence on one side counts so little that it decides only what is joined first."""

Counts = NDArray[np.float64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class _Items:
    """On how many pages of each piece (row) each item stands, and the item above it."""

    counts: Counts
    parents: NDArray[np.int64] | None = None

    def merge(self, kept: int, gone: int) -> None:
        self.counts[kept] += self.counts[gone]

    def outermost(self, mask: Mask) -> Mask:
        """Without items that stand inside another: a block is one difference, however deep."""
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
        members = membership(pieces, count)
        self.tokens = _count_tokens(features, members)
        self.places = _count_places(features, members)
        self.apart = np.full((count, count), np.inf)
        for piece in range(count):
            self._compare(piece)

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
        self._compare(kept)
        return True

    def _compare(self, piece: int) -> None:
        """How far one piece is from all others; nobody knows about two single pages."""
        largest = np.maximum(self.sizes, self.sizes[piece])
        others = np.flatnonzero((self.sizes > 0) & (largest > 1))
        others = others[others != piece]
        self.apart[piece] = self.apart[:, piece] = np.inf
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
        """How many items stand on some pages of one of the two pieces, but not on all."""
        total = np.zeros(len(others), np.int64)
        for items in (self.tokens, self.places):
            here, there = items.counts[piece], items.counts[others]
            varies = (there > 0) & (there < self.sizes[others][:, None])
            total += (varies | ((here > 0) & (here < self.sizes[piece]))).sum(axis=1)
        return total


def _count_tokens(features: Features, members: csr_matrix) -> _Items:
    column = features.class_tokens
    tokens, numbers = np.unique(column.values, return_inverse=True)
    return _Items(_count(members, column.pages, numbers.reshape(-1), len(tokens)))


def _count_places(features: Features, members: csr_matrix) -> _Items:
    column = features.element_paths
    paths, first, numbers = np.unique(column.values, return_index=True, return_inverse=True)
    counts = _count(members, column.pages, numbers.reshape(-1), len(paths))
    return _Items(counts, find_parents(paths, features.element_path_parents.values[first]))


def _count(
    members: csr_matrix, rows: NDArray[np.int64], numbers: NDArray[np.int64], items: int
) -> Counts:
    """On how many pages of each piece each item stands."""
    from scipy.sparse import csr_matrix

    has = csr_matrix((np.ones(len(rows)), (rows, numbers)), (members.shape[1], items))
    return np.asarray((members @ has).todense(), np.float64)
