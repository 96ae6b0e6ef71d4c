"""Clustering by pq-grams: pages whose trees share most of their small pieces belong together.

Trees enter, clusters leave: the connected components of all pairs that are alike enough. pq-grams
are of Augsten, Boehlen and Gamper (VLDB 2005); as a way to cluster pages they are a baseline of
UXClust (Grigalis and Cenys 2014), with its threshold of 0.8.
"""

from __future__ import annotations

from typing import ClassVar, Self

import numpy as np

from unmold._core import group_pages
from unmold.clusters.base import Clusterer
from unmold.features import Features


class PqGramsClusterer(Clusterer):
    """Connected components of pages whose pq-grams overlap."""

    reads: ClassVar = ("comparands",)
    is_quadratic: ClassVar = True

    def __init__(self, threshold: float = 0.8, jobs: int = 0) -> None:
        self.threshold = threshold
        self.jobs = jobs

    def fit(self, features: Features) -> Self:
        groups = group_pages(features.comparands, "pq-grams", self.threshold, jobs=self.jobs)
        self.labels_ = np.frombuffer(groups, "<u4").astype(np.int64)
        return self
