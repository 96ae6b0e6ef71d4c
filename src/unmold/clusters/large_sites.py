"""Clusters of large sites: a sample is clustered, the other pages are streamed past its clusters.

A page goes to the cluster whose centroid is nearest by the four views of `auto`, if it is near
enough. Those that are near to none are clustered again by themselves, as the sample may have missed
a rare template; what is alone even then goes to the nearest cluster, or is of none.

Everything here works on arrays, so that it does not matter who reads features, and where.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from unmold._core import SparseRows
from unmold.clusters.base import Labels, number_by_first_page
from unmold.clusters.confidence import MAX_COMPARED, STRAY, Confidence, compare_pages
from unmold.clusters.incidence import dot_products, make_rows, squared_lengths, sum_rows
from unmold.clusters.views import Weighing, find_views
from unmold.evaluation.labels import UNCLUSTERED
from unmold.features import Features, Ragged

Positions = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class SampleSettings:
    """When and how a site is clustered from a sample."""

    largest: int = 20_000
    """Pages of a site that are clustered together; of more, this number is drawn. Then a template
    of one page in a thousand has 20 pages in the sample, and all of that takes about 1 GB."""

    # That of `auto` inside of clusters. From 2,500 of the 10,136 pages of openjdk17 the clusters of
    # all are those of all pages clustered together with pair F1 .996, with 0.35 only .88.
    similarity: float = 0.27
    """A page that is less near to every cluster may be of a template that the sample lacks."""

    rounds: int = 3
    """How often the pages that are near to no cluster are clustered again; a guess."""


def choose_cluster_sample(keys: Sequence[str], settings: SampleSettings) -> Positions:
    """The positions of the pages to be clustered together: all, or of many those drawn by hash.

    `keys` say what a page is, whatever the order in which pages came. The draw depends on nothing
    else, so that who knows only some of the pages can tell which of them are drawn.

    >>> choose_cluster_sample(["a", "b", "c"], SampleSettings(largest=2)).tolist()
    [0, 2]
    """
    if len(keys) <= settings.largest:
        return np.arange(len(keys), dtype=np.int64)
    hashes = np.array([hash_key(key) for key in keys], np.uint64)
    # Two pages with the same key are drawn in their order.
    drawn = np.argsort(hashes, kind="stable")[: settings.largest]
    return np.sort(drawn)


def hash_key(key: str) -> int:
    """The number by which a page is drawn: the smallest are."""
    digest = hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8)
    return int.from_bytes(digest.digest(), "big")


class SampleClusters:
    """The clusters of a sample, by which other pages are assigned."""

    def __init__(self, features: Features, labels: Labels) -> None:
        """`features` are the four views of the sample's pages, `labels` their clusters."""
        views = list(find_views(features, Weighing()))
        self._values = [view.values for view in views]
        self._weights = [np.sqrt(view.scaled(len(features))) for view in views]
        self.clusters, sizes = _find_compared(labels)
        self._sizes = sizes.astype(np.float64)
        members = np.flatnonzero(np.isin(labels, self.clusters))
        numbers = np.searchsorted(self.clusters, labels[members])
        self._centroids = self._mean(features.select(members), numbers, sizes)
        self._lengths = squared_lengths(self._centroids)

    def to_bytes(self) -> bytes:
        """All of it, for whoever assigns pages elsewhere."""
        offsets, columns, values = self._centroids.parts()
        arrays: dict[str, Any] = {
            "offsets": np.frombuffer(offsets, np.uint64),
            "columns": np.frombuffer(columns, np.uint32),
            "values": np.frombuffer(values),
            "lengths": self._lengths,
        }
        arrays |= {"clusters": self.clusters, "sizes": self._sizes}
        arrays |= {f"values{number}": own for number, own in enumerate(self._values)}
        arrays |= {f"weights{number}": own for number, own in enumerate(self._weights)}
        stream = io.BytesIO()
        np.savez(stream, **arrays)
        return stream.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """The reverse."""
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            own = cls.__new__(cls)
            views = sum(name.startswith("weights") for name in arrays)
            own._values = [arrays[f"values{number}"] for number in range(views)]
            own._weights = [arrays[f"weights{number}"] for number in range(views)]
            own.clusters, own._sizes = arrays["clusters"], arrays["sizes"]
            own._centroids = SparseRows(arrays["offsets"], arrays["columns"], arrays["values"])
            own._lengths = arrays["lengths"]
        return own

    def _mean(self, features: Features, numbers: Positions, sizes: Positions) -> SparseRows:
        return sum_rows(self._weigh(features), numbers, 1 / sizes[numbers], len(sizes))

    def assign(self, features: Features) -> tuple[Labels, NDArray[np.float64]]:
        """The nearest cluster of each page, and how near it is; -1 and 0 where there is none."""
        pages = len(features)
        if not len(self.clusters) or not pages:
            return np.full(pages, UNCLUSTERED, np.int64), np.zeros(pages)
        rows = self._weigh(features)
        dots = dot_products(rows, self._centroids)
        union = squared_lengths(rows)[:, None] + self._lengths[None, :] - dots
        alike = np.where(union > 1e-12, dots / np.where(union > 1e-12, union, 1), 1.0)
        best = alike.argmax(axis=1)
        return self.clusters[best], alike[np.arange(pages), best]

    def judge(self, features: Features, labels: Labels, inside: NDArray[np.bool_]) -> Confidence:
        """How sure the clusters of pages are; `inside` says which of them are of the sample."""
        if not len(self.clusters) or not len(labels):
            return Confidence.unknown(len(labels))
        at = np.searchsorted(self.clusters, labels)
        at[at == len(self.clusters)] = 0
        own = np.where(self.clusters[at] == labels, at, -1)
        rows = self._weigh(features)
        return compare_pages(rows, self._centroids, own, inside, self.clusters, self._sizes)

    def _weigh(self, features: Features) -> SparseRows:
        """Pages by what the sample has; what it has not says nothing about its clusters."""
        rows, columns, values, width = [], [], [], 0
        for column, known, weights in zip(
            _columns(features), self._values, self._weights, strict=True
        ):
            at = np.searchsorted(known, column.values)
            at[at == len(known)] = 0
            is_known = known[at] == column.values if len(known) else np.zeros(len(at), np.bool_)
            rows.append(column.pages[is_known])
            columns.append(at[is_known] + width)
            values.append(weights[at[is_known]])
            width += len(known)
        pages = np.concatenate(rows)
        order = np.argsort(pages, kind="stable")
        sizes = np.bincount(pages, minlength=len(features))
        return make_rows(sizes, np.concatenate(columns)[order], np.concatenate(values)[order])


