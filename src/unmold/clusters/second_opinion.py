"""A second opinion on a cluster: whether its constant texts speak for several templates.

Kinds of pages in one heavy frame, with plain markup and few classes, look alike to structure: a
profile and a topic of an old forum are tables in tables. What the template itself writes differs,
"Reply" here and "Joined:" there. TEXT-MAX proposes pieces of the cluster; those are joined again
that lack evidence: each must have texts, places in the tree or class names on nearly all of its
pages that are on nearly none of the other's. Parts of one kind, such as a list with rows and one
without, have such items on one side only.

Evidence comes from a sample of the cluster. Texts are read of the sample alone, as the features of
a site do not hold them; the other pages go to the piece whose items they have.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unmold.clusters.base import number_by_first_page, order_keys
from unmold.clusters.incidence import Counts, Incidence
from unmold.clusters.published.text_clusterers import TextMaxClusterer
from unmold.clusters.split_evidence import find_parents
from unmold.features import Features, Ragged
from unmold.features.table import Rows

Mask = NDArray[np.bool_]

TEXTS = "content_paths"
"""The column of texts, each with its place."""

# With 200 pages the development sites have the same scores as with all, with 100 casacinepoa and
# gtk4 of debdocs become worse.
SAMPLE = 300
"""Pages of a cluster that are looked at."""

# Fewer than four pages never reach `PRESENT` here and `ABSENT` there, see `_shares`.
MIN_PAGES = 8
"""Pages that a cluster must have: four on each side."""

# From trials on the development sites of various, wild, ampshops, debdocs and swde.
MAX_PIECES = 100
"""A cluster that falls into as many pieces has rich content, not many templates."""

PRESENT, ABSENT = 0.9, 0.1
"""An item speaks for a side with at least this share of its pages, and this share of the other's at
the most."""

# The same trials: without it wild falls from .993 to .974 (pair F1) and swde from .982 to .962.
NOISE = 0.04
"""What an item that varies inside a piece takes from the evidence of its family: where much varies,
some pages differ by chance."""

# The same trials; with 4, casacinepoa and jfreechart are worse, with less swde is.
NEEDED = 3.0
"""Evidence on the weaker side that keeps two pieces apart."""

MIN_EVIDENCE = 1.0
"""What texts, and places with class names, must each give on one of the sides."""

MAX_INHERITED = 6.0
"""Evidence of a part that a joined piece keeps, at the most."""

LEAST_PRESENT, MOST_ABSENT = PRESENT - 1e-9, ABSENT + 1e-9
"""The same for shares, which may be wrong in their last bits."""

CELLS = 1 << 21
"""Pieces by items that are compared at once; bounds memory."""


def part_by_texts(features: Features) -> NDArray[np.int64]:
    """The templates in a cluster, numbered from 0; all 0 if there is one, or no text to be had."""
    whole = np.zeros(len(features), np.int64)
    if len(features) < MIN_PAGES:
        return whole
    rows = _draw_sample(features)
    sample = features.select(rows)
    pieces = _propose(sample)
    if not 0 < pieces.max() < MAX_PIECES:
        return whole
    texts = features.look_up(TEXTS, rows)
    if texts is None:
        return whole
    found = number_by_first_page(_join_pieces(sample, texts, pieces))
    if not found.max():
        return whole
    labels = np.full(len(features), -1, np.int64)
    labels[rows] = found
    rest = np.flatnonzero(labels < 0)
    if len(rest):
        labels[rest] = _assign(features.select(rest), sample, found)
    return labels


def _draw_sample(features: Features) -> Rows:
    """Positions of pages, spread evenly over what they hold: whatever the order of pages."""
    keys = order_keys(features.element_paths, features.class_tokens, features.labels)
    order = np.array(sorted(range(len(keys)), key=keys.__getitem__), np.int64)
    if len(order) <= SAMPLE:
        return order
    return order[np.linspace(0, len(order) - 1, SAMPLE).astype(np.int64)]


def _propose(sample: Features) -> NDArray[np.int64]:
    """Pieces, numbered from 0; pages without a frequent path are one more."""
    found = TextMaxClusterer().label(sample)
    return number_by_first_page(np.where(found < 0, found.max() + 1, found))


# Items: texts, places in the tree, class names. Each family has the number of pages of each piece
# that have each item. Items with the same numbers are counted once, with a weight.


@dataclass(frozen=True, slots=True)
class _Family:
    """On how many pages of each piece (row) each item (column) is."""

    counts: Counts
    weights: Counts
    """How many items each column stands for."""
    parents: NDArray[np.int64] | None = None
    """The column of the item above; -1 for none."""

    def merge(self, kept: int, gone: int) -> None:
        self.counts[kept] += self.counts[gone]

    def count(self, mask: Mask) -> Counts:
        total: Counts = mask @ self.weights
        return total

    def outermost(self, mask: Mask) -> Mask:
        """Without items that are inside another: a block is one item, however deep."""
        if self.parents is None:
            return mask
        return mask & ~np.where(self.parents >= 0, mask[:, self.parents], False)


def _make_family(column: Ragged, pieces: NDArray[np.int64]) -> _Family:
    """The family of texts or class names."""
    counts, _ = _count_items(column, pieces)
    if not counts.shape[1]:
        return _Family(counts, np.empty(0))
    distinct, weights = np.unique(counts, axis=1, return_counts=True)
    return _Family(distinct, weights.astype(np.float64))


def _make_places(sample: Features, pieces: NDArray[np.int64]) -> _Family:
    """The family of element paths, each of which knows the one above."""
    column = sample.element_paths
    counts, kept = _count_items(column, pieces)
    paths, first = np.unique(column.values, return_index=True)
    parents = find_parents(paths, sample.element_path_parents.values[first])[kept]
    numbers = np.append(np.where(kept, np.cumsum(kept) - 1, -1), -1)
    return _Family(counts, np.ones(counts.shape[1]), numbers[parents])


def _count_items(column: Ragged, pieces: NDArray[np.int64]) -> tuple[Counts, Mask]:
    """Counts of items that are neither rare nor on all pages, and which of all these are."""
    pages, found = len(pieces), Incidence.of(column)
    supports = found.supports
    kept = (supports >= max(2, 0.01 * pages)) & (supports <= pages - 2)
    return found.keep(kept).count(pieces, int(pieces.max()) + 1), kept


# Joining. The most alike of the pieces without evidence between them are joined first. A joined
# piece keeps evidence that its parts had, for two kinds joined with a third blur what was clear.


def _join_pieces(sample: Features, texts: Ragged, pieces: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each page the number of its piece, after joining those without evidence."""
    families = [
        _make_family(texts, pieces),
        _make_places(sample, pieces),
        _make_family(sample.class_tokens, pieces),
    ]
    joiner = _Joiner(families, np.bincount(pieces).astype(np.float64))
    while joiner.join_best():
        pass
    labels: NDArray[np.int64] = joiner.owner[pieces]
    return labels


