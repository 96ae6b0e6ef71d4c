"""Scores how well pages fit the templates of one site, by their signatures.

A view scores as much as the page has of the template, times as much of the page as the template
knows; what all templates of the site share counts a tenth, since a page of a template never seen
has it too. `classify` decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from unmold.features import Features, Ragged
from unmold.templates.signature import VIEWS, Signature, ViewSignature, known_from

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

CHROME_WEIGHT = 0.1
"""What counts that all templates of a site share."""
CHROME_POWER = 16
"""Weight 1 - 0.9 share^16, as in the default method of clustering."""

# benchmarks/classify.py measures these together, on invented shops with templates held back.
FOLDS = 5
LOW_QUANTILE = 0.02
"""Pages of a large sample that may score less."""
SMALL = 20
"""In samples of fewer pages one stray decides; in larger ones low scores are a variant's."""

STRAY = 0.6
"""A page of a small sample that scores less than this share of the median is a stray."""

DOUBT = 20
"""This number of pages with `LONE_SCORE` is added to a small sample in thought: low scores of its
own pages say rather that it holds strays than that its template varies."""

LONE_SCORE = 0.7
"""What is asked where one page says nothing about how much pages differ."""

Scores = NDArray[np.float64]


class SiteSignatures:
    """The signatures of a site's templates, made ready to score pages."""

    def __init__(self, signatures: Sequence[Signature]) -> None:
        self.views = {name: _SiteView([one.views[name] for one in signatures]) for name in VIEWS}
        self.own = np.array([self._own_score(number, one) for number, one in enumerate(signatures)])
        """For each template a score that nearly all of its own pages reach."""

    def score(self, features: Features, rows: NDArray[np.int64]) -> Scores:
        """The score of each of these pages (row) by each template (column), from 0 to 1."""
        asked = features.select(rows)
        views = [self.views[name].score(getattr(asked, name)) for name in VIEWS]
        mean: Scores = np.mean(views, axis=0)
        return mean

    def _own_score(self, number: int, signature: Signature) -> float:
        """What pages of the sample score by the others, low among them."""
        if signature.pages < 2:
            return LONE_SCORE
        folds = np.arange(signature.pages) % min(FOLDS, signature.pages)
        views = [self.views[name].score_own(number, signature.views[name], folds) for name in VIEWS]
        return _low(np.mean(views, axis=0))


class _SiteView:
    """One view of all templates of a site."""

    def __init__(self, views: Sequence[ViewSignature]) -> None:
        from scipy.sparse import csr_matrix

        self.items = np.unique(np.concatenate([view.items for view in views]))
        places = [np.searchsorted(self.items, view.items) for view in views]
        rows = np.concatenate(places)
        columns = np.repeat(np.arange(len(views)), [len(view.items) for view in views])
        has = [view.has for view in views]
        shares = np.concatenate([one.mean(axis=1) for one in has])
        known = np.concatenate([_is_known(one) for one in has])
        self.weights = _weigh(rows, shares, len(self.items), len(views))
        self.places = places
        shape = (len(self.items), len(views))
        self.gains = csr_matrix((shares**2 * self.weights[rows], (rows, columns)), shape)
        self.known = csr_matrix((known * self.weights[rows], (rows, columns)), shape)
        self.totals = np.asarray(self.gains.sum(axis=0)).reshape(1, -1)
        # The same numbers by templates, without a copy.
        self._gains_across, self._known_across = self.gains.T, self.known.T

    def score(self, column: Ragged) -> Scores:
        """The score of each page by each template."""
        if len(column) == 1:
            return self._score_one(column.values)
        pages, unknown = self._pages(column)
        has = np.asarray((pages @ self.gains).todense())
        known = np.asarray((pages @ self.known).todense())
        whole = (pages @ self.weights + unknown).reshape(-1, 1)
        return _share(has, self.totals) * _share(known, whole)

    def _score_one(self, values: NDArray[np.uint64]) -> Scores:
        """The same for one page; to make matrices of it takes ten times as long."""
        places, found = self._find(values)
        counts = np.bincount(places[found], minlength=len(self.items))
        has, known = self._gains_across @ counts, self._known_across @ counts
        whole = counts @ self.weights + (len(found) - found.sum())
        return (_share(has, self.totals[0]) * _share(known, whole)).reshape(1, -1)

    def score_own(self, number: int, view: ViewSignature, folds: NDArray[np.int64]) -> Scores:
        """The score of each page of a template's sample by the pages of other folds."""
        weights, has = self.weights[self.places[number]], view.has
        scores = np.empty(len(folds))
        for fold in np.unique(folds):
            asked = folds == fold
            training = has[:, ~asked]
            gains = training.mean(axis=1) ** 2 * weights
            pages = has[:, asked].T.astype(np.float64)
            known = pages @ (weights * _is_known(training))
            whole = pages @ weights + view.others[asked]
            scores[asked] = _share(pages @ gains, gains.sum()) * _share(known, whole)
        return scores

    def _pages(self, column: Ragged) -> tuple[csr_matrix, NDArray[np.int64]]:
        """Which page has which item of the site, and how many others it has."""
        from scipy.sparse import csr_matrix

        pages = len(column)
        rows = np.repeat(np.arange(pages), column.lengths)
        places, found = self._find(column.values)
        entries = (np.ones(int(found.sum())), (rows[found], places[found]))
        matrix = csr_matrix(entries, (pages, len(self.items)))
        return matrix, np.bincount(rows[~found], minlength=pages)

    def _find(self, values: NDArray[np.uint64]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """The place of each value among the items of the site, and whether it is one of them."""
        places = np.searchsorted(self.items, values)
        places[places == len(self.items)] = 0
        found = np.zeros(len(values), np.bool_)
        if len(self.items):
            found = self.items[places] == values
        return places, found


def _low(scores: Scores) -> float:
    """A score that nearly all reach; in a small sample a few low ones are not believed."""
    low = float(np.quantile(scores, LOW_QUANTILE))
    if len(scores) >= SMALL:
        return low
    low = max(low, STRAY * float(np.median(scores)))
    doubted = (len(scores) * low + DOUBT * LONE_SCORE) / (len(scores) + DOUBT)
    return max(low, doubted)


def _is_known(has: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which items are on enough of the pages."""
    known: NDArray[np.bool_] = has.sum(axis=1) >= known_from(has.shape[1])
    return known


def _weigh(rows: NDArray[np.int64], shares: Scores, items: int, templates: int) -> Scores:
    """What each item counts; with one template alone nobody knows what is chrome."""
    if templates < 2:
        return np.ones(items)
    mean = np.bincount(rows, shares, items) / templates
    return 1 - (1 - CHROME_WEIGHT) * mean**CHROME_POWER


def _share(part: Scores, whole: Scores | float) -> Scores:
    """A part of a whole; all of it where there is nothing to have."""
    safe = np.where(np.asarray(whole) > 0, whole, 1.0)
    return np.where(np.asarray(whole) > 0, part / safe, 1.0)
