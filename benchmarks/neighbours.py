"""How long clustering by structure and style takes, and how few distances it computes.

Takes as many pages as the paper had (Gowda and Mattmann 2016), of a generated shop and, where
`UNMOLD_CORPORA` is set, random pages of a large site. The table has a row for each threshold, with
the processor time from prepared pages to clusters, which other work hardly changes.
"""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import process_time

import numpy as np

from benchmarks.corpora import corpus_pages
from benchmarks.results import Result
from unmold.clusters.published.shared_neighbours import (
    JarvisPatrickClusterer,
    StructureStyleClusterer,
)
from unmold.demo import build_site
from unmold.features import Features, compute_features
from unmold.pages import read_pages

PAGES = 1310
FEWER = 300
"""For the method that computes distances of all that may be nearest."""
THRESHOLDS = (0.85, 0.90, 0.95)
CORPUS = "openjdk17"
COLUMNS = ["comparands"]

Counting = StructureStyleClusterer | JarvisPatrickClusterer
"""Methods that say how many distances they took."""


def generated_pages() -> Features:
    with tempfile.TemporaryDirectory() as folder:
        build_site(Path(folder), seed=1, pages=PAGES)
        return compute_features(read_pages(Path(folder) / "manifest.csv"), columns=COLUMNS)


def real_pages() -> Features:
    paths = corpus_pages(CORPUS)
    return compute_features(read_pages(sorted(Random(0).sample(paths, PAGES))), columns=COLUMNS)


def estimators() -> Iterator[tuple[str, Counting]]:
    for threshold in THRESHOLDS:
        estimator = StructureStyleClusterer(threshold=threshold, overlap=threshold)
        yield f"`structure-style`, {threshold:.2f}", estimator
    approximate = StructureStyleClusterer(approximate=True)
    yield f"`structure-style`, {approximate.threshold}, from the index", approximate


def row(pages: str, name: str, estimator: Counting, features: Features) -> list[str]:
    start = process_time()
    estimator.fit(features)
    seconds = process_time() - start
    counts = estimator.distances_
    measured = counts["exact"] + counts["unscored"]
    share = f"{100 * (1 - measured / counts['pairs']):.2f} %"
    return [pages, name, f"{counts['pairs']:,}", f"{measured:,}", share, f"{seconds:.1f} s"]


def rows(pages: str, features: Features) -> Iterator[list[str]]:
    for name, estimator in estimators():
        yield row(f"{len(features):,} {pages}", name, estimator, features)
    few = features.select(np.linspace(0, len(features) - 1, FEWER).astype(np.int64))
    yield row(f"{FEWER:,} {pages}", "`jarvis-patrick`", JarvisPatrickClusterer(), few)


def summarize(rows: list[list[str]]) -> str:
    pages, method, pairs, distances, _, seconds = next(
        (row for row in rows if CORPUS in row[0]), rows[0]
    )
    return (
        f"{method} on {pages}: {distances} tree edit distances for {pairs} pairs, {seconds} of "
        "processor time."
    )


def main() -> None:
    measured = list(rows("pages of a generated shop", generated_pages()))
    if os.environ.get("UNMOLD_CORPORA"):
        measured += rows(f"random pages of {CORPUS}", real_pages())
    Result(
        name="neighbours",
        title="Clustering by structure and style.",
        note="From prepared pages to clusters, in seconds of one core: the work is shared by all, "
        "so that two idle ones take half as long. `avoided` are pairs decided without a tree edit "
        "distance, with the same clusters as if all had been measured, save from the index. Pairs "
        "of `jarvis-patrick` count from both sides.",
        columns=["pages", "method", "pairs", "distances", "avoided", "processor time"],
        rows=measured,
        headline=summarize(measured),
    ).publish()


if __name__ == "__main__":
    main()
