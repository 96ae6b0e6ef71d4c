"""What a clustering costs in bits, and the template paths that cost least.

Pages, their essential paths and clusters enter; the length of the description leaves. It has three
parts: which paths are in which template (MT), which page is in which cluster (MD), and where pages
differ from their templates (MX: 1 for a path that the template lacks, -1 for one that the page
lacks). How MD is written is not clear from the paper, so that there are three encodings: the
entropy of the cluster sizes, the logarithm of their number, or a matrix as the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from unmold.clusters.text.essential import Counts, EssentialPaths, Weights
from unmold.errors import UsageError

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

Encoding = Literal["ids", "log", "matrix"]


@dataclass(frozen=True, slots=True)
class Description:
    """The length of a clustering's description, in bits."""

    templates: float
    """L(MT)"""
    members: float
    """L(MD)"""
    differences: float
    """L(MX)"""

    @property
    def total(self) -> float:
        return self.templates + self.members + self.differences


@dataclass(frozen=True, slots=True)
class ClusterSupports:
    """For each cluster its pages, and on how many of them each path stands."""

    supports: csr_matrix
    """A row for each cluster, a column for each path; zeros are not stored."""
    sizes: Counts

    @property
    def entry_sizes(self) -> Counts:
        """For each stored support, the size of its cluster."""
        return np.repeat(self.sizes, np.diff(self.supports.indptr))

    @property
    def in_template(self) -> NDArray[np.bool_]:
        """For each stored support, whether its path belongs to the template."""
        chosen: NDArray[np.bool_] = is_template(self.supports.data, self.entry_sizes)
        return chosen


def is_template(supports: NDArray[np.generic], pages: NDArray[np.generic]) -> NDArray[np.bool_]:
    """Whether a path of so much support in so many pages makes the template dearer or cheaper.

    In the template it costs one and the pages that lack it; outside, the pages that have it.
    """
    return np.asarray(2 * supports >= pages + 1)  # type: ignore[operator]


def merged_cost(supports: Weights, pages: Weights | float) -> Weights:
    """The non-zeros of MT and MX that a path of this support takes, at best."""
    cost: Weights = np.minimum(supports, 1 + pages - supports)
    return cost


def count_supports(
    matrix: csr_matrix, labels: Counts, sizes: Counts | None = None
) -> ClusterSupports:
    """The supports of paths in clusters; labels run from 0, -1 for a page in none.

    A row of the matrix stands for `sizes` pages, or for one.
    """
    from scipy.sparse import csr_matrix

    rows = np.flatnonzero(labels >= 0)
    clusters = int(labels.max(initial=-1)) + 1
    pages = np.ones(len(labels)) if sizes is None else sizes.astype(np.float64)
    members = csr_matrix((pages[rows], (labels[rows], rows)), (clusters, len(labels)))
    counted = np.bincount(labels[rows], pages[rows], clusters).astype(np.int64)
    return ClusterSupports((members @ matrix).tocsr(), counted)


@dataclass(frozen=True, slots=True)
class ClusterModel:
    """A clustering as the paper has it: ME, the pages' paths, is MT times MD plus MX.

    Paths are rows of MT and MX, pages columns of MD and MX, clusters lie between.
    """

    templates: csr_matrix
    """MT: which path is in which template."""
    members: csr_matrix
    """MD: which page is in which cluster."""
    differences: csr_matrix
    """MX: 1 for a path that the template lacks, -1 for one that the page lacks."""

    @classmethod
    def of(cls, matrix: csr_matrix, labels: Counts) -> ClusterModel:
        """The model of pages (rows of the matrix) with the best templates."""
        from scipy.sparse import csr_matrix

        clusters = count_supports(matrix, labels)
        chosen = clusters.supports.copy()
        chosen.data = clusters.in_template.astype(np.float64)
        chosen.eliminate_zeros()
        pages = np.flatnonzero(labels >= 0)
        shape = (len(clusters.sizes), len(labels))
        members = csr_matrix((np.ones(len(pages)), (labels[pages], pages)), shape)
        templates = chosen.T.tocsr()
        differences = (matrix.T - templates @ members).tocsr()
        differences.eliminate_zeros()
        return cls(templates, members, differences)


def find_template_paths(essential: EssentialPaths, labels: Counts) -> list[NDArray[np.uint64]]:
    """For each cluster the hashes of its template's paths, ascending."""
    clusters = count_supports(essential.matrix, labels)
    supports, in_template = clusters.supports, clusters.in_template
    bounds = zip(supports.indptr[:-1], supports.indptr[1:], strict=True)
    return [
        np.sort(essential.paths[supports.indices[start:end][in_template[start:end]]])
        for start, end in bounds
    ]


def describe_clusters(
    matrix: csr_matrix,
    labels: Counts,
    encoding: Encoding = "ids",
    *,
    sizes: Counts | None = None,
    weights: Weights | None = None,
) -> Description:
    """The length of the description of pages by clusters with the best templates.

    Paths with weights count as that many paths. Pages in no cluster are left out.
    """
    clusters = count_supports(matrix, labels, sizes)
    weights = np.ones(matrix.shape[1]) if weights is None else weights
    weight = weights[clusters.supports.indices]
    chosen, supports = clusters.in_template, clusters.supports.data
    paths, pages = float(weights.sum()), int(clusters.sizes.sum())
    ones = float((weight * supports)[~chosen].sum())
    minus_ones = float((weight * (clusters.entry_sizes - supports))[chosen].sum())
    return Description(
        templates=_bits(paths * len(clusters.sizes), float(weight[chosen].sum())),
        members=_member_bits(clusters.sizes, encoding),
        differences=_bits(paths * pages, ones, minus_ones),
    )


def _member_bits(sizes: Counts, encoding: Encoding) -> float:
    """L(MD): which page is in which cluster."""
    pages, clusters = int(sizes.sum()), int(np.count_nonzero(sizes))
    if encoding == "ids":
        return _bits(pages, *sizes.tolist())
    if encoding == "log":
        return pages * float(np.log2(max(clusters, 1)))
    if encoding == "matrix":
        return _bits(pages * clusters, pages)
    raise UsageError(
        f"there is no encoding {encoding!r} of members", hint="there are ids, log and matrix"
    )


def _bits(cells: float, *counts: float) -> float:
    """Cells times their entropy; `counts` say how many have each value, the others have one more.

    >>> _bits(4, 2)
    4.0
    """
    shares = np.array([*counts, cells - sum(counts)]) / max(cells, 1)
    shares = shares[shares > 1e-15]
    return float(-cells * (shares * np.log2(shares)).sum()) + 0.0
