"""The whole benchmark: corpora enter, everything that was measured leaves as plain data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from unmold.bench.corpus import Corpus, load_features
from unmold.bench.measuring import describe_machine
from unmold.bench.text.growth import Growth, find_largest_site, measure_growth
from unmold.bench.text.sweeps import (
    LengthEffect,
    Quality,
    ThresholdEffect,
    measure_lengths,
    measure_thresholds,
    measure_variants,
)
from unmold.clusters.text.wavek_means import WaveKMeansClusterer


@dataclass(frozen=True, slots=True)
class TextSettings:
    """What the benchmark depends on, besides pages."""

    sample: int = 60
    """Random pages of each site, the same for all methods."""
    lengths: tuple[int, ...] = (16, 64, 128, 256)
    """Signature lengths."""
    thresholds: tuple[float, ...] = (0.01, 0.1, 0.2, 0.3, 0.5)
    """Shares of pages on which an essential path stands."""
    most_seconds: float = 8.0
    """A method that took longer is not asked about more pages."""
    seed: int = 0


@dataclass(frozen=True, slots=True)
class TextReport:
    """Everything that was measured."""

    settings: TextSettings
    variants: list[Quality]
    lengths: list[LengthEffect]
    thresholds: list[ThresholdEffect]
    growth_site: str
    growth: list[Growth]
    machine: str = field(default_factory=describe_machine)

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, report: dict[str, Any]) -> TextReport:
        """What `to_dict` gave, also after a way through JSON."""
        settings = dict(report["settings"])
        for name in ("lengths", "thresholds"):
            settings[name] = tuple(settings[name])
        return cls(
            settings=TextSettings(**settings),
            variants=[Quality(**one) for one in report["variants"]],
            lengths=[LengthEffect(**one) for one in report["lengths"]],
            thresholds=[ThresholdEffect(**one) for one in report["thresholds"]],
            growth_site=report["growth_site"],
            growth=[Growth(**one) for one in report["growth"]],
            machine=report["machine"],
        )


def measure_text(
    corpora: Sequence[Corpus],
    settings: TextSettings | None = None,
    *,
    started: Callable[[str], object] | None = None,
) -> TextReport:
    """Measure everything; `started` is called before each step."""
    settings = settings or TextSettings()
    begin = started or (lambda step: None)
    variants: list[Quality] = []
    lengths: list[LengthEffect] = []
    thresholds: list[ThresholdEffect] = []
    for corpus in corpora:
        begin(corpus.name)
        columns = WaveKMeansClusterer.reads
        pages = load_features(corpus, columns, sample=settings.sample, seed=settings.seed).sampled
        if len(pages):
            variants += measure_variants(corpus, pages)
            lengths += measure_lengths(corpus, pages, settings.lengths)
            thresholds += measure_thresholds(corpus, pages, settings.thresholds)
    begin("growth")
    largest = find_largest_site(corpora, settings.seed)
    return TextReport(
        settings=settings,
        variants=variants,
        lengths=lengths,
        thresholds=thresholds,
        growth_site=largest.name,
        growth=list(measure_growth(largest, settings.most_seconds)),
    )


def count_steps(corpora: Sequence[Corpus]) -> int:
    """How often `measure_text` says that it starts something."""
    return len(corpora) + 1
