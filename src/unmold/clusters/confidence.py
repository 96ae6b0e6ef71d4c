"""How sure a page's cluster is: how near the page is to the others of it, and to the next cluster.

Nearness is that of `auto`: Tanimoto's similarity of the page's four views to the centroid of a
cluster, in its own cluster to that of the other pages. It is known for clusters of any method.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan

import numpy as np
from numpy.typing import NDArray

from unmold._core import SparseRows
from unmold.clusters.base import Labels
from unmold.clusters.incidence import (
    dot_products,
    in_portions,
    squared_lengths,
    sum_rows,
)
from unmold.clusters.views import weigh_pages
from unmold.evaluation.labels import UNCLUSTERED
from unmold.features import Features

# Of 20,723 pages of the development sites 51 score less, and 50 of these are not what their cluster
# is: pages of openjdk17 (46), various and debdocs. On 3 to 12 pages of each site pair F1 rises as
# well, by up to .01.
STRAY = 0.2
"""A page that scores less is in its cluster for want of a better one: it is of none."""

# Of the same pages 230 are in doubt, a third of them rightly; of all pages one in 100 is wrong.
FAR, CLOSE = 0.27, 0.05
"""A page is in doubt that scores less than this, or hardly more than with the next cluster."""

MAX_COMPARED = 500
"""Clusters that pages are compared with, the largest; keeps the work linear."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Confidence:
    """For each page how sure its cluster is."""

    score: Numbers
    """How near the page is to the others of its cluster, from 0 to 1; NaN if there are none."""
    second: Labels
    """The cluster of several pages that is next; -1 if there is no other."""
    second_score: Numbers
    """How near the page is to that; NaN if there is none."""

    def __len__(self) -> int:
        return len(self.score)

    @classmethod
    def unknown(cls, pages: int) -> Confidence:
        """Nothing is known of any page."""
        nothing = np.full(pages, np.nan)
        return cls(nothing, np.full(pages, UNCLUSTERED, np.int64), nothing.copy())

    @property
    def strays(self) -> NDArray[np.bool_]:
        """Which pages are in a cluster, but near to nothing in it."""
        found: NDArray[np.bool_] = self.score < STRAY
        return found

    def place(self, rows: NDArray[np.int64], part: Confidence, first: int) -> None:
        """Put in what is known of some pages, whose clusters are numbered from `first`."""
        self.score[rows] = part.score
        self.second[rows] = np.where(part.second < 0, UNCLUSTERED, part.second + first)
        self.second_score[rows] = part.second_score

    def without_strays(self, before: Labels, after: Labels) -> Confidence:
        """The same where strays left their clusters and the others were numbered anew.

        For a stray the next cluster is the one that it is nearest to, be it the one it left.
        """
        numbers = np.full(int(before.max(initial=0)) + 2, UNCLUSTERED, np.int64)
        kept = after != UNCLUSTERED
        numbers[before[kept]] = after[kept]
        is_stray = (after == UNCLUSTERED) & (before != UNCLUSTERED)
        back = is_stray & ~(self.second_score > self.score)
        second = np.where(back, numbers[before], numbers[self.second])
        second_score = np.where(back, self.score, self.second_score)
        score = np.where(is_stray, np.nan, self.score)
        return Confidence(score, second, np.where(second < 0, np.nan, second_score))

    def doubt(self, page: int, label: int) -> str:
        """Why a page's cluster is in doubt; empty if it is not."""
        return _doubt(float(self.score[page]), float(self.second_score[page]), label)

    def doubts(self, labels: Labels) -> list[str]:
        """The same for all pages, which have these clusters."""
        given = (self.score.tolist(), self.second_score.tolist(), labels.tolist())
        return list(map(_doubt, *given))


def _doubt(score: float, second: float, label: int) -> str:
    if label == UNCLUSTERED:
        return "near to no cluster"
    if isnan(score):
        return "alone"
    if score - second < CLOSE:
        return "as near to another cluster"
    return "far from its cluster" if score < FAR else ""


def judge_pages(features: Features, labels: Labels) -> Confidence:
    """How sure the cluster of each page of a site is."""
    pages = len(labels)
    found = Confidence.unknown(pages)
    compared, sizes = _find_compared(labels)
    if not len(compared):
        return found
    rows = weigh_pages(features)
    place = np.full(int(labels.max()) + 2, -1, np.int64)  # the last is for pages in no cluster
    place[compared] = np.arange(len(compared))
    own = place[labels]
    centroids = sum_rows(rows, own, 1 / sizes[own], len(compared))
    for some, chosen in in_portions(rows, len(compared)):
        inside = np.ones(len(some), np.bool_)
        found.place(some, compare_pages(chosen, centroids, own[some], inside, compared, sizes), 0)
    return found


def compare_pages(
    rows: SparseRows,
    centroids: SparseRows,
    own: Labels,
    inside: NDArray[np.bool_],
    compared: Labels,
    sizes: Numbers,
) -> Confidence:
    """How sure the clusters of some pages are, by the centroids of the clusters `compared`.

    `own` has the place of each page's cluster among these, -1 for none; `inside` says whether the
    page is one of those that the centroid was made of.
    """
    nearness, score = _compare(rows, centroids, own, inside, sizes)
    best = nearness.argmax(axis=1)
    best_score = nearness[np.arange(len(best)), best]
    is_there = best_score >= 0
    second = np.where(is_there, compared[best], UNCLUSTERED)
    return Confidence(score, second, np.where(is_there, best_score, np.nan))


def _find_compared(labels: Labels) -> tuple[Labels, Numbers]:
    """The largest clusters of several pages, ascending, and their sizes."""
    counts = np.bincount(labels[labels != UNCLUSTERED])
    order = np.argsort(-counts, kind="stable")[:MAX_COMPARED]
    compared = np.sort(order[counts[order] > 1])
    return compared, counts[compared].astype(np.float64)


def _compare(
    rows: SparseRows,
    centroids: SparseRows,
    own: Labels,
    inside: NDArray[np.bool_],
    sizes: Numbers,
) -> tuple[Numbers, Numbers]:
    """The similarity of each page to each other cluster, and to the rest of its own.

    -1 stands for its own cluster among the others, NaN for that of a page without one.
    """
    dots = dot_products(rows, centroids)
    lengths, squares = squared_lengths(centroids), squared_lengths(rows)
    others = _tanimoto(dots, squares[:, None], lengths[None, :])
    at = np.flatnonzero(own >= 0)
    number, square, size = own[at], squares[at], sizes[own[at]]
    dot = dots[at, number]
    # The centroid without the page: its dot product and its length follow from those with it.
    rest = np.where(inside[at], (size * dot - square) / (size - 1), dot)
    without = (size**2 * lengths[number] - 2 * size * dot + square) / (size - 1) ** 2
    length = np.where(inside[at], without, lengths[number])
    score = np.full(len(own), np.nan)
    score[at] = np.clip(_tanimoto(rest, square, length), 0, 1)
    others[at, number] = -1
    return others, score


def _tanimoto(dots: Numbers, first: Numbers, second: Numbers) -> Numbers:
    union = first + second - dots
    return np.where(union > 1e-12, dots / np.where(union > 1e-12, union, 1), 1.0)
