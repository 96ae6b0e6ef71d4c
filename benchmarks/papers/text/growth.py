"""Time and memory while a site grows: the charts of the papers.

Each method clusters more and more pages of the largest site of all corpora. A method that took too
long for some number of pages is not given more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from time import process_time

import numpy as np

from unmold.bench.corpus import Corpus
from unmold.bench.measuring import measure, release_memory
from unmold.clusters.registry import find_method, make_clusterer
from unmold.features import Features, compute_features, prepare_pages
from unmold.model import Page
from unmold.settings import Comparison, Limits

METHODS = ("text-mdl", "text-hash", "text-max", "wavek-means", "rtdm")
SIZES = (125, 250, 500, 1000, 2000, 4000, 8000, 16000)


@dataclass(frozen=True, slots=True)
class Growth:
    """One method on some number of pages."""

    method: str
    pages: int
    seconds: float
    """Of processors, all threads together: the same on a machine that has other work."""
    memory: int | None
    """Bytes by which the resident memory rose, besides the features."""
    clusters: int


@dataclass(frozen=True, slots=True)
class LargestSite:
    """The site with the most pages, in random order."""

    corpus: str
    site: str
    pages: list[Page]

    @property
    def name(self) -> str:
        is_named = self.site not in ("", self.corpus)
        return f"{self.site} of {self.corpus}" if is_named else self.corpus


def find_largest_site(corpora: Sequence[Corpus], seed: int) -> LargestSite:
    """The site with the most pages of all corpora."""
    sizes = Counter(
        {(number, site): pages for number, one in enumerate(corpora) for site, pages in _sizes(one)}
    )
    (number, site), _ = sizes.most_common(1)[0]
    corpus = corpora[number]
    pages = [page for page in corpus.read_pages() if page.site == site]
    order = np.random.default_rng(seed).permutation(len(pages))
    return LargestSite(corpus.name, site, [pages[row] for row in order])


def _sizes(corpus: Corpus) -> Iterator[tuple[str, int]]:
    return iter(Counter(map(corpus.site_of, corpus.gold.template)).items())


def measure_growth(site: LargestSite, most_seconds: float) -> Iterator[Growth]:
    """What each method takes for more and more pages, until that is too long."""
    features = compute_features(site.pages, columns=_columns())
    sizes = [size for size in SIZES if size < len(features)] + [len(features)]
    for method in METHODS:
        for size in sizes:
            found = _measure(method, features.select(np.arange(size)), site.pages[:size])
            yield found
            if found.seconds > most_seconds:
                break


def _columns() -> set[str]:
    """What the methods read, but for trees."""
    reads = {column for method in METHODS for column in find_method(method).load().reads}
    return reads - {"comparands"}


def _measure(method: str, features: Features, pages: list[Page]) -> Growth:
    if "comparands" in find_method(method).load().reads:
        comparands = prepare_pages(pages, Comparison(), Limits())
        features = features.with_comparands(comparands)
    estimator = make_clusterer(method)
    release_memory()
    start = process_time()
    labels, cost = measure(partial(estimator.fit_predict, features))
    seconds = process_time() - start
    clusters = int(labels.max(initial=-1)) + 1
    return Growth(method, len(features), seconds, cost.memory, clusters)
