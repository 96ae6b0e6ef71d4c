"""Clustering by digests of tag sequences: pages are together exactly when theirs are equal.

Digests enter, clusters leave, in one pass. Two baselines of the paper on template fingerprints
(Hachenberg and Gottron, CIKM 2013): `md5` takes the whole tag sequence of a page, `mdh5` that of
its header. Pages without a header form one group, as do pages without any tag.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from unmold.clusters.base import Clusterer, Labels
from unmold.clusters.feature_table import FeatureTable
from unmold.evaluation.labels import UNCLUSTERED

Key = bytes | None


class DigestClusterer(Clusterer):
    """Groups of pages with equal digests."""

    clusters_: dict[Key, int]
    """The cluster of every digest seen; None stands for pages that have no digest."""

    def fit(self, features: FeatureTable) -> Self:
        self.clusters_ = {}
        self.labels_ = np.empty(0, np.int64)
        return self.partial_fit(features)

    def partial_fit(self, features: FeatureTable) -> Self:
        """Add pages. `labels_` are then those of all pages."""
        if not hasattr(self, "clusters_"):
            return self.fit(features)
        clusters = self.clusters_
        added = [clusters.setdefault(key, len(clusters)) for key in self._keys(features)]
        self.labels_ = np.concatenate([self.labels_, np.array(added, np.int64)])
        return self

    def predict(self, features: FeatureTable) -> Labels:
        """The cluster of pages with the same digest, -1 where there is none."""
        self._require_fitted()
        found = [self.clusters_.get(key, UNCLUSTERED) for key in self._keys(features)]
        return np.array(found, np.int64)

    @abstractmethod
    def _keys(self, features: FeatureTable) -> list[Key]:
        """What pages are grouped by."""


class Md5Clusterer(DigestClusterer):
    """Groups of pages with equal tag sequences."""

    reads: ClassVar = ("sequence_digests", "has_tags")

    def _keys(self, features: FeatureTable) -> list[Key]:
        return _keys_of(features.sequence_digests, features.has_tags)


class Mdh5Clusterer(DigestClusterer):
    """Groups of pages whose headers have equal tag sequences."""

    reads: ClassVar = ("header_digests", "has_header")

    def _keys(self, features: FeatureTable) -> list[Key]:
        return _keys_of(features.header_digests, features.has_header)


def _keys_of(digests: NDArray[np.uint8], present: NDArray[np.bool_]) -> list[Key]:
    return [
        digest.tobytes() if is_there else None
        for digest, is_there in zip(digests, present, strict=True)
    ]
