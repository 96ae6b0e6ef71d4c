"""Counts how often each cluster meets each gold label, kept sparse.

Only cells that are not empty are kept, at most one a page, so that every metric built on them takes
the time of one sort and never a table of pages by pages.
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
    gold_sizes = group_sizes(gold)
    width = max(len(gold_sizes), 1)
    cells, count = np.unique(densify(clusters) * width + densify(gold), return_counts=True)
    return Contingency(
        cluster=cells // width,
        gold=cells % width,
        count=count.astype(np.int64),
        cluster_sizes=group_sizes(clusters),
        gold_sizes=gold_sizes,
    )


def count_pairs_within(sizes: Codes) -> int:
    """The pairs inside groups of these sizes, as an exact Python integer."""
    return int((sizes * (sizes - 1) // 2).sum())


def group_sizes(codes: Codes) -> Codes:
    """The size of every group of equal codes, in the order of the codes."""
    if _is_compact(codes):
        sizes = np.bincount(codes)
        return sizes[sizes > 0].astype(np.int64)
    return np.unique(codes, return_counts=True)[1].astype(np.int64)


def densify(codes: Codes) -> Codes:
    """The same grouping in the same order, with every code from 0 on in use."""
    if _is_compact(codes):
        used = np.bincount(codes) > 0
        return (np.cumsum(used) - 1)[codes]
    return np.unique(codes, return_inverse=True)[1].reshape(-1).astype(np.int64)


def _is_compact(codes: Codes) -> bool:
    """Whether an array as long as the largest code is cheap, which spares a sort."""
    return bool(codes.max(initial=0) <= 4 * len(codes))
