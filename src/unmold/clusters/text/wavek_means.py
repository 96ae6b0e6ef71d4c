"""The method `wavek-means`: pages as wavelet coefficients, then k-means, k by description length.

Features enter, labels and templates leave. Divya, Loshma and Hegde (IJCTT 2012) name WaveK-means
and say that it is quicker than TEXT-MAX, but not what it does. This is a reading of the name:
essential paths in the order of their tree, the Haar transform, k-means for k from 1 on, and the k
whose clusters have the shortest description. Pages without essential paths are one cluster.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from unmold.clusters.text.clusterers import TextClusterer
from unmold.clusters.text.description import Encoding, describe_clusters
from unmold.clusters.text.essential import (
    Counts,
    EssentialPaths,
    Variant,
    Weights,
    require_between,
)
from unmold.clusters.text.items import Items
from unmold.clusters.text.k_means import find_means
from unmold.clusters.text.wavelets import approximate, keep_energy, walk_order
from unmold.errors import UsageError
from unmold.features import Features

MAX_MEANS = 50
MAX_DIMENSIONS = 1 << 16
MAX_RESTARTS = 1000
PATIENCE = 5
"""So many k in a row that shorten nothing end the search."""

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
