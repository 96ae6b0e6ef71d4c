"""`cluster_pages`: finds the cluster of every page of a source.

Pages are clustered site by site, or all together; cluster numbers are unique across sites. Only
those features are computed that the method reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from unmold.clusters.base import Clusterer, Labels
from unmold.clusters.confidence import Confidence
from unmold.clusters.pair_counts import add_counts
from unmold.clusters.registry import DEFAULT_METHOD, make_clusterer
from unmold.errors import UsageError
from unmold.evaluation.labels import UNCLUSTERED
from unmold.features import Features, compute_features
from unmold.features.compute import compute_again
from unmold.features.table import Rows
from unmold.frames import arrow_to_pandas, arrow_to_polars
from unmold.model import Page, Problem
from unmold.notebook import count_more, show_table
from unmold.pages import read_pages
from unmold.pages.read import Source
from unmold.pages.reopen import Place, place_of, read_again
from unmold.settings import Limits

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

_SHOWN = 40
"""Clusters that a notebook shows."""


def cluster_by_site(
    estimator: Clusterer,
    features: Features,
    fitted: Callable[[Clusterer], object] | None = None,
    say: Callable[[str], object] | None = None,
    sure: Confidence | None = None,
) -> Labels:
    """Fit a fresh copy of the estimator to each site. `fitted` is called with each copy.

    `say` is called before a site that may take minutes. Into `sure` goes how sure labels are, where
    the method knows.

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
        found = _fit(copy, features.select(rows), say)
        labels[rows] = np.where(found == UNCLUSTERED, UNCLUSTERED, found + first_free)
        if fitted:
            fitted(copy)
        known = getattr(copy, "confidence_", None)
        if sure is not None and known is not None:
            sure.place(rows, known, first_free)
        first_free += int(found.max(initial=UNCLUSTERED)) + 1
    return labels


def _fit(estimator: Clusterer, features: Features, say: Callable[[str], object] | None) -> Labels:
    message = estimator.foresee(features) if say else None
    if say and message:
        say(message)
    return estimator.fit_predict(features)


def rows_by_site(sites: Sequence[str]) -> Iterator[Rows]:
    """The rows of each site, in the order of the sites' first pages."""
    rows: dict[str, list[int]] = {}
    for row, site in enumerate(sites):
        rows.setdefault(site, []).append(row)
    return (np.array(of_site, np.int64) for of_site in rows.values())


class KnownPages:
    """Where pages are, so that some can be read a second time; pages of no file are kept."""

    def __init__(self, jobs: int, limits: Limits) -> None:
        self._jobs, self._limits = jobs, limits
        self._pages: list[Place | Page] = []

    def watch(self, pages: Iterable[Page]) -> Iterator[Page]:
        for page in pages:
            self._pages.append(place_of(page) or page)
            yield page

    def read(self, rows: Rows) -> list[Page]:
        """Some pages once more; one that is gone meanwhile is left out."""
        chosen = [self._pages[row] for row in rows.tolist()]
        places = [one for one in chosen if isinstance(one, Place)]
        again = read_again(places, limits=self._limits, jobs=max(self._jobs, 1))
        return [
            *(one for one in again if isinstance(one, Page)),
            *(one for one in chosen if isinstance(one, Page)),
        ]

    def compute(self, rows: Rows, column: str) -> Features:
        """A column of some pages."""
        chosen = [self._pages[row] for row in rows.tolist()]
        return compute_again(chosen, [column], jobs=self._jobs, limits=self._limits)


class ClusteredPage(NamedTuple):
    """One page and its cluster, -1 for none."""

    path: str
    url: str
    site: str
    cluster: int


