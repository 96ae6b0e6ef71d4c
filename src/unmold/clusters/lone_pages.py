"""Pages that are alone and yet of a known kind: they have nothing that the kind lacks.

A site crawled a little way has a recipe without a video, a list without rows: too little is shared
with the others for one cluster, since what all pages have counts as chrome. Such a page differs on
one side only, as clusters with optional blocks do (`split_evidence`): all that it has, its cluster
has, and of what all pages of the cluster have it lacks little.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from unmold._core import SparseRows
from unmold.clusters.incidence import (
    Incidence,
    dot_products,
    make_rows,
    squared_lengths,
    sum_rows,
    take_rows,
)
from unmold.features import Features, Ragged

MAX_ASKED = 50
"""Clusters that a page is compared with, the largest; keeps the work linear."""

# From 4 draws of 3 to 12 pages from each development site of wild, ampshops, debdocs, various and
# swde: pages that are joined are better placed on 22 sites and worse on 6.
LIMITS = {"element_paths": (0.95, 0.75), "class_tokens": (0.9, 0.7), "main_paths": (0.9, 0.5)}
"""By column the share of a page's values that the cluster must have, and the share that the page
must have of what nearly all pages of the cluster have."""

SHARED = 0.9
"""The share of a cluster's pages that have what the cluster has."""

Shares = NDArray[np.float64]


def join_lone_pages(features: Features, labels: NDArray[np.int64]) -> NDArray[np.int64]:
    """Give pages that are alone to a cluster that has all they have; labels run from 0."""
    sizes = np.bincount(labels)
    alone = np.flatnonzero(sizes[labels] == 1)
    asked = _find_asked(features, labels, sizes)
    if not len(alone) or not len(asked):
        return labels
    fits = np.ones((len(alone), len(asked)), np.bool_)
    likeness = np.zeros((len(alone), len(asked)))
    for name, (known, shared) in LIMITS.items():
        column = getattr(features, name)
        inside, has = _compare(column, labels, asked, alone)
        fits &= (inside >= known) & (has >= shared)
        likeness += has
    joined = labels.copy()
    best = np.where(fits, likeness, -1).argmax(axis=1)
    placed = fits.any(axis=1)
    joined[alone[placed]] = asked[best[placed]]
    return joined


def _find_asked(
    features: Features, labels: NDArray[np.int64], sizes: NDArray[np.int64]
) -> NDArray[np.int64]:
    """The largest clusters of several pages; of the same size in an order of what they hold."""
    column = features.element_paths
    sums = np.zeros(len(sizes), np.uint64)
    np.add.at(sums, labels[column.pages], column.values)
    order = np.lexsort((sums, -sizes))[:MAX_ASKED]
    return order[sizes[order] > 1]


def _compare(
    column: Ragged,
    labels: NDArray[np.int64],
    asked: NDArray[np.int64],
    alone: NDArray[np.int64],
) -> tuple[Shares, Shares]:
    """How much of each page (row) each cluster (column) has, and how much of the cluster the page.

    What a cluster has is what nearly all of its pages have.
    """
    has = Incidence.of(column)
    rows = has.to_rows()
    places = np.full(int(labels.max()) + 1, -1, np.int64)
    places[asked] = np.arange(len(asked))
    counts = sum_rows(rows, places[labels], np.ones(len(labels)), len(asked))
    sizes = np.bincount(labels)[asked].astype(np.float64)
    known, common = _have_some(counts, 0 * sizes), _have_some(counts, SHARED * sizes)
    own = take_rows(rows, alone)
    inside = dot_products(own, known) / np.maximum(squared_lengths(own), 1)[:, None]
    return inside, dot_products(own, common) / np.maximum(squared_lengths(common), 1)[None, :]


def _have_some(counts: SparseRows, least: NDArray[np.float64]) -> SparseRows:
    """The same rows with 1 for what is there at least so often, and 0 for the rest."""
    offsets, columns, values = counts.parts()
    ends = np.frombuffer(offsets, np.uint64).astype(np.int64)
    enough = np.frombuffer(values) >= np.repeat(least, np.diff(ends))
    return make_rows(np.diff(ends), np.frombuffer(columns, np.uint32), enough.astype(np.float64))
