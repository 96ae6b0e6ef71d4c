"""The extraction benchmark: scores all templates of some corpora.

Templates with entries of list pages are scored by `lists`, those with gold values and enough pages
to hold some back by `fields`, those with less by `few_pages`, and whole tables by `gold_tables`.
`floors` guards the rates.
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
from unmold.bench.extraction.gold_tables import (
    FEW_PAGES,
    GoldTables,
    GoldTableScore,
    measure_gold_table,
)
from unmold.bench.extraction.lists import ListScore, measure_lists
from unmold.bench.measuring import Measured
from unmold.errors import UsageError
from unmold.evaluation.table_scores import average_scores

MAX_COLUMNS = 100
"""Templates with more columns in their first tier are counted as too wide."""

MIN_FIELD_PAGES = 10
"""Templates with fewer pages have none to hold back for scoring."""

TABLES = "gold tables"
"""What the mean over gold tables, of whatever corpora, is called beside the corpora."""

FIELD_RATES = ("hit", "set", "hit_all", "set_all", "named", "named_with_synonyms")
TABLE_RATES = ("recall", "precision", "rank", "names", "title", "text", "rows")

GUARDED = (
    *(*FIELD_RATES, "pages_with_value", "not_too_wide", "f1", "f1_all"),
    *(*ATTRIBUTES, *(f"{name}_all" for name in ATTRIBUTES)),
    *("table_score", *(f"table_score_of_{pages}" for pages in FEW_PAGES), *TABLE_RATES),
)
"""The rates that have floors; those that end in `_all` are of both tiers, others of the first."""


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
    """`fields`, `lists`, `few-pages` or `tables`."""
    rates: dict[str, float]


@dataclass(frozen=True, slots=True)
class ExtractionReport(Measured):
    """All that was measured."""

    settings: ExtractionSettings
    fields: list[FieldScore]
    lists: list[ListScore]
    few_pages: list[FewPagesScore]
    tables: list[GoldTableScore] = field(default_factory=list)
    has_all_tables: bool = False
    """Whether every gold table was scored, so that their mean can be compared with a floor."""

    @property
    def results(self) -> list[ExtractionResult]:
        """The rates that have floors."""
        return [
            *_field_results(self),
            *_list_results(self),
            *_few_pages_results(self),
            *_table_results(self),
        ]

    def to_dict(self) -> dict[str, Any]:
        return asdict(self) | {"results": [asdict(result) for result in self.results]}


def measure_extraction(
    corpora: Sequence[Corpus],
    settings: ExtractionSettings | None = None,
    *,
    sites: Sequence[str] = (),
    tables: GoldTables | None = None,
    started: Callable[[str], None] = lambda _: None,
) -> ExtractionReport:
    """Score all templates of all corpora, or those of some sites alone, and some gold tables."""
    settings = settings or ExtractionSettings()
    is_complete = tables is not None and tables.is_complete
    report = ExtractionReport(settings, [], [], [], has_all_tables=is_complete)
    for corpus in corpora:
        for group in _choose(corpus, settings, sites):
            started(f"{corpus.name}: {group.name}")
            _measure(report, corpus.name, group)
    for corpus, gold in tables.tables if tables else ():
        started(f"{corpus.name}: table {gold.name}")
        report.tables.extend(measure_gold_table(corpus, gold, settings.seed))
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
    """The templates that are scored; as many of those with list pages as of the others."""
    return [
        group
        for read in (read_list_groups, read_field_groups)
        for group in _draw(read(corpus, settings.seed), settings, sites)
    ]


def _draw(
    groups: Sequence[GoldGroup], settings: ExtractionSettings, sites: Sequence[str]
) -> list[GoldGroup]:
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
    elif len(group.pages) >= MIN_FIELD_PAGES:
        is_large = len(group.pages) > settings.learned
        learned = settings.learned if is_large else (len(group.pages) + 1) // 2
        report.fields.append(measure_fields(corpus, group, learned, settings.unseen))
    elif any(name in gold for gold in group.pages.values() for name in ATTRIBUTES):
        report.few_pages.append(measure_few_pages(corpus, group))


def _field_results(report: ExtractionReport) -> list[ExtractionResult]:
    results = []
    for corpus in dict.fromkeys(score.corpus for score in report.fields):
        scores = [score for score in report.fields if score.corpus == corpus]
        pages = sum(score.unseen_pages for score in scores)
        rates = {name: mean(getattr(score, name) for score in scores) for name in FIELD_RATES}
        rates["pages_with_value"] = 1 - sum(item.pages_without_value for item in scores) / pages
        rates["not_too_wide"] = mean(score.columns <= MAX_COLUMNS for score in scores)
        results.append(ExtractionResult(corpus, "fields", _rounded(rates)))
    return results


def _list_results(report: ExtractionReport) -> list[ExtractionResult]:
    results = []
    for corpus in dict.fromkeys(score.corpus for score in report.lists):
        scores = [score for score in report.lists if score.corpus == corpus]
        rates = {name: mean(getattr(score, name) for score in scores) for name in ("f1", "f1_all")}
        results.append(ExtractionResult(corpus, "lists", _rounded(rates)))
    return results


def _few_pages_results(report: ExtractionReport) -> list[ExtractionResult]:
    results = []
    for corpus in dict.fromkeys(score.corpus for score in report.few_pages):
        scores = [score for score in report.few_pages if score.corpus == corpus]
        rates = {}
        for name in ATTRIBUTES:
            wanted = sum(score.wanted[name] for score in scores)
            if wanted:
                rates[name] = sum(score.found[name] for score in scores) / wanted
                rates[f"{name}_all"] = sum(score.found_all[name] for score in scores) / wanted
        results.append(ExtractionResult(corpus, "few-pages", _rounded(rates)))
    return results


def _table_results(report: ExtractionReport) -> list[ExtractionResult]:
    """The mean over gold tables; none where some were left out, as no floor holds for it then."""
    if not report.has_all_tables or not report.tables:
        return []
    most = max(score.learned for score in report.tables)
    figures = average_tables(report, most)
    rates = {name: figures[name] for name in TABLE_RATES if name in figures}
    rates["table_score"] = figures["score"]
    for pages in FEW_PAGES:
        rates[f"table_score_of_{pages}"] = average_tables(report, pages)["score"]
    return [ExtractionResult(TABLES, "tables", _rounded(rates))]


def average_tables(report: ExtractionReport, learned: int) -> dict[str, float]:
    """The figures of all gold tables in the mean, for the most pages that were learned from."""
    return average_scores([score.figures for score in report.tables if score.learned == learned])


def _rounded(rates: dict[str, float]) -> dict[str, float]:
    return {name: round(float(rate), 4) for name, rate in rates.items()}
