"""The whole benchmark: corpora enter, everything that was measured leaves as plain data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from unmold.bench.corpus import Corpus
from unmold.bench.measuring import describe_machine
from unmold.bench.uxclust.experiments import Outcome, compare, grow, sweep
from unmold.bench.uxclust.linked_sites import EXPRESSIONS, BuildShop, load_sites
from unmold.bench.uxclust.million import MillionResult, measure_million


@dataclass(frozen=True, slots=True)
class UxClustSettings:
    """What the benchmark depends on, besides pages."""

    cutoff: int = 5
    """The published 100 is for sites of a hundred thousand pages; ours are smaller."""
    seed: int = 0


@dataclass(frozen=True, slots=True)
class UxClustReport:
    """Everything that was measured."""

    settings: UxClustSettings
    comparison: list[Outcome]
    sweeps: list[Outcome]
    growth: list[Outcome]
    crawl_seconds: dict[str, float]
    """What simulating the crawl of each site took."""
    million: MillionResult
    machine: str = field(default_factory=describe_machine)

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, report: dict[str, Any]) -> UxClustReport:
        """What `to_dict` gave, also after a way through JSON."""
        outcomes = {
            name: [Outcome(**one) for one in report[name]]
            for name in ("comparison", "sweeps", "growth")
        }
        return cls(
            settings=UxClustSettings(**report["settings"]),
            **outcomes,
            crawl_seconds=report["crawl_seconds"],
            million=MillionResult(**report["million"]),
            machine=report["machine"],
        )


def count_steps(corpora: Sequence[Corpus]) -> int:
    """How many steps `measure_uxclust` takes."""
    return 2 * (1 + sum(corpus.name in EXPRESSIONS for corpus in corpora)) + 1


def measure_uxclust(
    corpora: Sequence[Corpus],
    build_shop: BuildShop,
    settings: UxClustSettings | None = None,
    *,
    started: Callable[[str], object] | None = None,
) -> UxClustReport:
    """Measure everything; `started` is called before each step."""
    settings = settings or UxClustSettings()
    begin = started or (lambda step: None)
    comparison: list[Outcome] = []
    sweeps: list[Outcome] = []
    growth: list[Outcome] = []
    sites = load_sites(corpora, build_shop, settings.seed, begin)
    for site in sites:
        begin(f"{site.name}: methods and thresholds")
        comparison += compare(site, settings.cutoff, settings.seed)
        sweeps += sweep(site, settings.cutoff)
        growth += grow(site, settings.seed)
    seconds = {site.name: site.seconds for site in sites}
    return UxClustReport(settings, comparison, sweeps, growth, seconds, measure_million(begin))
