"""Clustering site by site: one estimator, many sites, one numbering.

A table of features and an estimator enter; labels leave in which the same number never stands for
two sites' clusters. `cluster` is next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from unmold.clusters.base import Clusterer, Labels
from unmold.evaluation.labels import UNCLUSTERED
from unmold.features import Features
from unmold.features.table import Rows


def cluster_by_site(
    estimator: Clusterer,
    features: Features,
    fitted: Callable[[Clusterer], object] | None = None,
) -> Labels:
    """Fit a fresh copy of the estimator to each site. `fitted` is called with each copy.

    Sites come in the order of their names, and their pages in that of their URLs: the same pages
    get the same labels, whatever their order.
    """
    labels = np.full(len(features), UNCLUSTERED, np.int64)
    first_free = 0
    names = list(zip(features.sites, features.urls, strict=True))
    order = np.array(sorted(range(len(features)), key=names.__getitem__), np.int64)
    for positions in rows_by_site([features.sites[row] for row in order]):
        rows = order[positions]
        copy = type(estimator)(**estimator.get_params())
        found = copy.fit_predict(features.select(rows))
        labels[rows] = np.where(found == UNCLUSTERED, UNCLUSTERED, found + first_free)
        if fitted:
            fitted(copy)
        first_free += int(found.max(initial=UNCLUSTERED)) + 1
    return labels


def rows_by_site(sites: Sequence[str]) -> Iterator[Rows]:
    """The rows of each site, in the order of the sites' first pages."""
    rows: dict[str, list[int]] = {}
    for row, site in enumerate(sites):
        rows.setdefault(site, []).append(row)
    return (np.array(of_site, np.int64) for of_site in rows.values())
