"""Figures 5 and 6: pages per second while an index grows.

All pages of all corpora, in random order and in batches, are fingerprinted, looked up and added. If
lookups depended on the size of the index, the curves would fall.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TypeVar

from unmold.bench.corpus import Corpus
from unmold.clusters.fingerprint_index import FingerprintIndex
from unmold.features import compute_fingerprints
from unmold.pages import read_pages

Result = TypeVar("Result")

ROUNDS = 3
"""Everything is repeated, and the best time is taken: other programs run as well."""


@dataclass(frozen=True, slots=True)
class BatchTimes:
    """What one batch took, in seconds."""

    known: int
    """Pages in the index before."""
    pages: int
    fingerprinting: float
    looking_up: float
    adding: float
    page_bytes: int


def measure_throughput(corpora: Sequence[Corpus], batch: int, seed: int) -> list[BatchTimes]:
    """Feed all pages to an index, in random order and in batches; a last small one is left out."""
    files = shuffle_files(corpora, seed)
    # Adding changes an index, so it is repeated on indexes that are the same.
    indexes = [FingerprintIndex() for _ in range(ROUNDS)]
    times: list[BatchTimes] = []
    known = 0
    for start in range(0, max(1, len(files) - batch + 1), batch):
        pages = list(read_pages(files[start : start + batch]))
        prints, fingerprinting = _best_of([partial(compute_fingerprints, pages)] * ROUNDS)
        _, looking_up = _best_of([partial(index.find, prints) for index in indexes])
        size = sum(len(page.data) for page in pages)
        _, adding = _best_of([partial(index.add, prints) for index in indexes])
        times.append(BatchTimes(known, len(pages), fingerprinting, looking_up, adding, size))
        known += len(pages)
    return times


def shuffle_files(corpora: Sequence[Corpus], seed: int) -> list[Path]:
    """The files of all pages in random order, the same for a seed."""
    random = Random(seed)
    files = [corpus.folder / path for corpus in corpora for path in corpus.gold.template]
    ranks = [random.random() for _ in files]
    return [files[row] for row in sorted(range(len(files)), key=lambda row: ranks[row])]


def _best_of(rounds: Sequence[Callable[[], Result]]) -> tuple[Result, float]:
    """What the last round gives, and the time of the best."""
    best = float("inf")
    for work in rounds:
        start = perf_counter()
        result = work()
        best = min(best, perf_counter() - start)
    return result, best
