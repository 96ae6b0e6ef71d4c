"""Essential paths: which paths of a page say something about its template, for the TEXT methods.

A path's support is the number of pages that have it; a page's threshold says how much support its
paths need. There are three variants. As published, paths lead to elements, texts and images, and
the threshold is the most frequent support of the page's paths; the mode leaves out support 1, which
would often win and make all content essential. On real sites that leaves little but the chrome, and
whole sites collapse into one cluster. The other variants look at elements on a tenth of the pages;
the damped one, besides, gives what is on nearly all pages a tenth of the weight.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from unmold.clusters.views import CHROME_POWER, CHROME_WEIGHT
from unmold.errors import UsageError
from unmold.evaluation.labels import UNCLUSTERED
from unmold.features import Features

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

Variant = Literal["frequent", "damped", "published"]
Counts = NDArray[np.int64]
Weights = NDArray[np.float64]

# What is on one page alone is content.
MIN_SUPPORT = 2
SMALLEST_WEIGHT = 1e-6
"""A path that weighs nothing could not be drawn for a signature."""

# Measured on all development corpora (docs/concepts/text-clusters.md): no single share is best.
MIN_SHARE = 0.1
"""The share of pages on which a path must be, unless the mode of its page decides."""


@dataclass(frozen=True, slots=True)
class PathSettings:
    """Which paths are essential, and what they weigh."""

    contents: bool
    """Whether texts and images count, or elements alone."""
    threshold: float | None
    """The share of pages on which an essential path is; None for the mode of each page."""
    chrome_weight: float
    """What a path on all pages weighs, where others weigh 1."""

    @classmethod
    def of(
        cls, variant: Variant, threshold: float | None = None, chrome_weight: float | None = None
    ) -> PathSettings:
        """The settings of a variant, some of them replaced.

        >>> PathSettings.of("published", threshold=0.2)
        PathSettings(contents=True, threshold=0.2, chrome_weight=1.0)
        """
        if variant not in _VARIANTS:
            names = ", ".join(get_args(Variant))
            raise UsageError(f"there is no variant {variant!r}", hint=f"there are {names}")
        require_between("threshold", threshold, 0, 1)
        require_between("chrome_weight", chrome_weight, SMALLEST_WEIGHT, 1)
        plain = _VARIANTS[variant]
        return cls(
            plain.contents,
            plain.threshold if threshold is None else threshold,
            plain.chrome_weight if chrome_weight is None else chrome_weight,
        )


def require_between(name: str, value: float | None, low: float, high: float) -> None:
    """Refuse a setting that makes no sense."""
    if value is not None and not low <= value <= high:
        raise UsageError(f"{name} cannot be {value}", hint=f"it lies between {low:g} and {high:g}")


_VARIANTS = {
    "frequent": PathSettings(contents=False, threshold=MIN_SHARE, chrome_weight=1.0),
    "damped": PathSettings(contents=False, threshold=MIN_SHARE, chrome_weight=CHROME_WEIGHT),
    "published": PathSettings(contents=True, threshold=None, chrome_weight=1.0),
}


@dataclass(frozen=True, slots=True)
class EssentialPaths:
    """The essential paths of pages; `matrix` has a row for each page, a column for each path."""

    matrix: csr_matrix
    paths: NDArray[np.uint64]
    """The hash of each column's path, ascending."""
    weights: Weights
    """What each path counts; 1 unless it is damped."""

    @property
    def has_paths(self) -> NDArray[np.bool_]:
        """Whether a page has any; one that has none is in no cluster."""
        found: NDArray[np.bool_] = np.diff(self.matrix.indptr) > 0
        return found

    @property
    def masses(self) -> Weights:
        """The weight of every page's paths together."""
        masses: Weights = self.matrix @ self.weights
        return masses


