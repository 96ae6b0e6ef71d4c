"""All experiments of the papers on TEXT, collected in one report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.papers.report import Report, Started, run_silently
from benchmarks.papers.text.growth import Growth, find_largest_site, measure_growth
from benchmarks.papers.text.sweeps import (
    LengthEffect,
    Quality,
    ThresholdEffect,
    measure_lengths,
    measure_thresholds,
    measure_variants,
)
from unmold.bench.corpus import Corpus, load_features
from unmold.clusters.published.wavek_means import WaveKMeansClusterer


@dataclass(frozen=True, slots=True)
class TextSettings:
    """What the benchmark depends on, besides pages."""

    sample: int = 60
    """Random pages of each site, the same for all methods."""
    lengths: tuple[int, ...] = (16, 64, 128, 256)
    """Signature lengths."""
    thresholds: tuple[float, ...] = (0.01, 0.1, 0.2, 0.3, 0.5)
    """Shares of pages on which an essential path is."""
    most_seconds: float = 8.0
    """A method that took longer is not asked about more pages."""
    seed: int = 0


@dataclass(frozen=True, slots=True)
class TextReport(Report):
    """Everything that was measured."""

    settings: TextSettings
    variants: list[Quality]
    lengths: list[LengthEffect]
    thresholds: list[ThresholdEffect]
    growth_site: str
    growth: list[Growth]


def measure_text(
    corpora: Sequence[Corpus],
    settings: TextSettings | None = None,
    started: Started = run_silently,
) -> TextReport:
    """Measure everything; `started` is called before each step."""
    settings = settings or TextSettings()
    variants: list[Quality] = []
    lengths: list[LengthEffect] = []
    thresholds: list[ThresholdEffect] = []
    for corpus in corpora:
        started(corpus.name)
        columns = WaveKMeansClusterer.reads
        pages = load_features(corpus, columns, sample=settings.sample, seed=settings.seed).sampled
        if len(pages):
            variants += measure_variants(corpus, pages)
            lengths += measure_lengths(corpus, pages, settings.lengths)
            thresholds += measure_thresholds(corpus, pages, settings.thresholds)
    started("growth")
    largest = find_largest_site(corpora, settings.seed)
    return TextReport(
        settings=settings,
        variants=variants,
        lengths=lengths,
        thresholds=thresholds,
        growth_site=largest.name,
        growth=list(measure_growth(largest, settings.most_seconds)),
    )
