"""`explain_page`: says why a page is in its cluster, and which cluster is the next best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from unmold.clusters.cluster import Clustering
from unmold.clusters.traits import SAMPLE, Traits, find_traits
from unmold.evaluation.labels import UNCLUSTERED
from unmold.features.table import Rows
from unmold.model import Page
from unmold.settings import Limits

OTHERS = 30
"""How many pages of other clusters are read, to leave out what is not specific to a cluster."""

ReadPages = Callable[[Rows], Sequence[Page]]
"""Reads some pages of a clustering once more, by their rows."""


@dataclass(frozen=True, slots=True)
class ClusterView:
    """A cluster from the point of view of one page."""

    number: int
    pages: int
    score: float | None
    """How near the page is to the other pages of the cluster."""
    has: Traits
    """Those of the cluster's traits that the page has."""
    lacks: Traits

    @property
    def traits(self) -> int:
        return len(self.has) + len(self.lacks)


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a page is where it is."""

    path: str
    url: str
    site: str
    own: ClusterView | None
    """None for a page in no cluster."""
    second: ClusterView | None
    doubt: str
    """Why its cluster is in doubt; empty if it is not."""

    @property
    def reason(self) -> str:
        """The same in one sentence."""
        sides = [_count_traits(view) for view in (self.own, self.second) if view and view.traits]
        if self.own is None:
            return " and ".join(["it is near to no cluster", *sides])
        if not sides:
            return "there is nothing that only one of the clusters has"
        return "it has " + ", and ".join(sides)


def _count_traits(view: ClusterView) -> str:
    return f"{len(view.has)} of the {view.traits} traits of cluster {view.number}"


def explain_page(
    clustering: Clustering, row: int, read: ReadPages, limits: Limits | None = None
) -> Explanation:
    """Say why a page of a clustering is in its cluster; `read` reads pages once more."""
    page = Traits.of(read(np.array([row], np.int64))[0], limits)
    label, sure = int(clustering.labels[row]), clustering.confidence
    second = UNCLUSTERED if sure is None else int(sure.second[row])
    score = None if sure is None or np.isnan(sure.score[row]) else float(sure.score[row])
    next_score = None if sure is None or second < 0 else float(sure.second_score[row])

    def view(number: int, near: float | None) -> ClusterView | None:
        if number == UNCLUSTERED:
            return None
        traits = _traits_of(clustering, number, row, read, limits)
        size = int((clustering.labels == number).sum())
        return ClusterView(number, size, near, traits & page, traits - page)

    return Explanation(
        clustering.paths[row],
        clustering.urls[row],
        clustering.sites[row],
        view(label, score),
        view(second, next_score),
        "" if sure is None else sure.doubt(row, label),
    )


def _traits_of(
    clustering: Clustering, number: int, row: int, read: ReadPages, limits: Limits | None
) -> Traits:
    """What distinguishes a cluster from the rest of its site, not counting the page itself."""
    own = np.flatnonzero(clustering.labels == number)
    site = clustering.sites[own[0]]
    of_site = np.array([other == site for other in clustering.sites])
    rest = np.flatnonzero(of_site & (clustering.labels != number))
    own, rest = own[own != row] if len(own) > 1 else own, rest[rest != row]
    chosen = [_spread(own, SAMPLE), _spread(rest, OTHERS)]
    spelled = [[Traits.of(page, limits) for page in read(rows)] for rows in chosen]
    return find_traits(*spelled)


def _spread(rows: Rows, wanted: int) -> Rows:
    """Up to `wanted` of these rows, evenly spread."""
    if len(rows) <= wanted:
        return rows
    return rows[np.linspace(0, len(rows) - 1, wanted).astype(np.int64)]
