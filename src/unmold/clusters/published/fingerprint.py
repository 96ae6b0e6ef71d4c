"""`fingerprint`: pages are together whose template fingerprints differ in one entry at most.

Takes time that grows with the number of pages only. A page that lies between clusters merges them,
so the clusters are the connected components of near pages, in whatever order pages come.

Paper: Hachenberg and Gottron, "Locality sensitive hashing for scalable structural classification
and clustering of web documents", CIKM 2013, section 5.
"""

from __future__ import annotations

from typing import ClassVar, Literal, Self

import numpy as np

from unmold.clusters.base import Clusterer, Labels
from unmold.clusters.fingerprint_index import (
    DEFAULT_SPLIT,
    FingerprintIndex,
    IndexSettings,
    Lookups,
)
from unmold.evaluation.labels import UNCLUSTERED
from unmold.features import Features


class FingerprintClusterer(Clusterer):
    """Connected components of fingerprints at a distance of at most one."""

    reads: ClassVar = ("fingerprints",)

    index_: FingerprintIndex
    """The fingerprints of all pages seen; it can be saved, and merged with another."""

    def __init__(
        self, variant: Literal["masked", "split"] = "masked", split: int = DEFAULT_SPLIT
    ) -> None:
        self.variant = variant
        self.split = split

    def fit(self, features: Features) -> Self:
        settings = IndexSettings(
            entries=features.fingerprints.shape[1], variant=self.variant, split=self.split
        )
        return self.fit_index(FingerprintIndex(settings)).partial_fit(features)

    def fit_index(self, index: FingerprintIndex) -> Self:
        """Start from the pages of an index, for example a loaded one; it grows with new pages."""
        self.index_ = index
        self.labels_ = self._clusters()[index.documents]
        return self

    def partial_fit(self, features: Features) -> Self:
        """Add pages. `labels_` are then those of all pages, as a new page can merge clusters."""
        if not hasattr(self, "index_"):
            return self.fit(features)
        self.index_.add(features.fingerprints)
        return self.fit_index(self.index_)

    def predict(self, features: Features) -> Labels:
        """The cluster of the nearest fingerprint, -1 where none is near.

        Where several clusters are equally near, the one with the most near pages wins, then the
        first.
        """
        self._require_fitted()
        found = self.index_.find(features.fingerprints)
        clusters = self._clusters()
        labels = np.full(len(found), UNCLUSTERED, np.int64)
        votes = _Votes(found, clusters, self.index_.counts)
        labels[votes.rows] = votes.clusters
        is_equal = found.equal >= 0
        labels[is_equal] = clusters[found.equal[is_equal]]
        return labels

    def _clusters(self) -> Labels:
        """The cluster of every distinct fingerprint."""
        return self.index_.cluster().astype(np.int64)


class _Votes:
    """For every row with near fingerprints, the cluster that most pages near it have."""

    def __init__(self, found: Lookups, clusters: Labels, pages: Labels) -> None:
        choices = np.stack([found.rows, clusters[found.near]], axis=1)
        distinct, inverse = np.unique(choices, axis=0, return_inverse=True)
        weights = np.bincount(inverse.reshape(-1), pages[found.near], len(distinct))
        # By row, then the heaviest, then the smallest cluster; the first of each row wins.
        order = np.lexsort((distinct[:, 1], -weights, distinct[:, 0]))
        self.rows, first = np.unique(distinct[order, 0], return_index=True)
        self.clusters = distinct[order[first], 1]
