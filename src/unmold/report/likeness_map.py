"""Puts templates on a plane so that those that are alike are near each other.

Classical multidimensional scaling (Torgerson, 1952): the two directions in which the distances
spread most.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from unmold.templates.distances import Distances

Points = NDArray[np.float64]


def scale_to_plane(distances: Distances) -> Points:
    """A point for each row, from 0 to 1 in both directions.

    >>> import numpy as np
    >>> line = np.array([[0, 1, 2], [1, 0, 1], [2, 1, 0]], np.float32)
    >>> points = scale_to_plane(line)
    >>> sorted(points[:, 0].round(2).tolist())
    [0.0, 0.5, 1.0]
    """
    count = len(distances)
    squares = distances.astype(np.float64) ** 2
    centring = np.eye(count) - 1 / count
    values, vectors = np.linalg.eigh(-0.5 * centring @ squares @ centring)
    order = np.argsort(-values, kind="stable")[:2]
    points = vectors[:, order] * np.sqrt(np.maximum(values[order], 0))
    # A direction has no sign of its own: the first that is not in the middle goes right, and down.
    for axis in range(points.shape[1]):
        away = np.flatnonzero(np.abs(points[:, axis]) > 1e-9)
        if len(away) and points[away[0], axis] < 0:
            points[:, axis] *= -1
    return _spread(points)


def _spread(points: Points) -> Points:
    """Both directions from 0 to 1 with one scale, the narrower in the middle."""
    if points.shape[1] < 2:
        points = np.column_stack([points, np.zeros(len(points))])
    low, high = points.min(axis=0), points.max(axis=0)
    size = float((high - low).max()) or 1.0
    spread: Points = (points - (low + high) / 2) / size + 0.5
    return spread


def find_alike(distances: Distances, count: int) -> list[list[int]]:
    """For each row the nearest others, the nearest first."""
    others = distances + np.where(np.eye(len(distances)), np.inf, 0).astype(np.float32)
    nearest = np.argsort(others, axis=1, kind="stable")[:, : min(count, len(distances) - 1)]
    return [row.tolist() for row in nearest]


def find_closest_pairs(distances: Distances, most: float, count: int) -> list[tuple[int, int]]:
    """The pairs that are at most so far apart, the closest first."""
    first, second = np.triu_indices(len(distances), 1)
    near = np.flatnonzero(distances[first, second] <= most)
    order = near[np.argsort(distances[first[near], second[near]], kind="stable")][:count]
    return [(int(first[at]), int(second[at])) for at in order]
