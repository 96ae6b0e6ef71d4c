"""The figures of the paper on structure and style; it has no tables."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.papers.published import DRAWING, MEASURED, PublishedItem
from benchmarks.papers.structure_style.published_runs import ADS, RUNS
from benchmarks.papers.structure_style.structure_style_report import StructureStyleReport

CORPUS = "swde"
TABLE = "Both thresholds."


def _run_at(threshold: float) -> Callable[[StructureStyleReport], str]:
    def show(report: StructureStyleReport) -> str:
        run = next(
            one
            for one in report.shared
            if (one.corpus, one.kappa, one.threshold, one.overlap)
            == (CORPUS, 0.5, threshold, threshold)
        )
        (templates,) = [one["templates"] for one in report.corpora if one["name"] == CORPUS]
        return f"{run.clusters} clusters for {templates} templates on {CORPUS}"

    return show


def _figure(number: int, threshold: float) -> PublishedItem:
    (run,) = [run for run in RUNS if run.threshold == threshold]
    ads = f", {run.largest_ads} of {ADS} ads in one" if run.largest_ads else ""
    return PublishedItem(
        f"Figure {number}",
        f"clusters with both thresholds at {threshold:.2f}",
        MEASURED,
        f"{run.clusters} clusters for 3 kinds of pages{ads}",
        _run_at(threshold),
        TABLE,
        "the paper's 1,310 pages are not published; numbers of clusters do not compare, the order "
        "of the three settings does",
    )


ITEMS = (
    PublishedItem("Figure 1", "a page as a tree", DRAWING),
    PublishedItem("Figure 2", "the order in which nodes are numbered", DRAWING),
    PublishedItem("Figure 3", "code that collects class names", DRAWING),
    _figure(4, 0.90),
    _figure(5, 0.95),
    _figure(6, 0.85),
)
