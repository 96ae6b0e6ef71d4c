"""Tables 6 and 7 and figure 4: clusters of fingerprints, and of headers, across sites.

Both clusterings are scored for each corpus and for all pages together. Pages are read once, in
batches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from unmold.bench.corpus import Corpus
from unmold.clusters.fingerprint_index import FingerprintIndex
from unmold.evaluation import evaluate_clusters
from unmold.features import compute_features, compute_fingerprints
from unmold.features.compute import batches

ALL = "all together"
NO_HEADER = b""
"""Pages without a header form one group."""


@dataclass(frozen=True, slots=True)
class PageKeys:
    """What the pages of a corpus are grouped by."""

    corpus: str
    templates: list[str]
    fingerprints: NDArray[np.uint8]
    headers: list[bytes]
    fingerprint_seconds: float
    """Fingerprinting all pages, from bytes in memory."""


@dataclass(frozen=True, slots=True)
class Grouped:
    """One clustering of one corpus."""

    corpus: str
    method: str
    pages: int
    templates: int
    clusters: int
    singletons: int
    largest: int
    rand_index: float
    adjusted_rand_index: float
    purity: float
    """The mean over clusters."""
    seconds: float
    """Grouping alone."""
    preparing: float | None
    """Seconds that the fingerprints took; None where keys come from a pass over all features."""


def read_keys(corpus: Corpus) -> PageKeys:
    """Read a corpus, and compute fingerprints and header digests of its pages."""
    prints, headers, templates = [], [], []
    seconds = 0.0
    for batch in batches(corpus.read_pages()):
        start = perf_counter()
        prints.append(compute_fingerprints(batch))
        seconds += perf_counter() - start
        features = compute_features(batch, columns=["header_digests"])
        headers += [digest or NO_HEADER for digest in features.header_digests]
        templates += [f"{corpus.name}: {corpus.gold.template[page.path]}" for page in batch]
    empty = np.empty((0, 25), np.uint8)
    return PageKeys(corpus.name, templates, np.concatenate([empty, *prints]), headers, seconds)


def join_keys(parts: Sequence[PageKeys]) -> PageKeys:
    """The pages of all corpora as one."""
    return PageKeys(
        ALL,
        [template for part in parts for template in part.templates],
        np.concatenate([part.fingerprints for part in parts]),
        [header for part in parts for header in part.headers],
        sum(part.fingerprint_seconds for part in parts),
    )


def group_pages(keys: PageKeys) -> list[Grouped]:
    """Both clusterings of the pages, across sites."""
    start = perf_counter()
    by_fingerprint = cluster_fingerprints(keys.fingerprints)
    between = perf_counter()
    numbers: dict[bytes, int] = {}
    by_header = np.array([numbers.setdefault(key, len(numbers)) for key in keys.headers], np.int64)
    end = perf_counter()
    return [
        _evaluate(keys, "FP", by_fingerprint, between - start, keys.fingerprint_seconds),
        _evaluate(keys, "MDH5", by_header, end - between, None),
    ]


def cluster_fingerprints(fingerprints: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The cluster of every page."""
    index = FingerprintIndex()
    numbers = index.add(fingerprints)
    labels: NDArray[np.int64] = index.cluster()[numbers].astype(np.int64)
    return labels


def count_sizes(labels: NDArray[np.int64]) -> list[tuple[int, int]]:
    """Figure 4: cluster sizes, each with the number of clusters of that size.

    >>> count_sizes(np.array([0, 0, 1, 2]))
    [(1, 2), (2, 1)]
    """
    sizes = np.unique(labels, return_counts=True)[1]
    return sorted(Counter(sizes.tolist()).items())


def _evaluate(
    keys: PageKeys,
    method: str,
    labels: NDArray[np.int64],
    seconds: float,
    preparing: float | None,
) -> Grouped:
    scores = evaluate_clusters(labels, keys.templates, across_sites=True).pooled
    sizes = np.unique(labels, return_counts=True)[1]
    return Grouped(
        corpus=keys.corpus,
        method=method,
        pages=scores.pages,
        templates=scores.templates,
        clusters=scores.clusters,
        singletons=int(np.count_nonzero(sizes == 1)),
        largest=int(sizes.max(initial=0)),
        rand_index=scores.pairs.rand_index,
        adjusted_rand_index=scores.pairs.adjusted_rand_index,
        purity=scores.purity.mean,
        seconds=seconds,
        preparing=preparing,
    )
