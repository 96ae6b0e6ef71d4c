"""Turns four views of a site's pages into one weighted sparse matrix.

The views are sets: leaf paths, `tag.class` tokens, leaf paths of the main region, and label texts.
What is on nearly every page (the chrome) is damped to a tenth but kept: without it, a site of one
template falls apart on the noise of its content. Each view is scaled to the same mean mass.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from unmold._core import SparseRows, Views
from unmold.features import Features, Ragged
from unmold.features.table import number_values

# The constants of the views were chosen together on the development sites of wild, ampshops,
# debdocs, openjdk17 and swde; they were not measured one by one.
MIN_PAGES = 2
MIN_SHARE = 0.01
"""Content that is on fewer pages than both says nothing about templates."""

CHROME_WEIGHT = 0.1
"""The weight of what all pages have: 1 - 0.9 share^16."""
CHROME_POWER = 16
"""So high that only what is on nearly all pages is damped."""

LABEL_SHARES = (0.05, 0.95)
"""Labels on fewer pages are content, on more they are chrome."""


@dataclass(frozen=True, slots=True)
class Weighing:
    """What counts how much."""

    min_pages: int = MIN_PAGES
    min_share: float = MIN_SHARE
    chrome_weight: float = CHROME_WEIGHT

    def frequent(self, pages: int) -> float:
        """On how many pages something must be to count."""
        return max(self.min_pages, self.min_share * pages)


@dataclass(frozen=True, slots=True)
class View:
    """One feature as a sparse 0/1 matrix, pages by columns, with a weight for each column."""

    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    weights: NDArray[np.float64]
    values: NDArray[np.uint64]
    """What each column stands for, ascending."""

    def scaled(self, pages: int) -> NDArray[np.float64]:
        """The weights such that the mean mass of a page is 1."""
        return scale_weights(
            self.weights, np.bincount(self.columns, minlength=len(self.weights)), pages
        )


def scale_weights(
    weights: NDArray[np.float64], counts: NDArray[np.int64], pages: int
) -> NDArray[np.float64]:
    """Weights such that the mean mass of a page is 1, by the number of pages of each column."""
    mass = (weights * counts).sum() / max(pages, 1)
    return weights / mass if mass > 0 else weights


def weigh_pages(features: Features, weighing: Weighing | None = None) -> SparseRows:
    """The four views side by side; the dot product of two rows is what the pages share."""
    if weighing is None:
        return features.remember("weighed views", lambda: _weigh(features, Weighing()))
    return _weigh(features, weighing)


def _weigh(features: Features, weighing: Weighing) -> SparseRows:
    views, counted = features.remember("views", lambda: _number_views(features))
    pages, found = len(features), list[Any]()
    for counts, weigh in zip(counted, _WEIGH, strict=True):
        kept, weights = weigh(counts, pages, weighing)
        placed = np.full(len(counts), -1.0)
        placed[kept] = np.sqrt(scale_weights(weights[kept], counts[kept], pages))
        found.append(placed)
    return views.rows(found)


def _number_views(features: Features) -> tuple[Views, list[NDArray[np.int64]]]:
    """The four views, and for each on how many pages each of its values is."""
    given: list[Any] = [(column.values, column.offsets) for column in _columns(features)]
    views = Views(given)
    counts = [np.frombuffer(views.counts(number), np.int64) for number in range(len(given))]
    return views, counts


def find_views(features: Features, weighing: Weighing) -> Iterator[View]:
    """The four views of some pages."""
    for column, weigh in zip(_columns(features), _WEIGH, strict=True):
        values, numbers, counts = _matrix(column)
        kept, weights = weigh(counts, len(features), weighing)
        yield _keep(column.pages, numbers, kept, weights, values)


def _columns(features: Features) -> tuple[Ragged, ...]:
    return features.leaf_paths, features.class_tokens, features.main_paths, features.labels


Weighed = tuple[NDArray[np.bool_], NDArray[np.float64]]
"""Which values are kept, and the weight of each."""


def _weigh_structure(counts: NDArray[np.int64], pages: int, weighing: Weighing) -> Weighed:
    """Paths or tokens: rare ones dropped, those on all pages damped."""
    kept = counts >= weighing.frequent(pages)
    damping = 1 - (1 - weighing.chrome_weight) * (counts / max(pages, 1)) ** CHROME_POWER
    return kept, damping


def _weigh_labels(counts: NDArray[np.int64], pages: int, weighing: Weighing) -> Weighed:
    """Label texts on some pages but not on all."""
    low, high = LABEL_SHARES
    kept = (counts >= max(low * pages, weighing.min_pages)) & (counts <= high * pages)
    return kept, np.ones(len(counts))


_WEIGH = (_weigh_structure, _weigh_structure, _weigh_structure, _weigh_labels)


def _matrix(
    column: Ragged,
) -> tuple[NDArray[np.uint64], NDArray[np.int64], NDArray[np.int64]]:
    """The distinct values, the number of each value, and on how many pages each number is."""
    distinct, numbers = number_values(column.values)
    return distinct, numbers, np.bincount(numbers, minlength=len(distinct))


def _keep(
    rows: NDArray[np.int64],
    columns: NDArray[np.int64],
    kept: NDArray[np.bool_],
    weights: NDArray[np.float64],
    values: NDArray[np.uint64],
) -> View:
    """The view without the columns that are not kept."""
    numbers = np.cumsum(kept) - 1
    used = kept[columns]
    return View(rows[used], numbers[columns[used]], weights[kept], values[kept])
