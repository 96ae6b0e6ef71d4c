"""The pattern-tree experiment as a report: means over templates, and tables of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchmarks.papers.pattern_trees.matching import (
    PatternTreeFigures,
    PatternTreeSettings,
    match_templates,
)
from benchmarks.papers.report import Report, Started, run_silently
from unmold.bench.corpus import Corpus
from unmold.bench.text_tables import Table, show_count, show_rate

RATES = ("strict", "paper", "tolerant", "gold_strict", "gold_tolerant", "leak")
COSTS = ("pattern_nodes", "induction_seconds", "milliseconds_a_page")


@dataclass(frozen=True, slots=True)
class PatternTreeMeans:
    """Means over the templates of a corpus that have enough pages for k."""

    corpus: str
    variant: str
    structure_delta: float
    text_delta: float
    training_pages: int
    templates: int
    worst_tolerant: float
    """The lowest share of a template that comes within the tolerance."""
    means: dict[str, float | None]
    """By name of a figure; None where no template has it."""


@dataclass(frozen=True, slots=True)
class PatternTreeReport(Report):
    """All means, and what they were measured with."""

    settings: PatternTreeSettings
    rows: list[PatternTreeMeans]

    @classmethod
    def of(
        cls, settings: PatternTreeSettings, figures: Iterable[PatternTreeFigures]
    ) -> PatternTreeReport:
        """The means of figures, in the order in which they came."""
        groups: dict[tuple[str, str, float, float, int], list[PatternTreeFigures]] = {}
        for one in figures:
            pair = (one.structure_delta, one.text_delta)
            key = (one.corpus, one.variant, *pair, one.training_pages)
            groups.setdefault(key, []).append(one)
        return cls(settings, [_means(key, group) for key, group in groups.items()])


def measure_pattern_trees(
    corpora: Sequence[Corpus],
    settings: PatternTreeSettings | None = None,
    started: Started = run_silently,
) -> PatternTreeReport:
    """Run the experiment on all corpora; `started` is called before each template."""
    settings = settings or PatternTreeSettings()
    figures = (one for corpus in corpora for one in match_templates(corpus, settings, started))
    return PatternTreeReport.of(settings, figures)


def _means(
    key: tuple[str, str, float, float, int], group: Sequence[PatternTreeFigures]
) -> PatternTreeMeans:
    means = {name: _mean(getattr(figures, name) for figures in group) for name in (*RATES, *COSTS)}
    return PatternTreeMeans(*key, len(group), min(one.tolerant for one in group), means)


def _mean(values: Iterable[float | None]) -> float | None:
    present = [value for value in values if value is not None]
    return round(sum(present) / len(present), 5) if present else None


def make_tables(report: PatternTreeReport) -> list[Table]:
    """One table for each corpus: a line for each variant, pair of thresholds and k."""
    return [
        Table(
            title=f"{corpus}:",
            note=f"at most {report.settings.unseen} unseen pages of each template, tolerance "
            f"{report.settings.tolerance:g}, seed {report.settings.seed}; processor times.",
            columns=[
                *("variant", "deltas", "k", "templates", "strict", "paper", "tolerant", "worst"),
                *("gold strict", "gold tolerant", "leak", "nodes", "learn s", "match ms"),
            ],
            rows=[_row(row) for row in report.rows if row.corpus == corpus],
            names=2,
        )
        for corpus in dict.fromkeys(row.corpus for row in report.rows)
    ]


def _row(row: PatternTreeMeans) -> list[str]:
    strict, paper, tolerant, *others = (_rate(row.means[name]) for name in RATES)
    nodes, seconds, milliseconds = (row.means[name] or 0.0 for name in COSTS)
    return [
        row.variant,
        f"{row.structure_delta:.2f}/{row.text_delta:.2f}",
        str(row.training_pages),
        str(row.templates),
        *(strict, paper, tolerant, show_rate(row.worst_tolerant), *others),
        show_count(round(nodes)),
        f"{seconds:.2f}",
        f"{milliseconds:.1f}",
    ]


def _rate(value: float | None) -> str:
    return "-" if value is None else show_rate(value)