class _Joiner:
    """Evidence between each two pieces, and how alike they are."""

    def __init__(self, families: list[_Family], sizes: Counts) -> None:
        self.families = families
        self.sizes = sizes
        self.owner = np.arange(len(sizes))
        self.evidence = np.full((len(sizes), len(sizes)), np.inf)
        self.alike = np.zeros((len(sizes), len(sizes)))
        for piece in range(len(sizes)):
            self._compare(piece, np.arange(piece), np.zeros(len(sizes)))

    def join_best(self) -> bool:
        """Join the most alike without evidence; false if there are none."""
        open_pairs = np.where(self.evidence < NEEDED, self.alike, -1.0)
        first, second = np.unravel_index(open_pairs.argmax(), open_pairs.shape)
        if open_pairs[first, second] < 0:
            return False
        kept, gone = int(min(first, second)), int(max(first, second))
        inherited = self._inherit(kept, gone)
        for family in self.families:
            family.merge(kept, gone)
        self.sizes[kept] += self.sizes[gone]
        self.sizes[gone] = 0
        self.owner[self.owner == gone] = kept
        self.evidence[gone] = self.evidence[:, gone] = np.inf
        self._compare(kept, np.arange(len(self.sizes)), inherited)
        return True

    def _inherit(self, kept: int, gone: int) -> Counts:
        """The evidence of two pieces against all others, weighted by their sizes."""
        weights = self.sizes[[kept, gone]] / self.sizes[[kept, gone]].sum()
        inherited: Counts = weights @ np.minimum(self.evidence[[kept, gone]], MAX_INHERITED)
        return inherited

    def _compare(self, piece: int, others: NDArray[np.int64], inherited: Counts) -> None:
        """Compare one piece with others."""
        others = others[(self.sizes[others] > 0) & (others != piece)]
        items = max(family.counts.shape[1] for family in self.families)
        step = max(1, CELLS // max(items, 1))
        for start in range(0, len(others), step):
            some = others[start : start + step]
            found, alike = self._judge(piece, some)
            found = np.maximum(found, inherited[some])
            self.evidence[piece, some] = self.evidence[some, piece] = found
            self.alike[piece, some] = self.alike[some, piece] = alike

    def _judge(self, piece: int, others: NDArray[np.int64]) -> tuple[Counts, Counts]:
        """The evidence between a piece and others on the weaker side, and how alike they are."""
        here, there = self.sizes[piece], self.sizes[others][:, None]
        sides = [_weigh(family, piece, others, here, there) for family in self.families]
        texts, structure = sides[0], sides[1] + sides[2]
        is_enough = (texts.max(axis=0) >= MIN_EVIDENCE) & (structure.max(axis=0) >= MIN_EVIDENCE)
        weaker = (texts + structure).min(axis=0)
        alike = [_likeness(family, piece, others, here, there) for family in self.families]
        return np.where(is_enough, weaker, 0.0), np.mean(alike, axis=0)


def _weigh(
    family: _Family, piece: int, others: NDArray[np.int64], here: float, there: Counts
) -> Counts:
    """What a family says for each side (row) of each pair (column), less what is noise."""
    ours, theirs = _shares(family.counts[piece], family.counts[others], here, there)
    mine = family.outermost((ours >= LEAST_PRESENT) & (theirs <= MOST_ABSENT))
    yours = family.outermost((theirs >= LEAST_PRESENT) & (ours <= MOST_ABSENT))
    varies = _varies(ours) | _varies(theirs)
    found = np.array([family.count(mine), family.count(yours)])
    evidence: Counts = np.maximum(found - NOISE * family.count(varies), 0)
    return evidence


def _shares(ours: Counts, theirs: Counts, here: float, there: Counts) -> tuple[Counts, Counts]:
    """The share of pages that have each item, as if one page more had the share of both pieces.

    So few pages are never sure: of four that all have an item which four others lack, 0.9 have it.
    """
    both = (ours + theirs) / (here + there)
    return (ours + both) / (here + 1), (theirs + both) / (there + 1)


def _varies(shares: Counts) -> Mask:
    return (shares > MOST_ABSENT) & (shares < LEAST_PRESENT)


def _likeness(
    family: _Family, piece: int, others: NDArray[np.int64], here: float, there: Counts
) -> Counts:
    """Tanimoto's similarity of the shares."""
    ours, theirs = family.counts[piece] / here, family.counts[others] / there
    dots = (ours * theirs) @ family.weights
    union = (ours * ours) @ family.weights + (theirs * theirs) @ family.weights - dots
    return np.where(union > 0, dots / np.where(union > 0, union, 1), 1.0)


# Pages outside the sample.


def _assign(rest: Features, sample: Features, labels: NDArray[np.int64]) -> NDArray[np.int64]:
    """The piece of each page: an item counts for pieces that have it, against those without."""
    scores = np.zeros((len(rest), int(labels.max()) + 1))
    for name in ("element_paths", "class_tokens", "labels"):
        scores += _score(getattr(rest, name), getattr(sample, name), labels, len(rest))
    best: NDArray[np.int64] = scores.argmax(axis=1)
    return best


def _score(rest: Ragged, sample: Ragged, labels: NDArray[np.int64], pages: int) -> Counts:
    """What one column says for each piece (column) of each page (row)."""
    known = Incidence.of(sample)
    shares = known.count(labels, int(labels.max()) + 1) / np.bincount(labels)[:, None]
    speaks = (shares.max(axis=0) >= PRESENT) & (shares.min(axis=0) <= ABSENT)
    own = Incidence.of(rest)
    is_known = np.isin(own.values, known.values[speaks], assume_unique=True)
    own = own.keep(is_known)
    votes = 2 * shares[:, np.searchsorted(known.values, own.values)] - 1
    found = [np.bincount(own.pages, vote[own.numbers], pages) for vote in votes]
    return np.array(found, np.float64).T