def find_essential_paths(features: Features, settings: PathSettings) -> EssentialPaths:
    """The essential paths of pages."""
    rows, values = _paths_of(features, settings.contents)
    paths, columns, supports = np.unique(values, return_inverse=True, return_counts=True)
    columns = columns.reshape(-1)
    needed = _thresholds(len(features), rows, supports[columns], settings.threshold)
    is_essential = supports[columns] >= needed[rows]
    is_used = np.zeros(len(paths), np.bool_)
    is_used[columns[is_essential]] = True
    numbers = np.cumsum(is_used) - 1
    matrix = _incidence(
        rows[is_essential], numbers[columns[is_essential]], (len(features), int(is_used.sum()))
    )
    shares = supports[is_used] / max(len(features), 1)
    weights = 1 - (1 - settings.chrome_weight) * shares**CHROME_POWER
    return EssentialPaths(matrix, paths[is_used], weights)


def mode_thresholds(pages: int, rows: Counts, supports: Counts) -> Weights:
    """For each page the most frequent support of its paths, from 2 on; infinite without any.

    Of several, the largest. `rows` and `supports` say for each path of a page which page, and which
    support.

    >>> mode_thresholds(2, np.array([0, 0, 0, 0, 0, 1]), np.array([2, 2, 3, 3, 1, 1])).tolist()
    [3.0, inf]
    """
    counted = supports >= MIN_SUPPORT
    keys, counts = np.unique(
        np.stack([rows[counted], supports[counted]]), axis=1, return_counts=True
    )
    order = np.lexsort((keys[1], counts, keys[0]))
    modes = np.full(pages, np.inf)
    modes[keys[0][order]] = keys[1][order]  # the last one of each page stays
    return modes


def _paths_of(features: Features, contents: bool) -> tuple[Counts, NDArray[np.uint64]]:
    """Page and hash of every path."""
    columns = [features.element_paths]
    if contents:
        columns.append(features.content_paths)
    rows = np.concatenate([column.pages for column in columns])
    return rows, np.concatenate([column.values for column in columns])


def _thresholds(pages: int, rows: Counts, supports: Counts, threshold: float | None) -> Weights:
    """For each page the support that its essential paths have."""
    if threshold is None:
        return mode_thresholds(pages, rows, supports)
    return np.full(pages, max(MIN_SUPPORT, threshold * pages))


def _incidence(rows: Counts, columns: Counts, shape: tuple[int, int]) -> csr_matrix:
    from scipy.sparse import csr_matrix  # heavy, and needed here only

    matrix = csr_matrix((np.ones(len(rows)), (rows, columns)), shape)
    matrix.sort_indices()
    return matrix


# Pages with the same essential paths are one item: clustering starts from these. Their order
# follows from what they hold and not from the order of the pages, so that the result does not
# depend on it either. Pages without essential paths belong to no item.


@dataclass(frozen=True, slots=True)
class Items:
    """Different sets of paths, and how many pages have each."""

    matrix: csr_matrix
    weights: Weights
    """What each path counts."""
    sizes: Counts
    """The pages of each item."""
    item_of_page: Counts
    """-1 for a page without essential paths."""

    def __len__(self) -> int:
        return len(self.sizes)

    @property
    def masses(self) -> Weights:
        """The weight of the paths of each item's page."""
        masses: Weights = self.matrix @ self.weights
        return masses

    def labels(self, of_items: Counts) -> Counts:
        """Labels of items as labels of pages."""
        return np.append(of_items, UNCLUSTERED)[self.item_of_page]


def find_items(essential: EssentialPaths) -> Items:
    """Put pages with the same essential paths together."""
    matrix = essential.matrix
    pages = np.flatnonzero(essential.has_paths)
    keys = [_key(matrix, page) for page in pages.tolist()]
    _, first, inverse, sizes = np.unique(
        np.array(keys, dtype=object), return_index=True, return_inverse=True, return_counts=True
    )
    item_of_page = np.full(matrix.shape[0], -1, np.int64)
    item_of_page[pages] = inverse.reshape(-1)
    return Items(matrix[pages[first]], essential.weights, sizes, item_of_page)


def _key(matrix: csr_matrix, row: int) -> bytes:
    columns: Counts = matrix.indices[matrix.indptr[row] : matrix.indptr[row + 1]].astype(np.int64)
    return columns.tobytes()
