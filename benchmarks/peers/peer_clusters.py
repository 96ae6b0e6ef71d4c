"""Clusters by html-similarity beside those of unmold, on the same pages.

html-similarity compares two pages and leaves clusters to its caller. Here they are made by average
linkage at the one threshold that is best on these very pages, which flatters it: a caller does not
know that threshold. unmold's `auto` has nothing to choose.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from itertools import combinations
from statistics import mean
from time import process_time

import numpy as np
from numpy.typing import NDArray
from scipy.cluster.hierarchy import fcluster, linkage

from benchmarks.peers.gold_pages import decode_page
from benchmarks.results import Result
from unmold.bench.corpus import Corpus, find_corpora
from unmold.bench.text_tables import show_rate
from unmold.clusters.auto import AutoClusterer
from unmold.evaluation import evaluate_clusters
from unmold.features import compute_features
from unmold.model import Page

CORPORA = ("ampshops", "various", "wild")
"""Those whose sites have several templates."""

PAGES = 10
"""Of each site, random: html-similarity needs some 0.1 s for a pair of them."""

WEIGHTS = {"structure and style": 0.5, "style alone": 0.0, "structure alone": 1.0}
"""The weight of structure, as html-similarity's `similarity` takes it; 0.5 is its default."""

THRESHOLDS = tuple(step / 50 for step in range(1, 50))

Labels = NDArray[np.int64]


@dataclass(frozen=True)
class Site:
    """Some pages of a site, with their gold, and how alike each two are by html-similarity."""

    corpus: Corpus
    pages: Sequence[Page]
    structure: list[float] = field(default_factory=list)
    style: list[float] = field(default_factory=list)

    def compare(self) -> None:
        """Ask html-similarity about all pairs."""
        from html_similarity import structural_similarity, style_similarity

        texts = [decode_page(page) for page in self.pages]
        for one, other in combinations(texts, 2):
            self.structure.append(structural_similarity(one, other))
            self.style.append(style_similarity(one, other))

    def cluster(self, weight: float, threshold: float) -> Labels:
        """Clusters by average linkage."""
        alike = weight * np.array(self.structure) + (1 - weight) * np.array(self.style)
        tree = linkage(1 - alike, "average")
        return np.asarray(fcluster(tree, 1 - threshold, "distance"), np.int64)

    def cluster_with_unmold(self) -> Labels:
        features = compute_features(
            iter(self.pages), columns={*AutoClusterer.reads, *AutoClusterer.reads_later}, jobs=1
        )
        return AutoClusterer().fit_predict(features)

    def f1(self, labels: Labels) -> float:
        """Of pairs of pages, without those about which the gold has no opinion."""
        gold = self.corpus.gold

        def pick(level: Mapping[str, str] | None) -> list[str] | None:
            return None if level is None else [level[page.path] for page in self.pages]

        found = evaluate_clusters(
            labels, pick(gold.template), coarse=pick(gold.coarse), fine=pick(gold.fine)
        )
        return found.pooled.care_pairs.f1


def draw_sites(corpus: Corpus, seed: int = 0) -> list[Site]:
    """Random pages of each site of a corpus, without what leaks their labels."""
    wanted = corpus.sample_paths(PAGES, seed)
    pages: dict[str, list[Page]] = {}
    for page in corpus.read_pages():
        if page.path in wanted:
            pages.setdefault(page.site, []).append(page)
    return [Site(corpus, own) for own in pages.values() if len(own) > 1]


def measure() -> list[Result]:
    sites = []
    for corpus in find_corpora():
        if corpus.name in CORPORA:
            print(f"peers: clusters of {corpus.name}", file=sys.stderr)
            sites += draw_sites(corpus)
    count = sum(len(site.pages) for site in sites)
    start = process_time()
    for site in sites:
        site.compare()
    theirs = process_time() - start
    start = process_time()
    own = [site.cluster_with_unmold() for site in sites]
    ours = process_time() - start
    name = f"html-similarity {version('html-similarity')}"
    rows = [["unmold, `auto`", "", show_rate(mean_f1(sites, own)), f"{1000 * ours / count:.1f}"]]
    for what, weight in WEIGHTS.items():
        best, threshold = max(
            (mean_f1(sites, [site.cluster(weight, at) for site in sites]), at) for at in THRESHOLDS
        )
        cost = f"{1000 * theirs / count:.0f}" if weight == WEIGHTS["structure and style"] else ""
        rows.append([f"{name}, {what}", f"{threshold:.2f}", show_rate(best), cost])
    return [
        Result(
            name="peers-clusters",
            title="Clusters beside html-similarity.",
            note=f"{count} random pages of {len(sites)} development sites, at most {PAGES} of each;"
            " F1 of pairs of pages, macro over sites. html-similarity compares each two pages of a "
            "site; clusters are then made by average linkage at the threshold that is best on "
            "these pages, which no caller knows. Processor time from bytes to clusters.",
            columns=["clusters by", "threshold", "pair F1", "ms a page"],
            rows=rows,
            headline=f"Clusters, F1 of pairs: {rows[0][2]} (`auto`), at most "
            f"{max(row[2] for row in rows[1:])} (html-similarity, at the threshold that is best on "
            f"these pages); {rows[0][3]} and {rows[1][3]} ms for a page, in sites of {PAGES}.",
        )
    ]


def mean_f1(sites: Sequence[Site], labels: Sequence[Labels]) -> float:
    return mean(site.f1(own) for site, own in zip(sites, labels, strict=True))