@dataclass(frozen=True, slots=True)
class Clustering:
    """The cluster of every page, and how it was found."""

    keys: list[str]
    paths: list[str]
    urls: list[str]
    sites: list[str]
    labels: Labels
    """One number a page, unique across sites; -1 for a page in no cluster."""
    estimator: Clusterer
    """The method with its parameters; fitted only if sites were clustered together."""
    distances: dict[str, int] = field(default_factory=dict)
    """Pairs of pages of a site and by what they were decided, where the method counts them."""
    is_approximate: bool = False
    """Whether pairs of pages were left out unseen."""
    confidence: Confidence | None = None
    """How sure the cluster of each page is, where the method knows."""

    def __len__(self) -> int:
        return len(self.keys)

    def __iter__(self) -> Iterator[ClusteredPage]:
        rows = zip(self.paths, self.urls, self.sites, self.labels.tolist(), strict=True)
        return (ClusteredPage(*row) for row in rows)

    @property
    def clusters(self) -> int:
        """How many clusters were found."""
        return len(np.unique(self.labels[self.labels != UNCLUSTERED]))

    def groups(self) -> dict[int, list[ClusteredPage]]:
        """The pages of each cluster, the largest first; those in none come last, as -1."""
        found: dict[int, list[ClusteredPage]] = {}
        for page in self:
            found.setdefault(page.cluster, []).append(page)
        order = sorted(found, key=lambda label: (label == UNCLUSTERED, -len(found[label]), label))
        return {label: found[label] for label in order}

    def to_arrow(self) -> pa.Table:
        """One row a page: path, url, site, cluster."""
        import pyarrow as pa

        columns = (self.paths, self.urls, self.sites, self.labels)
        return pa.table(dict(zip(ClusteredPage._fields, columns, strict=True)))

    def to_pandas(self) -> pd.DataFrame:
        """The same as a DataFrame of pandas."""
        return arrow_to_pandas(self.to_arrow())

    def to_polars(self) -> pl.DataFrame:
        """The same as a DataFrame of Polars."""
        return arrow_to_polars(self.to_arrow())

    def __repr__(self) -> str:
        return f"Clustering({len(self)} pages, {self.clusters} clusters, {self.estimator!r})"

    def _repr_html_(self) -> str:
        """The largest clusters, each with an example page; pages in none last."""
        numbers, first, counts = np.unique(self.labels, return_index=True, return_counts=True)
        order = sorted(
            range(len(numbers)), key=lambda at: (numbers[at] == UNCLUSTERED, -counts[at])
        )
        rows = [
            (
                "none" if numbers[at] == UNCLUSTERED else int(numbers[at]),
                int(counts[at]),
                self.sites[first[at]],
                self.urls[first[at]],
            )
            for at in order[:_SHOWN]
        ]
        title = f"{len(self):,} pages in {self.clusters:,} clusters by {self.estimator!r}"
        head = ("cluster", "pages", "site", "example")
        return show_table(title, head, rows, count_more(len(order), len(rows), "cluster"))


def cluster_pages(
    source: Source | Features,
    method: str | Clusterer = DEFAULT_METHOD,
    *,
    across_sites: bool = False,
    jobs: int = 0,
    limits: Limits | None = None,
    base_url: str | None = None,
    problems: Callable[[Problem], object] | None = None,
    say: Callable[[str], object] | None = None,
    **parameters: Any,
) -> Clustering:
    """Cluster the pages of a source by template, each site apart unless `across_sites`.

    `method` is the name of a method, whose `parameters` may follow, or an estimator. `jobs` threads
    compute features, 0 for all cores. `base_url` says where a folder came from, and `problems` is
    called for what could not be used of a page. `say` is called with a line for a person before
    clustering that may take minutes.

    >>> pages = [b"<p>one", b"<p>two", b"<ul><li>a<li>b</ul><table><tr><td>c</table>"]
    >>> cluster_pages(pages, "md5").labels.tolist()
    [0, 0, 1]
    """
    estimator = method if isinstance(method, Clusterer) else make_clusterer(method)
    estimator.set_params(**parameters)
    if not isinstance(source, Features):
        pages = read_pages(source, limits=limits, base_url=base_url, problems=problems)
        known = KnownPages(jobs, limits or Limits())
        table = compute_features(
            known.watch(pages) if estimator.reads_later else pages,
            columns=estimator.reads,
            jobs=jobs,
            limits=limits,
            problems=problems,
        ).with_later(known.compute)
    elif base_url is None:
        table = source
    else:
        raise UsageError(
            "base_url does not apply to features, which have their URLs",
            hint="give base_url with a folder",
        )
    fitted: list[Clusterer] = [estimator] if across_sites else []
    sure = Confidence.unknown(len(table))
    if across_sites:
        labels = _fit(estimator, table, say)
        sure = getattr(estimator, "confidence_", sure)
    else:
        labels = cluster_by_site(estimator, table, fitted.append, say, sure)
    knows = any(hasattr(one, "confidence_") for one in fitted)
    return Clustering(
        table.keys,
        table.paths,
        table.urls,
        table.sites,
        labels,
        estimator,
        add_counts(getattr(one, "distances_", {}) for one in fitted),
        any(getattr(one, "is_approximate_", False) for one in fitted),
        sure if knows else None,
    )
