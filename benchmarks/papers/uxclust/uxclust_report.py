"""All experiments of the UXClust paper, collected in one report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.papers.report import Report, Started, run_silently
from benchmarks.papers.uxclust.experiments import Outcome, compare, grow, sweep
from benchmarks.papers.uxclust.linked_sites import load_sites
from benchmarks.papers.uxclust.million import MillionResult, measure_million
from unmold.bench.corpus import Corpus


@dataclass(frozen=True, slots=True)
class UxClustSettings:
    """What the benchmark depends on, besides pages."""

    cutoff: int = 5
    """The published 100 is for sites of a hundred thousand pages; ours are smaller."""
    shop_pages: int = 2000
    """Pages of the shop that is generated."""
    seed: int = 0


@dataclass(frozen=True, slots=True)
class UxClustReport(Report):
    """Everything that was measured."""

    settings: UxClustSettings
    comparison: list[Outcome]
    sweeps: list[Outcome]
    growth: list[Outcome]
    crawl_seconds: dict[str, float]
    """What simulating the crawl of each site took."""
    million: MillionResult


def measure_uxclust(
    corpora: Sequence[Corpus],
    settings: UxClustSettings | None = None,
    started: Started = run_silently,
) -> UxClustReport:
    """Measure everything; `started` is called before each step."""
    settings = settings or UxClustSettings()
    comparison: list[Outcome] = []
    sweeps: list[Outcome] = []
    growth: list[Outcome] = []
    sites = load_sites(corpora, settings.shop_pages, settings.seed, started)
    for site in sites:
        started(f"{site.name}: methods and thresholds")
        comparison += compare(site, settings.cutoff, settings.seed)
        sweeps += sweep(site, settings.cutoff)
        growth += grow(site, settings.seed)
    seconds = {site.name: site.seconds for site in sites}
    million = measure_million(started)
    return UxClustReport(settings, comparison, sweeps, growth, seconds, million)
