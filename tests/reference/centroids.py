"""Greedy merging of clusters by their centroids, as plainly as NumPy allows.

The dot products of a merged cluster are the size-weighted means of its parts', so that no vector is
touched again.
"""

import numpy as np
from numpy.typing import NDArray

from unmold.clusters.auto import Matrix, tanimoto


def merge_centroids(dots: Matrix, sizes: NDArray[np.int64], least: float) -> NDArray[np.int64]:
    """For each item the number of its cluster; `dots` are all dot products, `sizes` the weights.

    >>> dots = np.array([[1.0, 0.9, 0.0], [0.9, 1.0, 0.0], [0.0, 0.0, 1.0]])
    >>> merge_centroids(dots, np.array([1, 1, 1]), 0.5).tolist()
    [0, 0, 2]
    """
    merger = _CentroidMerger(dots.copy(), sizes.astype(np.float64))
    while merger.best() >= least:
        merger.merge_best()
    return merger.owner


class _CentroidMerger:
    """The state of one greedy run: similarities, and for each cluster its nearest."""

    def __init__(self, dots: Matrix, sizes: Matrix) -> None:
        self.dots = dots
        self.sizes = sizes
        self.owner = np.arange(len(dots))
        self.alive = np.ones(len(dots), np.bool_)
        lengths = dots.diagonal()
        self.alike = tanimoto(dots, lengths[:, None], lengths[None, :])
        np.fill_diagonal(self.alike, -1)
        self.nearest = self.alike.argmax(axis=1) if len(dots) else np.empty(0, np.int64)
        self.nearness = self.alike[np.arange(len(dots)), self.nearest]

    def best(self) -> float:
        return float(self.nearness.max(initial=-1.0))

    def merge_best(self) -> None:
        first = int(self.nearness.argmax())
        second = int(self.nearest[first])
        self._merge(min(first, second), max(first, second))

    def _merge(self, kept: int, gone: int) -> None:
        share = self.sizes[kept] / (self.sizes[kept] + self.sizes[gone])
        row = share * self.dots[kept] + (1 - share) * self.dots[gone]
        length = share * row[kept] + (1 - share) * row[gone]
        self.sizes[kept] += self.sizes[gone]
        self.dots[kept] = self.dots[:, kept] = row
        self.dots[kept, kept] = length
        self.owner[self.owner == gone] = kept
        self.alive[gone] = False
        self._update(kept, gone)

    def _update(self, kept: int, gone: int) -> None:
        """Bring similarities and nearest clusters up to date after a merge."""
        self.alike[gone] = self.alike[:, gone] = -1
        self.nearness[gone] = -1
        row = tanimoto(self.dots[kept], self.dots.diagonal(), self.dots[kept, kept])
        row[~self.alive] = -1
        row[kept] = -1
        self.alike[kept] = self.alike[:, kept] = row
        stale = self.alive & ((self.nearest == kept) | (self.nearest == gone))
        stale[kept] = True
        rows = np.flatnonzero(stale)
        self.nearest[rows] = self.alike[rows].argmax(axis=1)
        self.nearness[rows] = self.alike[rows, self.nearest[rows]]
        closer = self.alive & (row > self.nearness)
        self.nearest[closer] = kept
        self.nearness[closer] = row[closer]
