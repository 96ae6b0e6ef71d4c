"""`strip_pages`: removes from pages what their clusters share.

A path belongs to the template of a cluster if most of its pages have it: elements, texts and images
count alike. That is the template path rule of TEXT (Kim and Shim, TKDE 2011), for clusters of any
method. Pages are read twice, first to count and then to strip, so that none is kept in memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from unmold.errors import UsageError
from unmold.evaluation.labels import UNCLUSTERED
from unmold.features import Ragged, compute_features
from unmold.model import Page, Problem
from unmold.pages.trees import cut_problems
from unmold.settings import Limits

BATCH_PAGES = 256
"""Pages that are held at once."""

MIN_PAGES = 2
"""A page alone shares nothing with its cluster."""

Labelled = tuple[Page, int]
Paths = NDArray[np.uint64]
Support = tuple[NDArray[np.int64], Paths, NDArray[np.int64]]
"""Clusters, paths, and on how many of a cluster's pages each path is."""


@dataclass(frozen=True, slots=True)
class StrippedPage:
    """What is left of a page."""

    path: str
    url: str
    site: str
    cluster: int
    text: str
    """The visible texts, one line for each block."""
    html: str

    def to_json(self, *, html: bool = False) -> dict[str, str | int]:
        """As plain values; without the HTML unless it is asked for."""
        values = asdict(self)
        return values if html else {name: values[name] for name in values if name != "html"}


def strip_pages(
    read: Callable[[], Iterable[Labelled]],
    *,
    share: float | None = None,
    limits: Limits | None = None,
    jobs: int = 0,
    problems: Callable[[Problem], object] | None = None,
) -> Iterator[StrippedPage]:
    """Yield every page without the paths that its cluster shares.

    `read` gives pages with the numbers of their clusters, -1 for a page in none, and is called
    twice. Shared is what more than half of a cluster's pages have, or at least `share` of them.

    >>> pages = [b"<nav>Home</nav><h1>Pear</h1>", b"<nav>Home</nav><h1>Plum</h1>"]
    >>> from unmold.pages import read_pages
    >>> stripped = strip_pages(lambda: ((page, 0) for page in read_pages(pages)))
    >>> [page.text for page in stripped]
    ['Pear', 'Plum']
    """
    if share is not None and not 0 < share <= 1:
        raise UsageError("a share lies between 0 and 1", hint="0.9 strips what 90 % of pages have")
    limits = limits or Limits()
    shared = _find_shared(read(), share, limits, jobs)
    labelled = iter(read())
    while batch := list(islice(labelled, BATCH_PAGES)):
        yield from _strip_batch(batch, shared, limits, jobs, problems or (lambda problem: None))


def _find_shared(
    labelled: Iterable[Labelled], share: float | None, limits: Limits, jobs: int
) -> dict[int, Paths]:
    """By cluster the paths that its pages share."""
    counts = _Counts()
    pages = (found for found in labelled if found[1] != UNCLUSTERED)
    while batch := list(islice(pages, BATCH_PAGES)):
        features = compute_features(
            [page for page, _ in batch],
            columns=("element_paths", "content_paths"),
            limits=limits,
            jobs=jobs,
        )
        labels = np.array([label for _, label in batch], np.int64)
        for column in (features.element_paths, features.content_paths):
            counts.add(labels, column)
        counts.pages.update(labels.tolist())
    return counts.find_shared(share)


class _Counts:
    """On how many pages of each cluster each path is, while pages come."""

    def __init__(self) -> None:
        empty = np.empty(0, np.int64)
        self.parts: list[Support] = [(empty, np.empty(0, np.uint64), empty)]
        self.pages: Counter[int] = Counter()

    def add(self, labels: NDArray[np.int64], paths: Ragged) -> None:
        """Count the paths of some pages."""
        ones = np.ones(len(paths.values), np.int64)
        self.parts.append(_sum_up(labels[paths.pages], paths.values, ones))

    def find_shared(self, share: float | None) -> dict[int, Paths]:
        """By cluster the paths that enough of its pages have."""
        labels, paths, supports = _sum_up(
            np.concatenate([part[0] for part in self.parts]),
            np.concatenate([part[1] for part in self.parts]),
            np.concatenate([part[2] for part in self.parts]),
        )
        found = {}
        for label, pages in self.pages.items():
            if pages >= MIN_PAGES:
                of_cluster = slice(*np.searchsorted(labels, [label, label + 1]))
                enough = supports[of_cluster] >= _needed(pages, share)
                found[label] = paths[of_cluster][enough]
        return found


def _needed(pages: int, share: float | None) -> float:
    """On how many pages a shared path is."""
    return (pages + 1) / 2 if share is None else max(MIN_PAGES, share * pages)


def _sum_up(labels: NDArray[np.int64], paths: Paths, supports: NDArray[np.int64]) -> Support:
    """One entry for each cluster and path, in their order."""
    order = np.lexsort((paths, labels))
    labels, paths, supports = labels[order], paths[order], supports[order]
    begins = np.ones(len(labels), np.bool_)
    begins[1:] = (labels[1:] != labels[:-1]) | (paths[1:] != paths[:-1])
    starts = np.flatnonzero(begins)
    summed = np.add.reduceat(supports, starts) if len(starts) else supports
    return labels[starts], paths[starts], summed


def _strip_batch(
    batch: list[Labelled],
    shared: dict[int, Paths],
    limits: Limits,
    jobs: int,
    report: Callable[[Problem], object],
) -> Iterator[StrippedPage]:
    """The pages of a batch, those of one cluster at a time but in their order."""
    from unmold import _core

    left: dict[int, tuple[str, list[str]]] = {}
    for label in dict.fromkeys(label for _, label in batch):
        numbers = [number for number, (_, one) in enumerate(batch) if one == label]
        found = _core.strip_pages(
            [batch[number][0].data for number in numbers],
            [batch[number][0].charset for number in numbers],
            shared.get(label, np.empty(0, np.uint64)).data,
            jobs,
            limits=limits,
        )
        for number, (html, lines, cut) in zip(numbers, found, strict=True):
            left[number] = (html, lines)
            codes = _core.problem_codes(cut)
            for problem in cut_problems(batch[number][0].key, codes, limits):
                report(problem)
    for number, (page, label) in enumerate(batch):
        html, lines = left[number]
        yield StrippedPage(page.path, page.url, page.site, label, "\n".join(lines), html)
