"""The results of the extraction benchmark as tables."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean

from unmold.bench.extraction.few_pages import ATTRIBUTES
from unmold.bench.extraction.fields import FieldScore
from unmold.bench.extraction.report import ExtractionReport
from unmold.bench.text_tables import Table, show_count, show_rate

_FIELD_COLUMNS = [
    *("template", "hit", "set", "columns", "named", "with synonyms", "empty pages"),
    *("learn s", "parse ms", "extract ms", "often missed"),
]


def tables_of(report: ExtractionReport) -> list[Table]:
    """Values, entries of list pages, templates with few pages; what was not measured is absent."""
    tables = [_values(report), _entries(report), _few_pages(report)]
    return [table for table in tables if table.rows]


def _values(report: ExtractionReport) -> Table:
    scores = report.fields
    rows = [_field_row(score) for score in scores]
    means = [_mean_row(scores)] if len(scores) > 1 else []
    pages = sum(score.unseen_pages for score in scores)
    return Table(
        title="Values:",
        note=f"learned from {report.settings.learned} pages of each template (seed "
        f"{report.settings.seed}), scored on {pages:,} others. Times are of one processor; "
        "those of extraction are without parsing.",
        columns=_FIELD_COLUMNS,
        rows=[*means, *rows],
    )


def _field_row(score: FieldScore) -> list[str]:
    weak = ", ".join(f"{name} {hit:.2f}" for name, hit in score.weak.items())
    return [
        score.template,
        *(show_rate(rate) for rate in (score.hit, score.set)),
        show_count(score.columns),
        *(f"{rate:.2f}" for rate in (score.named, score.named_with_synonyms)),
        show_count(score.pages_without_value),
        f"{score.induction_seconds:.2f}",
        f"{score.parse_milliseconds:.2f}",
        f"{score.extraction_milliseconds:.2f}",
        weak,
    ]


def _mean_row(scores: Sequence[FieldScore]) -> list[str]:
    def over(name: str) -> float:
        return mean(float(getattr(score, name)) for score in scores)

    return [
        "mean",
        *(show_rate(over(name)) for name in ("hit", "set")),
        f"{over('columns'):.0f}",
        *(f"{over(name):.2f}" for name in ("named", "named_with_synonyms")),
        show_count(sum(score.pages_without_value for score in scores)),
        f"{over('induction_seconds'):.2f}",
        f"{over('parse_milliseconds'):.2f}",
        f"{over('extraction_milliseconds'):.2f}",
        "",
    ]


def _entries(report: ExtractionReport) -> Table:
    scores = report.lists
    rows = [
        [item.template, item.column, show_count(item.unseen_pages), show_rate(item.f1)]
        for item in scores
    ]
    means = [["mean", "", "", show_rate(mean(score.f1 for score in scores))]] if scores else []
    return Table(
        title="Titles on list pages:",
        note="the column of a child table that fits best on the pages learned from.",
        columns=["template", "column", "unseen pages", "F1"],
        rows=[*means, *rows],
        names=2,
    )


def _few_pages(report: ExtractionReport) -> Table:
    results = [result for result in report.results if result.method == "few-pages"]
    rows = [
        [result.corpus, *(show_rate(result.rates.get(name, 0.0)) for name in ATTRIBUTES)]
        for result in results
    ]
    templates = len(report.few_pages)
    return Table(
        title="Templates with few pages:",
        note=f"the share of pages on which any one column is equal to the gold; {templates} "
        "templates, learned from all their pages.",
        columns=["corpus", *(name.replace("_", " ") for name in ATTRIBUTES)],
        rows=rows,
    )
