"""k-means over weighted points, the same for the same points on every run.

Points and their weights enter, the best of several runs leaves: for each point the number of its
mean. Starts are drawn as in k-means++ (Arthur and Vassilvitskii, SODA 2007); distances are squared
Euclidean.
"""

from __future__ import annotations

from dataclasses import dataclass

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
