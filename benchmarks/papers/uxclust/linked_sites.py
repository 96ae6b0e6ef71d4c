"""Whole sites whose pages link to each other, each with one template that is known by its URLs.

A crawl of such a site can be simulated. openjdk17 of the corpora is one; a shop of any size is
generated beside it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from benchmarks.papers.report import Started
from benchmarks.papers.uxclust.published_crawls import BASELINE_PAGES
from unmold.bench.corpus import Corpus
from unmold.clusters.published.uxclust import simulate
from unmold.demo import build_site
from unmold.features import Features, compute_features
from unmold.model import Page
from unmold.pages import read_pages

EXPRESSIONS = {"openjdk17": r"/class-use/[^/]+\.html$", "shop": r"/products/\d+-[^/]+$"}
"""By which URLs the interesting template of a site is known."""


@dataclass(frozen=True, slots=True)
class LinkedSite:
    """One site: its pages as features, and which of them are of the known template."""

    name: str
    features: Features
    is_gold: NDArray[np.bool_]
    seconds: float
    """What simulating the crawl took."""
    prepared: Features
    """As many random pages as the paper gave to pq-grams, with their trees."""
    prepared_is_gold: NDArray[np.bool_]

    def draw(self, pages: int, seed: int) -> LinkedSite:
        """The site with `pages` random pages of it."""
        count = len(self.features)
        if pages >= count:
            return self
        rows = np.sort(np.random.default_rng(seed).choice(count, pages, replace=False))
        return replace(self, features=self.features.select(rows), is_gold=self.is_gold[rows])


def load_sites(
    corpora: Sequence[Corpus], shop_pages: int, seed: int, started: Started
) -> list[LinkedSite]:
    """The linked sites among the corpora, and a shop."""
    sites = []
    for corpus in corpora:
        if corpus.name in EXPRESSIONS:
            started(f"{corpus.name}: features")
            sites.append(_load(corpus.name, corpus.read_pages, seed))
    started("shop: features")
    with TemporaryDirectory() as folder:
        manifest = build_site(Path(folder), seed=seed, pages=shop_pages, light=False).manifest
        sites.append(_load("shop", lambda: read_pages(str(manifest)), seed))
    return sites


def _load(name: str, read: Callable[[], Iterator[Page]], seed: int) -> LinkedSite:
    """Read a site, simulate its crawl, and find its known template."""
    features = compute_features(read(), columns=["leaf_paths", "links"])
    start = perf_counter()
    features = features.with_column("inbound_xpaths", simulate(features.urls, features.links))
    seconds = perf_counter() - start
    chosen = np.random.default_rng(seed).permutation(len(features))[: BASELINE_PAGES["pq-grams"]]
    keys = {features.keys[row] for row in chosen}
    chosen_pages = (page for page in read() if page.key in keys)
    prepared = compute_features(chosen_pages, columns=["leaf_paths", "comparands"])
    return LinkedSite(
        name, features, _known(name, features), seconds, prepared, _known(name, prepared)
    )


def _known(name: str, features: Features) -> NDArray[np.bool_]:
    expression = re.compile(EXPRESSIONS[name])
    return np.array([expression.search(url) is not None for url in features.urls], np.bool_)