def _columns(features: Features) -> tuple[Ragged, ...]:
    return features.leaf_paths, features.class_tokens, features.main_paths, features.labels


def _find_compared(labels: Labels) -> tuple[Labels, Positions]:
    """The largest clusters of several pages, ascending, and their sizes."""
    counts = np.bincount(labels[labels != UNCLUSTERED], minlength=1)
    order = np.argsort(-counts, kind="stable")[:MAX_COMPARED]
    compared = np.sort(order[counts[order] > 1])
    return compared, counts[compared]


class SampleRounds:
    """The clusters of a large site's pages while samples are drawn from it, round after round.

    Pages are known by their positions, so that it does not matter who compares them, and where.
    """

    def __init__(self, pages: int, settings: SampleSettings) -> None:
        self.labels: Labels = np.full(pages, UNCLUSTERED, np.int64)
        self.left: Positions = np.arange(pages, dtype=np.int64)
        """The pages of which the sample of the next round is drawn."""
        self._settings = settings
        self._nearest, self._nearness = self.labels.copy(), np.zeros(pages)
        self._rounds, self._first_free = 0, 0
        self._sizes = np.empty(0, np.int64)
        """How many pages of the sample each of its clusters has."""

    @property
    def is_over(self) -> bool:
        """Whether no further sample is drawn."""
        return not len(self.left) or self._rounds >= self._settings.rounds

    def take_sample(self, drawn: Positions, found: Labels) -> Positions:
        """Note the clusters of a sample, numbered from 0; which pages are compared with them."""
        self.labels[drawn] = self._number(found)
        self._sizes = np.bincount(found[found != UNCLUSTERED])
        self.left = np.setdiff1d(self.left, drawn, assume_unique=True)
        return self.left

    def place(self, pages: Positions, nearest: Labels, nearness: NDArray[np.float64]) -> None:
        """Note the nearest cluster of some of these pages."""
        own = self._number(nearest)
        is_near = nearness >= self._settings.similarity
        is_nearer = nearness > self._nearness[pages]
        self.labels[pages[is_near]] = own[is_near]
        self._nearest[pages[is_nearer]] = own[is_nearer]
        self._nearness[pages[is_nearer]] = nearness[is_nearer]

    def end_round(self) -> None:
        """Once all pages are placed."""
        self._give_back()
        self._rounds += 1
        self._first_free += len(self._sizes)
        self.left = self.left[self.labels[self.left] == UNCLUSTERED]

    def _give_back(self) -> None:
        """Empty clusters that took far more pages than the sample foretells, but for the sample.

        Pages are drawn at random, so that a template of two of them has few others. If all pages of
        a site are unlike, such clusters are the nearest to many pages.
        """
        placed = self.left[self.labels[self.left] != UNCLUSTERED]
        own = self.labels[placed] - self._first_free
        taken = np.bincount(own, minlength=len(self._sizes))
        ratio = len(self.left) / max(self._sizes.sum(), 1)
        gone = placed[(taken > ratio * _most_likely(self._sizes))[own]]
        self.labels[gone] = self._nearest[gone] = UNCLUSTERED
        self._nearness[gone] = 0

    def finish(self) -> Labels:
        """The clusters of all pages; what is left goes where it was nearest, if it was near."""
        is_near = self._nearness[self.left] >= STRAY
        self.labels[self.left[is_near]] = self._nearest[self.left[is_near]]
        return self.labels

    def _number(self, labels: Labels) -> Labels:
        return np.where(labels == UNCLUSTERED, UNCLUSTERED, labels + self._first_free)


