"""The method `wavek-means`: pages as wavelet coefficients, then k-means, k by description length.

Divya, Loshma and Hegde (IJCTT 2012) name WaveK-means and say that it is quicker than TEXT-MAX, but
not what it does. This is a reading of the name: essential paths in the order of their tree, the
Haar transform, k-means for k from 1 on, and the k whose clusters have the shortest description.
Pages without essential paths are one cluster.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from unmold.clusters.published.text_clusterers import TextClusterer
from unmold.clusters.published.text_costs import Encoding, describe_clusters
from unmold.clusters.published.text_paths import (
    Counts,
    EssentialPaths,
    Items,
    Variant,
    Weights,
    require_between,
)
from unmold.errors import UsageError
from unmold.features import Features

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

# The columns come in the order of a walk over the tree of all paths, so that neighbours in a row
# are neighbours in the tree. The orthonormal Haar transform turns each pair of neighbours into a
# sum and a difference, both over the root of 2, and goes on with the sums.


def walk_order(paths: NDArray[np.uint64], parents: NDArray[np.uint64]) -> Counts:
    """The columns of paths in preorder: each path is followed by all that is below it.

    Of several paths below one, that with the smaller hash comes first. A path whose parent is not
    among the paths is a root.

    >>> walk_order(np.array([5, 7, 8, 9], np.uint64), np.array([9, 5, 9, 0], np.uint64)).tolist()
    [3, 0, 1, 2]
    """
    below: dict[int, list[int]] = {}
    known = set(paths.tolist())
    for column, parent in reversed(list(enumerate(parents.tolist()))):
        below.setdefault(parent if parent in known else -1, []).append(column)
    order = []
    open_paths = below.get(-1, [])
    while open_paths:
        column = open_paths.pop()
        order.append(column)
        open_paths.extend(below.get(int(paths[column]), []))
    return np.array(order, np.int64)


def approximate(rows: csr_matrix, least: int) -> Weights:
    """The sums of the deepest level that has at least `count`, or the rows themselves."""
    level = fill_up(rows)
    while level.shape[1] >= 2 * least:
        level, _ = haar_step(level)
    return np.asarray(level.todense())


def keep_energy(rows: csr_matrix, share: float) -> Weights:
    """The fewest coefficients that hold this share of the energy of all rows together."""
    from scipy.sparse import hstack

    parts, level = [], fill_up(rows)
    while level.shape[1] > 1:
        level, details = haar_step(level)
        parts.append(details)
    coefficients = hstack([level, *reversed(parts)]).tocsc()
    energies = np.asarray(coefficients.multiply(coefficients).sum(axis=0)).reshape(-1)
    order = np.argsort(-energies, kind="stable")
    held = np.cumsum(energies[order])
    needed = int(np.searchsorted(held, share * held[-1] * (1 - 1e-12))) + 1
    return np.asarray(coefficients[:, np.sort(order[:needed])].todense())


def fill_up(rows: csr_matrix) -> csr_matrix:
    """The same rows with zeros at their ends, up to a power of two."""
    filled = rows.copy()
    filled.resize(rows.shape[0], 1 << max(rows.shape[1] - 1, 0).bit_length())
    return filled


def haar_step(rows: csr_matrix) -> tuple[csr_matrix, csr_matrix]:
    """The sums and differences of neighbours, over the root of 2.

    >>> from scipy.sparse import csr_matrix
    >>> sums, differences = haar_step(csr_matrix([[1.0, 1.0, 0.0, 0.0]]))
    >>> sums.todense().round(5).tolist(), differences.todense().tolist()
    ([[1.41421, 0.0]], [[0.0, 0.0]])
    """
    from scipy.sparse import csr_matrix

    columns = rows.shape[1]
    numbers = np.arange(columns)
    signs = np.where(numbers % 2 == 0, 1.0, -1.0) / np.sqrt(2)
    shape = (columns, columns // 2)
    pairs = (numbers, numbers // 2)
    sums = csr_matrix((np.abs(signs), pairs), shape)
    return (rows @ sums).tocsr(), (rows @ csr_matrix((signs, pairs), shape)).tocsr()


# k-means over weighted points, the same for the same points on every run. Starts are drawn as in
# k-means++ (Arthur and Vassilvitskii, SODA 2007); distances are squared Euclidean.


# A guess; ends a run that does not converge.
ITERATIONS = 50


def find_means(
    points: Weights, weights: Weights, means: int, *, restarts: int = 10, seed: int = 0
) -> Counts:
    """For each point the nearest of `count` means.

    >>> points = np.array([[0.0], [0.1], [5.0], [5.1]])
    >>> find_means(points, np.ones(4), 2).tolist() in ([0, 0, 1, 1], [1, 1, 0, 0])
    True
    """
    random = np.random.default_rng(seed)
    cloud = _Cloud(points, weights, (points**2).sum(axis=1))
    runs = [cloud.run(cloud.draw(means, random)) for _ in range(restarts)]
    return min(runs, key=lambda run: run[0])[1]


@dataclass(frozen=True, slots=True)
class _Cloud:
    """Points, what each weighs, and its squared length."""

    points: Weights
    weights: Weights
    lengths: Weights

    def draw(self, means: int, random: np.random.Generator) -> Weights:
        """Starts: points drawn in proportion to their squared distance from those before."""
        chosen = [int(random.choice(len(self.points), p=self.weights / self.weights.sum()))]
        nearest = self._distances(self.points[chosen])[:, 0]
        while len(chosen) < means and (chances := nearest * self.weights).sum() > 0:
            chosen.append(int(random.choice(len(self.points), p=chances / chances.sum())))
            nearest = np.minimum(nearest, self._distances(self.points[chosen[-1:]])[:, 0])
        return self.points[chosen]

    def run(self, centres: Weights) -> tuple[float, Counts]:
        """Move means until no point changes; the sum of squared distances, and the labels."""
        labels = np.full(len(self.points), -1)
        for _ in range(ITERATIONS):
            distances = self._distances(centres)
            found = distances.argmin(axis=1)
            if np.array_equal(found, labels):
                break
            labels = found
            centres = self._centres(labels, centres)
        return float((distances.min(axis=1) * self.weights).sum()), labels

    def _centres(self, labels: Counts, before: Weights) -> Weights:
        """The means of points; one that has none stays where it was."""
        from scipy.sparse import csr_matrix

        members = (labels, np.arange(len(labels)))
        sums = csr_matrix((self.weights, members), (len(before), len(labels))) @ self.points
        totals = np.bincount(labels, self.weights, len(before))[:, None]
        means: Weights = np.where(totals > 0, sums / np.maximum(totals, 1e-300), before)
        return means

    def _distances(self, centres: Weights) -> Weights:
        """Squared distances of all points from all centres."""
        distances = self.points @ (-2 * centres.T)
        distances += self.lengths[:, None]
        distances += (centres**2).sum(axis=1)
        return np.maximum(distances, 0, out=distances)


# The method.


# Limits of what a caller may set, so that a slip does not run for days.
MAX_MEANS = 50
MAX_DIMENSIONS = 1 << 16
"""Bounds memory: rows of doubles of this length take half a megabyte each."""
MAX_RESTARTS = 1000
"""Bounds time; hundreds of restarts already find the same clusters. A guess."""

# A guess: no measurement is recorded.
PATIENCE = 5
"""The search ends after this number of k in a row that shorten nothing."""

Coefficients = Literal["approximation", "energy"]


class WaveKMeansClusterer(TextClusterer):
    """k-means over wavelet coefficients, with the k that describes the pages best."""

    reads: ClassVar[tuple[str, ...]] = (
        "element_paths",
        "element_path_parents",
        "content_paths",
        "content_path_parents",
    )

    def __init__(
        self,
        variant: Variant = "frequent",
        threshold: float | None = None,
        chrome_weight: float | None = None,
        encoding: Encoding = "ids",
        coefficients: Coefficients = "approximation",
        dimensions: int = 64,
        energy: float = 0.95,
        restarts: int = 10,
        seed: int = 0,
    ) -> None:
        self.variant = variant
        self.threshold = threshold
        self.chrome_weight = chrome_weight
        self.encoding = encoding
        self.coefficients = coefficients
        self.dimensions = dimensions
        self.energy = energy
        self.restarts = restarts
        self.seed = seed

    def _merge(self, items: Items, essential: EssentialPaths, features: Features) -> Counts:
        require_between("dimensions", self.dimensions, 1, MAX_DIMENSIONS)
        require_between("energy", self.energy, 0, 1)
        require_between("restarts", self.restarts, 1, MAX_RESTARTS)
        points = self._transform(items, essential, features)
        weights = items.sizes.astype(np.float64)
        best, shortest, waited = np.zeros(len(items), np.int64), np.inf, 0
        for means in range(1, min(len(items), MAX_MEANS) + 1):
            labels = find_means(points, weights, means, restarts=self.restarts, seed=self.seed)
            length = self._describe(items, labels)
            waited = 0 if length < shortest else waited + 1
            if length < shortest:
                best, shortest = labels, length
            if waited == PATIENCE:
                break
        return best

    def _label_outliers(self, labels: Counts) -> Counts:
        """Pages without essential paths are alike in this, and one cluster."""
        return np.where(labels < 0, labels.max(initial=-1) + 1, labels)

    def _transform(self, items: Items, essential: EssentialPaths, features: Features) -> Weights:
        order = walk_order(essential.paths, parents_of(essential.paths, features))
        rows = items.matrix.multiply(np.sqrt(items.weights)).tocsr()[:, order]
        if self.coefficients == "approximation":
            return approximate(rows, self.dimensions)
        if self.coefficients == "energy":
            return keep_energy(rows, self.energy)
        raise UsageError(
            f"there is no choice of coefficients {self.coefficients!r}",
            hint="there are approximation and energy",
        )

    def _describe(self, items: Items, labels: Counts) -> float:
        return describe_clusters(
            items.matrix, labels, self.encoding, sizes=items.sizes, weights=items.weights
        ).total


def parents_of(paths: NDArray[np.uint64], features: Features) -> NDArray[np.uint64]:
    """For each path the path above it."""
    known = [(features.element_paths.values, features.element_path_parents.values)]
    if "content_paths" in features:
        known.append((features.content_paths.values, features.content_path_parents.values))
    values, first = np.unique(np.concatenate([own for own, _ in known]), return_index=True)
    above = np.concatenate([parents for _, parents in known])
    parents: NDArray[np.uint64] = above[first[np.searchsorted(values, paths)]]
    return parents
