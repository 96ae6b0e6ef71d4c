"""Clustering by common paths: pages that share most of their leaf tag paths belong together.

Sets of leaf paths enter, clusters leave: the connected components of all pairs that are alike
enough. A baseline of UXClust (Grigalis and Cenys 2014), with its threshold of 0.8.
"""

from __future__ import annotations

from typing import ClassVar, Literal, Self

import numpy as np

from unmold._core import group_sets
from unmold.clusters.base import Clusterer
from unmold.features import Features


class CommonPathsClusterer(Clusterer):
    """Connected components of pages whose leaf paths overlap."""

    reads: ClassVar = ("leaf_paths",)
    is_quadratic: ClassVar = True

    def __init__(
        self,
        threshold: float = 0.8,
        similarity: Literal["overlap", "jaccard"] = "overlap",
        jobs: int = 0,
    ) -> None:
        self.threshold = threshold
        self.similarity = similarity
        self.jobs = jobs

    def fit(self, features: Features) -> Self:
        paths = features.leaf_paths
        groups = group_sets(
            np.ascontiguousarray(paths.values, np.uint64).data,
            np.ascontiguousarray(paths.offsets, np.uint64).data,
            self.threshold,
            similarity=self.similarity,
            jobs=self.jobs,
        )
        self.labels_ = np.frombuffer(groups, "<u4").astype(np.int64)
        return self
