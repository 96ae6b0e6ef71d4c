"""Refining: fingerprints of groups enter, the merged cluster of each group leaves.

A group's fingerprint is the set of leaf paths that stand on more than a share of its sample. Groups
whose fingerprints are more alike than a threshold are united, and what is united stays so: the
connected components (UXClust, steps 6 and 7). With `recompute`, united groups pool their samples,
get a new fingerprint, and are compared again until nothing changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

Measure = Literal["jaccard", "max"]
Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class SampledPaths:
    """The leaf paths of sampled pages as a 0/1 matrix, and the group of each page."""

    has: csr_matrix
    group_of: Numbers
    paths: NDArray[np.uint64]
    """The path of each column."""

    @classmethod
    def of(
        cls, values: NDArray[np.uint64], offsets: NDArray[np.int64], group_of: Numbers
    ) -> SampledPaths:
        """From the sets of the pages, one after the other."""
        from scipy.sparse import csr_matrix

        paths, columns = np.unique(values, return_inverse=True)
        shape = (len(offsets) - 1, len(paths))
        has = csr_matrix((np.ones(len(values)), columns.reshape(-1), offsets), shape)
        has.sum_duplicates()
        has.data[:] = 1.0
        return cls(has, group_of, paths)


def fingerprints(
    sampled: SampledPaths, group_of: Numbers, groups: int, occurrence: float
) -> csr_matrix:
    """For each group the paths that stand on more than that share of its sampled pages."""
    from scipy.sparse import csr_matrix

    sizes = np.bincount(group_of, minlength=groups)
    place = (group_of, np.arange(len(group_of)))
    members = csr_matrix((1.0 / sizes[group_of], place), shape=(groups, len(group_of)))
    shares = (members @ sampled.has).tocsr()
    # Shares are sums of fractions: a hair above the threshold is the threshold.
    shares.data = (shares.data > occurrence + 1e-9).astype(np.float64)
    shares.eliminate_zeros()
    return shares


def merge(
    sampled: SampledPaths,
    groups: int,
    *,
    similarity: float,
    occurrence: float,
    measure: Measure,
    recompute: bool,
) -> tuple[Numbers, csr_matrix]:
    """The cluster of each group, and the fingerprint of each cluster."""
    owner = np.arange(groups)
    prints = fingerprints(sampled, sampled.group_of, groups, occurrence)
    while True:
        united = _components(prints, similarity, measure)
        owner = united[owner]
        count = int(owner.max(initial=-1)) + 1
        is_stable = count == prints.shape[0]
        prints = fingerprints(sampled, owner[sampled.group_of], count, occurrence)
        if is_stable or not recompute:
            return owner, prints


def _components(prints: csr_matrix, similarity: float, measure: Measure) -> Numbers:
    """Connected components of fingerprints that are more alike than the threshold."""
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import connected_components

    shared = (prints @ prints.T).tocoo()
    sizes = np.asarray(prints.sum(axis=1)).reshape(-1)
    first, second = sizes[shared.row], sizes[shared.col]
    whole = first + second - shared.data if measure == "jaccard" else np.maximum(first, second)
    alike = shared.data / whole > similarity
    edges = (np.ones(alike.sum()), (shared.row[alike], shared.col[alike]))
    count = prints.shape[0]
    _, labels = connected_components(csr_matrix(edges, shape=(count, count)), directed=False)
    return np.asarray(labels, np.int64)


def likeness(
    pages: csr_matrix, sizes: Numbers, prints: csr_matrix, measure: Measure
) -> NDArray[np.float64]:
    """How alike every page is to every fingerprint; `sizes` counts all paths of the pages."""
    shared = np.asarray((pages @ prints.T).todense(), np.float64)
    own = sizes.reshape(-1, 1)
    theirs = np.asarray(prints.sum(axis=1)).reshape(1, -1)
    whole = own + theirs - shared if measure == "jaccard" else np.maximum(own, theirs)
    alike: NDArray[np.float64] = shared / np.maximum(whole, 1)
    return alike
