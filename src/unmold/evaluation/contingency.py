"""How often each cluster meets each gold label, kept sparse.

Two arrays of codes enter, one code a page; the cells that are not empty leave, at most one a page,
so that every metric built on them takes the time of one sort and never a table of pages by pages.
`pairs` and `partition` are next.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.int64]


@dataclass(frozen=True)
class Contingency:
    """The filled cells: `count[k]` pages are in cluster `cluster[k]` and of label `gold[k]`.

    The codes are dense, so that `cluster_sizes[cluster]` and `gold_sizes[gold]` are the margins.
    """

    cluster: Codes
    gold: Codes
    count: Codes
    cluster_sizes: Codes
    gold_sizes: Codes

    @property
    def pages(self) -> int:
        return int(self.count.sum())


def tabulate(clusters: Codes, gold: Codes) -> Contingency:
    """Count the cells of two codings of the same pages; codes are any integers from 0 on."""
    cluster_codes, cluster_sizes = _densify(clusters)
    gold_codes, gold_sizes = _densify(gold)
    width = max(len(gold_sizes), 1)
    cells, count = np.unique(cluster_codes * width + gold_codes, return_counts=True)
    return Contingency(
        cluster=cells // width,
        gold=cells % width,
        count=count.astype(np.int64),
        cluster_sizes=cluster_sizes,
        gold_sizes=gold_sizes,
    )


def count_pairs_within(sizes: Codes) -> int:
    """The pairs inside groups of these sizes, as an exact Python integer."""
    return int((sizes * (sizes - 1) // 2).sum())


def group_sizes(codes: Codes) -> Codes:
    """The size of every group of equal codes."""
    return np.unique(codes, return_counts=True)[1].astype(np.int64)


def _densify(codes: Codes) -> tuple[Codes, Codes]:
    _, inverse, counts = np.unique(codes, return_inverse=True, return_counts=True)
    return inverse.reshape(-1).astype(np.int64), counts.astype(np.int64)