def _most_likely(counts: Positions) -> NDArray[np.float64]:
    """The largest means that are less than four deviations above what was counted."""
    means: NDArray[np.float64] = counts + 8 + 4 * np.sqrt(counts + 4)
    return means


Cluster = Callable[[Positions], Labels]
"""The labels of the pages at some positions, clustered together."""

ReadViews = Callable[[Positions], Features]
"""The four views of the pages at some positions, in their order."""

PAGES_AT_A_TIME = 1024
"""Pages that are compared with all clusters at once; bounds memory."""


def cluster_by_sample(
    keys: Sequence[str],
    files: Sequence[str],
    cluster: Cluster,
    read: ReadViews,
    settings: SampleSettings,
) -> Labels:
    """The cluster of every page of a site; a site of few pages is clustered as a whole.

    `cluster` is asked for at most `settings.largest` pages at a time, `read` for these or for some
    files of pages; `files` says for each page in which file its features are.
    """
    rounds = SampleRounds(len(keys), settings)
    while not rounds.is_over:
        left = rounds.left
        drawn = left[choose_cluster_sample([keys[page] for page in left.tolist()], settings)]
        found = number_by_first_page(cluster(drawn))
        rest = rounds.take_sample(drawn, found)
        if len(rest):
            clusters = SampleClusters(read(drawn), found)
            for some in _by_file(rest, files):
                rounds.place(some, *clusters.assign(read(some)))
        rounds.end_round()
    return rounds.finish()


def judge_by_sample(
    keys: Sequence[str],
    files: Sequence[str],
    labels: Labels,
    read: ReadViews,
    settings: SampleSettings,
) -> Confidence:
    """How sure the cluster of each page of a large site is, by the pages of a sample.

    All pages are compared with clusters as the sample shows them; those of the sample with what
    their clusters are without them. `files` is as in `cluster_by_sample`.
    """
    found = Confidence.unknown(len(labels))
    drawn = choose_cluster_sample(keys, settings)
    inside = np.zeros(len(labels), np.bool_)
    inside[drawn] = True
    clusters = SampleClusters(read(drawn), labels[drawn])
    for some in _by_file(np.arange(len(labels), dtype=np.int64), files):
        found.place(some, clusters.judge(read(some), labels[some], inside[some]), 0)
    return found


def _by_file(pages: Positions, files: Sequence[str]) -> Iterator[Positions]:
    """Pages in batches, such that each file is in one batch or, if it is large, in a few."""
    by_file: dict[str, list[int]] = {}
    for page in pages.tolist():
        by_file.setdefault(files[page], []).append(page)
    batch: list[int] = []
    for own in by_file.values():
        for start in range(0, len(own), PAGES_AT_A_TIME):
            batch += own[start : start + PAGES_AT_A_TIME]
            if len(batch) >= PAGES_AT_A_TIME:
                yield np.array(batch, np.int64)
                batch = []
    if batch:
        yield np.array(batch, np.int64)
