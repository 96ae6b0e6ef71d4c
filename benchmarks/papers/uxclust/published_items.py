"""The tables and figures of the paper on UXClust."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.papers.published import DRAWING, EXAMPLE, MEASURED, PublishedItem
from benchmarks.papers.uxclust.experiments import Outcome
from benchmarks.papers.uxclust.published_crawls import RATES, SITES
from benchmarks.papers.uxclust.uxclust_report import UxClustReport
from benchmarks.papers.uxclust.uxclust_tables import TIMED

SITE = "openjdk17"
SHOP = "shop"
"""Thresholds hardly matter on the other site, whose templates have nothing in common."""
COMPARED = "UXClust beside its baselines."


def _million(report: UxClustReport) -> str:
    found = report.million
    return (
        f"{found.tuples:,} tuples, {found.groups:,} XPaths kept, clustered in {found.seconds:.1f} s"
    )


def _rates(report: UxClustReport) -> str:
    (own,) = [one for one in report.comparison if (one.site, one.method) == (SITE, "uxclust")]
    return f"uxclust P {own.precision:.2f}, R {own.recall:.2f} on {SITE}"


def _speed(report: UxClustReport) -> str:
    speed = {one.method: one.per_second for one in report.comparison if one.site == SITE}
    return ", ".join(f"{name} {speed[name]:,.0f}" for name in RATES) + f" pages/s on {SITE}"


def _sweep(report: UxClustReport, parameter: str) -> list[Outcome]:
    return [one for one in report.sweeps if (one.parameter, one.site) == (parameter, SHOP)]


def _best_of(parameter: str) -> Callable[[UxClustReport], str]:
    """Where precision and recall together are best, and what time does meanwhile."""

    def show(report: UxClustReport) -> str:
        own = _sweep(report, parameter)
        best = max(own, key=lambda one: min(one.precision, one.recall))
        lowest = min(min(one.precision, one.recall) for one in own)
        times = f", {own[0].seconds * 1000:.0f} to {own[-1].seconds * 1000:.0f} ms"
        return (
            f"best at {best.value:g}: P {best.precision:.2f}, R {best.recall:.2f}; lowest rate "
            f"{lowest:.2f} from {own[0].value:g} to {own[-1].value:g}"
            f"{times if parameter in TIMED else ''}, on the {SHOP}"
        )

    return show


def _meeting(report: UxClustReport) -> str:
    """How the rates move with the similarity threshold, and where they are nearest."""
    own = _sweep(report, "similarity")
    first, last = own[0], own[-1]
    nearest = min(own, key=lambda one: abs(one.precision - one.recall))
    return (
        f"P {first.precision:.2f} to {last.precision:.2f}, R {first.recall:.2f} to "
        f"{last.recall:.2f}, nearest at {nearest.value:g}, on the {SHOP}"
    )


def _growth_of(method: str) -> Callable[[UxClustReport], str]:
    def show(report: UxClustReport) -> str:
        own = [one for one in report.growth if (one.method, one.site) == (method, SITE)]
        first, last = own[0], own[-1]
        return (
            f"R {first.recall:.2f} to {last.recall:.2f} from {first.pages:,} to {last.pages:,} "
            f"pages, {first.seconds * 1000:.0f} to {last.seconds * 1000:.0f} ms, on {SITE}"
        )

    return show


ITEMS = (
    PublishedItem("Figure 1", "two pages of one template", DRAWING),
    PublishedItem("Figure 2", "a page as a tree", DRAWING),
    PublishedItem("Figure 3", "the parts of the system, and XPaths of a page", DRAWING),
    PublishedItem(
        "Figure 4",
        "how tuples of pages and XPaths are made",
        EXAMPLE,
        where="tests/clusters/test_uxclust.py::test_unrefined_clusters_of_the_paper",
    ),
    PublishedItem(
        "Table 1",
        "the 14 sites",
        MEASURED,
        f"{sum(site.pages for site in SITES):,} pages, {sum(site.kept for site in SITES):,} XPaths "
        "kept, clustered in 235 s",
        _million,
        "A million tuples.",
        "tuples are generated with the paper's numbers, because its pages are not published",
    ),
    PublishedItem(
        "Table 2",
        "precision and recall beside two baselines",
        MEASURED,
        f"uxclust P {RATES['uxclust'][0]:.2f}, R {RATES['uxclust'][1]:.2f}",
        _rates,
        COMPARED,
        "two sites, with a cut-off for their size",
    ),
    PublishedItem(
        "Table 3",
        "time beside two baselines",
        MEASURED,
        ", ".join(f"{name} {rates[2]:g}" for name, rates in RATES.items()) + " pages/s",
        _speed,
        COMPARED,
        "clustering alone; the paper's times are of a laptop of 2011",
    ),
    PublishedItem(
        "Figure 5",
        "common paths on more and more pages",
        MEASURED,
        "rates hardly change, time grows much faster than pages",
        _growth_of("common-paths"),
        "uxclust-common-paths.svg",
    ),
    PublishedItem(
        "Figure 6",
        "pq-grams on more and more pages",
        MEASURED,
        "rates hardly change, time grows much faster than pages",
        _growth_of("pq-grams"),
        "uxclust-pq-grams.svg",
    ),
    PublishedItem(
        "Figure 7",
        "rates by similarity threshold",
        MEASURED,
        "P about 0.3 to 0.9, R 1 to 0.8, meeting at 0.8",
        _meeting,
        "uxclust-similarity.svg",
    ),
    PublishedItem(
        "Figure 8",
        "rates by occurrence threshold",
        MEASURED,
        "best from 0.2 to 0.3",
        _best_of("occurrence"),
        "uxclust-occurrence.svg",
    ),
    PublishedItem(
        "Figure 9",
        "rates and time by number of samples",
        MEASURED,
        "best at 3, both rates above 0.9; time grows",
        _best_of("samples"),
        "uxclust-samples.svg",
    ),
    PublishedItem(
        "Figure 10",
        "rates and time by cut-off",
        MEASURED,
        "100 is good; time falls, and pages are lost",
        _best_of("cutoff"),
        "uxclust-cutoff.svg",
    ),
)
