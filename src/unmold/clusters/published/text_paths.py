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

from unmold.clusters.incidence import make_rows
from unmold.clusters.views import CHROME_POWER, CHROME_WEIGHT
from unmold.errors import UsageError
from unmold.evaluation.labels import UNCLUSTERED
from unmold.features import Features
from unmold.features.table import number_values

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
class PathRows:
    """Which rows have which paths: those of row i are `columns[offsets[i]:offsets[i + 1]]`."""

    offsets: Counts
    columns: Counts
    """Ascending in each row."""
    width: int
    """The number of different paths."""

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def owners(self) -> Counts:
        """For each path of a row, the number of the row."""
        return np.repeat(np.arange(len(self)), np.diff(self.offsets))

    def weigh(self, weights: Weights) -> Weights:
        """The weight of the paths of each row together."""
        return np.bincount(self.owners, weights[self.columns], len(self)).astype(np.float64)

    def take(self, rows: Counts) -> PathRows:
        """Some rows, in the order given."""
        sizes = np.diff(self.offsets)[rows]
        offsets = np.append(0, np.cumsum(sizes))
        inside = np.arange(offsets[-1]) - np.repeat(offsets[:-1], sizes)
        columns = self.columns[np.repeat(self.offsets[rows], sizes) + inside]
        return PathRows(offsets, columns, self.width)

    def to_matrix(self) -> csr_matrix:
        """A row for each row, a column for each path."""
        from scipy.sparse import csr_matrix  # heavy, and needed here only

        entries = (np.ones(len(self.columns)), self.columns, self.offsets)
        return csr_matrix(entries, (len(self), self.width))


@dataclass(frozen=True, slots=True)
class EssentialPaths:
    """The essential paths of pages."""

    rows: PathRows
    paths: NDArray[np.uint64]
    """The hash of each column's path, ascending."""
    weights: Weights
    """What each path counts; 1 unless it is damped."""

    @property
    def matrix(self) -> csr_matrix:
        """A row for each page, a column for each path."""
        return self.rows.to_matrix()

    @property
    def has_paths(self) -> NDArray[np.bool_]:
        """Whether a page has any; one that has none is in no cluster."""
        found: NDArray[np.bool_] = np.diff(self.rows.offsets) > 0
        return found

    @property
    def masses(self) -> Weights:
        """The weight of every page's paths together."""
        return self.rows.weigh(self.weights)


def find_essential_paths(features: Features, settings: PathSettings) -> EssentialPaths:
    """The essential paths of pages."""
    rows, values = _paths_of(features, settings.contents)
    paths, columns = number_values(values)
    supports = np.bincount(columns, minlength=len(paths))
    needed = _thresholds(len(features), rows, supports[columns], settings.threshold)
    is_essential = supports[columns] >= needed[rows]
    is_used = np.zeros(len(paths), np.bool_)
    is_used[columns[is_essential]] = True
    numbers = np.cumsum(is_used) - 1
    found = _find_rows(rows[is_essential], numbers[columns[is_essential]], len(features), is_used)
    shares = supports[is_used] / max(len(features), 1)
    weights = 1 - (1 - settings.chrome_weight) * shares**CHROME_POWER
    return EssentialPaths(found, paths[is_used], weights)


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


def _find_rows(
    pages: Counts, columns: Counts, page_count: int, is_used: NDArray[np.bool_]
) -> PathRows:
    """The paths of each page; one that it has several times counts once."""
    width = int(is_used.sum())
    keys = pages * width + columns
    if not (np.diff(keys) > 0).all():
        pages, columns = np.divmod(np.unique(keys), width)
    offsets = np.append(0, np.cumsum(np.bincount(pages, minlength=page_count)))
    return PathRows(offsets, columns, width)


# Pages with the same essential paths are one item: clustering starts from these. Their order
# follows from what they hold and not from the order of the pages, so that the result does not
# depend on it either. Pages without essential paths belong to no item.


@dataclass(frozen=True, slots=True)
class Items:
    """Different sets of paths, and how many pages have each."""

    rows: PathRows
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
        return self.rows.weigh(self.weights)

    @property
    def matrix(self) -> csr_matrix:
        """A row for each item, a column for each path."""
        return self.rows.to_matrix()

    def labels(self, of_items: Counts) -> Counts:
        """Labels of items as labels of pages."""
        return np.append(of_items, UNCLUSTERED)[self.item_of_page]


def find_items(essential: EssentialPaths) -> Items:
    """Put pages with the same essential paths together."""
    pages = np.flatnonzero(essential.has_paths)
    rows = essential.rows.take(pages)
    sparse = make_rows(np.diff(rows.offsets), rows.columns, np.ones(len(rows.columns)))
    first, kinds, sizes = (
        np.frombuffer(part, np.uint32).astype(np.int64) for part in sparse.distinct()
    )
    item_of_page = np.full(len(essential.rows), -1, np.int64)
    item_of_page[pages] = kinds
    return Items(rows.take(first), essential.weights, sizes, item_of_page)
