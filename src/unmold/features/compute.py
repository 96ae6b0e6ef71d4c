"""`compute_features`: pages enter, their features leave, computed on all cores.

Pages are read in batches and let go again, so that memory holds features and not pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from unmold.features.collect import FeatureCollector
from unmold.features.table import FINGERPRINT_LENGTH, Features
from unmold.model import Page, Problem
from unmold.pages import read_pages
from unmold.pages.read import Source
from unmold.pages.trees import cut_problems
from unmold.settings import Limits

BATCH_PAGES = 256
BATCH_BYTES = 16 << 20


def compute_features(
    source: Source,
    *,
    jobs: int = 0,
    limits: Limits | None = None,
    problems: Callable[[Problem], object] | None = None,
    links: bool = True,
    texts: bool = True,
    contents: bool = False,
) -> Features:
    """Compute the features of all pages of a source, on so many threads (0: all cores).

    A page over a cap is cut, and `problems` is called with what is missing. Links and texts take
    time and memory; who does not need them leaves them out, and asks for `contents` only to get
    content paths.

    >>> features = compute_features([b"<p><b>x</b></p>", b"<p>y"])
    >>> len(features), features.tag_sequence.lengths.tolist()
    (2, [4, 1])
    """
    limits = limits or Limits()
    pages = read_pages(source, limits=limits, problems=problems)
    collector = FeatureCollector(links=links, texts=texts, contents=contents)
    report = problems or (lambda problem: None)
    # Not even a page: an empty batch still says which columns there are.
    for batch in chain(batches(pages), [[]]):
        if batch or not len(collector):
            _add_batch(batch, jobs, limits, report, collector)
    return collector.finish()


def compute_fingerprints(pages: Iterable[Page], *, jobs: int = 0) -> NDArray[np.uint8]:
    """The fingerprints of pages alone; reads of each page only its beginning."""
    from unmold import _core

    parts = [
        _core.fingerprint_pages(
            [page.data for page in batch], [page.charset for page in batch], jobs
        )
        for batch in batches(pages)
    ]
    return np.frombuffer(b"".join(parts), dtype=np.uint8).reshape(-1, FINGERPRINT_LENGTH)


def batches(pages: Iterable[Page]) -> Iterator[list[Page]]:
    """Pages in portions that keep all cores busy and memory small."""
    batch: list[Page] = []
    size = 0
    for page in pages:
        batch.append(page)
        size += len(page.data)
        if len(batch) >= BATCH_PAGES or size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _add_batch(
    batch: list[Page],
    jobs: int,
    limits: Limits,
    report: Callable[[Problem], object],
    collector: FeatureCollector,
) -> None:
    from unmold import _core

    arrays = _core.extract_features(
        [page.data for page in batch],
        [page.address for page in batch],
        [page.charset for page in batch],
        jobs,
        strings=collector.has_strings,
        contents=collector.has_contents,
        limits=limits,
    )
    for page, cuts in zip(batch, arrays["problems"], strict=True):
        for found in cut_problems(page.key, _core.problem_codes(cuts), limits):
            report(found)
    collector.add(batch, arrays)
