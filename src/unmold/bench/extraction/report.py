"""The extraction benchmark: scores all templates of some corpora.

A corpus with entries of list pages is scored by `lists`; else templates with enough pages to hold
some back by `fields`, and those with less by `few_pages`. `floors` guards the rates.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from random import Random
from statistics import mean
from typing import Any

from unmold.bench.corpus import Corpus
from unmold.bench.extraction.extraction_gold import (
    FIELDS,
    RECORDS,
    GoldGroup,
    read_field_groups,
    read_list_groups,
)
from unmold.bench.extraction.few_pages import ATTRIBUTES, FewPagesScore, measure_few_pages
from unmold.bench.extraction.fields import FieldScore, measure_fields
from unmold.bench.extraction.lists import ListScore, measure_lists
from unmold.bench.measuring import describe_machine
from unmold.errors import UsageError

MAX_COLUMNS = 100
"""Templates with more columns are counted as too wide."""

GUARDED = (
    *("hit", "set", "named", "named_with_synonyms", "pages_with_value", "not_too_wide"),
    *("f1", *ATTRIBUTES),
)
"""The rates that have floors."""


@dataclass(frozen=True, slots=True)
class ExtractionSettings:
    """What the scores depend on, besides pages."""

    learned: int = 20
    """Pages that a template is learned from."""

    unseen: int | None = None
    """Other pages that it is scored on at most; None for all."""

    templates: int | None = None
    """Templates of each corpus, drawn with the seed; None for all."""

    seed: int = 0

    def __post_init__(self) -> None:
        if any(value is not None and value < 1 for value in (self.unseen, self.templates)):
            raise UsageError("there must be at least one page and one template to score")


@dataclass(frozen=True, slots=True)
class ExtractionResult:
    """The rates of one corpus by one kind of score; means over templates, or over pages."""

    corpus: str
    method: str
    """`fields`, `lists` or `few-pages`."""
    rates: dict[str, float]


@dataclass(frozen=True, slots=True)
class ExtractionReport:
    """All that was measured."""

    settings: ExtractionSettings
    fields: list[FieldScore]
    lists: list[ListScore]
    few_pages: list[FewPagesScore]
    machine: str = field(default_factory=describe_machine)

    @property
    def results(self) -> list[ExtractionResult]:
        """The rates that have floors."""
        return [*_field_results(self), *_list_results(self), *_few_pages_results(self)]

    def to_dict(self) -> dict[str, Any]:
        return asdict(self) | {"results": [asdict(result) for result in self.results]}


def measure_extraction(
    corpora: Sequence[Corpus],
    settings: ExtractionSettings | None = None,
    *,
    sites: Sequence[str] = (),
    started: Callable[[str], None] = lambda _: None,
) -> ExtractionReport:
    """Score all templates of all corpora, or those of some sites alone."""
    settings = settings or ExtractionSettings()
    report = ExtractionReport(settings, [], [], [])
    for corpus in corpora:
        for group in _choose(corpus, settings, sites):
            started(f"{corpus.name}: {group.name}")
            _measure(report, corpus.name, group)
    return report


def count_templates(
    corpora: Sequence[Corpus], settings: ExtractionSettings, sites: Sequence[str] = ()
) -> int:
    """How many templates `measure_extraction` looks at."""
    return sum(len(_choose(corpus, settings, sites)) for corpus in corpora)


def has_gold(corpus: Corpus) -> bool:
    """Whether a corpus says what extraction should give."""
    return any((corpus.folder / name).exists() for name in (FIELDS, RECORDS))


def _choose(corpus: Corpus, settings: ExtractionSettings, sites: Sequence[str]) -> list[GoldGroup]:
    groups = read_list_groups(corpus, settings.seed) or read_field_groups(corpus, settings.seed)
    wanted = [
        group for group in groups if len(group.pages) >= 2 and (not sites or group.site in sites)
    ]
    if settings.templates is not None and settings.templates < len(wanted):
        drawn = Random(settings.seed).sample(range(len(wanted)), settings.templates)
        wanted = [wanted[number] for number in sorted(drawn)]
    return wanted


def _measure(report: ExtractionReport, corpus: str, group: GoldGroup) -> None:
    settings = report.settings
    if any("titles" in gold for gold in group.pages.values()):
        report.lists.append(measure_lists(corpus, group, settings.learned, settings.unseen))
    elif len(group.pages) > settings.learned:
        report.fields.append(measure_fields(corpus, group, settings.learned, settings.unseen))
    elif any(name in gold for gold in group.pages.values() for name in ATTRIBUTES):
        report.few_pages.append(measure_few_pages(corpus, group))


def _field_results(report: ExtractionReport) -> list[ExtractionResult]:
    results = []
    for corpus in dict.fromkeys(score.corpus for score in report.fields):
        scores = [score for score in report.fields if score.corpus == corpus]
        pages = sum(score.unseen_pages for score in scores)
        rates = {
            name: mean(getattr(score, name) for score in scores)
            for name in ("hit", "set", "named", "named_with_synonyms")
        }
        rates["pages_with_value"] = 1 - sum(item.pages_without_value for item in scores) / pages
        rates["not_too_wide"] = mean(score.columns <= MAX_COLUMNS for score in scores)
        results.append(ExtractionResult(corpus, "fields", _rounded(rates)))
    return results


def _list_results(report: ExtractionReport) -> list[ExtractionResult]:
    return [
        ExtractionResult(
            corpus,
            "lists",
            _rounded({"f1": mean(item.f1 for item in report.lists if item.corpus == corpus)}),
        )
        for corpus in dict.fromkeys(score.corpus for score in report.lists)
    ]


def _few_pages_results(report: ExtractionReport) -> list[ExtractionResult]:
    results = []
    for corpus in dict.fromkeys(score.corpus for score in report.few_pages):
        scores = [score for score in report.few_pages if score.corpus == corpus]
        rates = {}
        for name in ATTRIBUTES:
            wanted = sum(score.wanted[name] for score in scores)
            if wanted:
                rates[name] = sum(score.found[name] for score in scores) / wanted
        results.append(ExtractionResult(corpus, "few-pages", _rounded(rates)))
    return results


def _rounded(rates: dict[str, float]) -> dict[str, float]:
    return {name: round(float(rate), 4) for name, rate in rates.items()}
