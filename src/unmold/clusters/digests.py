"""Clustering by digests of tag sequences: pages are together exactly when theirs are equal.

Digests enter, clusters leave, in one pass. Two baselines of the paper on template fingerprints
(Hachenberg and Gottron, CIKM 2013): `md5` takes the whole tag sequence of a page, `mdh5` that of
its header. Pages without a header form one group, as do pages without any tag.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, Self

import numpy as np

from unmold.clusters.base import Clusterer, Labels
from unmold.evaluation.labels import UNCLUSTERED
from unmold.features import Features

Key = bytes | None


class DigestClusterer(Clusterer):
    """Groups of pages with equal digests."""

    clusters_: dict[Key, int]
    """The cluster of every digest seen; None stands for pages that have no digest."""

    def fit(self, features: Features) -> Self:
        self.clusters_ = {}
        self.labels_ = np.empty(0, np.int64)
        return self.partial_fit(features)

    def partial_fit(self, features: Features) -> Self:
        """Add pages. `labels_` are then those of all pages."""
        if not hasattr(self, "clusters_"):
            return self.fit(features)
        clusters = self.clusters_
        added = [clusters.setdefault(key, len(clusters)) for key in self._keys(features)]
        self.labels_ = np.concatenate([self.labels_, np.array(added, np.int64)])
        return self

    def predict(self, features: Features) -> Labels:
        """The cluster of pages with the same digest, -1 where there is none."""
        self._require_fitted()
        found = [self.clusters_.get(key, UNCLUSTERED) for key in self._keys(features)]
        return np.array(found, np.int64)

    @abstractmethod
    def _keys(self, features: Features) -> list[Key]:
        """What pages are grouped by."""


class Md5Clusterer(DigestClusterer):
    """Groups of pages with equal tag sequences."""

    reads: ClassVar = ("sequence_digests",)

    def _keys(self, features: Features) -> list[Key]:
        return features.sequence_digests


class Mdh5Clusterer(DigestClusterer):
    """Groups of pages whose headers have equal tag sequences."""

    reads: ClassVar = ("header_digests",)

    def _keys(self, features: Features) -> list[Key]:
        return features.header_digests
