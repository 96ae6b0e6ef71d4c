"""k-means over weighted points, the same for the same points on every run.

Points and their weights enter, the best of several runs leaves: for each point the number of its
mean. Starts are drawn as in k-means++ (Arthur and Vassilvitskii, SODA 2007); distances are squared
Euclidean.
"""

from __future__ import annotations

import numpy as np

from unmold.clusters.text.essential import Counts, Weights

ITERATIONS = 50


def find_means(
    points: Weights, weights: Weights, means: int, *, restarts: int = 10, seed: int = 0
) -> Counts:
    """For each point the nearest of so many means.

    >>> points = np.array([[0.0], [0.1], [5.0], [5.1]])
    >>> find_means(points, np.ones(4), 2).tolist() in ([0, 0, 1, 1], [1, 1, 0, 0])
    True
    """
    random = np.random.default_rng(seed)
    runs = [_run(points, weights, _draw(points, weights, means, random)) for _ in range(restarts)]
    return min(runs, key=lambda run: run[0])[1]


def _draw(points: Weights, weights: Weights, means: int, random: np.random.Generator) -> Weights:
    """Starts: points drawn in proportion to their squared distance from those drawn before."""
    chosen = [int(random.choice(len(points), p=weights / weights.sum()))]
    nearest = _distances(points, points[chosen])[:, 0]
    while len(chosen) < means and (chances := nearest * weights).sum() > 0:
        chosen.append(int(random.choice(len(points), p=chances / chances.sum())))
        nearest = np.minimum(nearest, _distances(points, points[chosen[-1:]])[:, 0])
    return points[chosen]


def _run(points: Weights, weights: Weights, centres: Weights) -> tuple[float, Counts]:
    """Move means until no point changes; the sum of squared distances, and the labels."""
    labels = np.full(len(points), -1)
    for _ in range(ITERATIONS):
        distances = _distances(points, centres)
        found = distances.argmin(axis=1)
        if np.array_equal(found, labels):
            break
        labels = found
        centres = _centres(points, weights, labels, centres)
    return float((distances.min(axis=1) * weights).sum()), labels


def _centres(points: Weights, weights: Weights, labels: Counts, before: Weights) -> Weights:
    """The means of points; one that has none stays where it was."""
    sums = np.zeros_like(before)
    np.add.at(sums, labels, points * weights[:, None])
    totals = np.bincount(labels, weights, len(before))
    means: Weights = np.where(
        totals[:, None] > 0, sums / np.maximum(totals, 1e-300)[:, None], before
    )
    return means


def _distances(points: Weights, centres: Weights) -> Weights:
    """Squared distances of all points from all centres."""
    lengths = (points**2).sum(axis=1)[:, None] + (centres**2).sum(axis=1)
    distances: Weights = np.maximum(lengths - 2 * points @ centres.T, 0)
    return distances
