"""The results of the extraction benchmark as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import mean

from unmold.bench.extraction.few_pages import ATTRIBUTES
from unmold.bench.extraction.fields import FieldScore
from unmold.bench.extraction.gold_tables import FEW_PAGES, GoldTableScore
from unmold.bench.extraction.report import ExtractionReport, average_tables
from unmold.bench.text_tables import Table, show_count, show_rate
from unmold.evaluation.table_scores import average_scores

_FIELD_COLUMNS = [
    *("template", "hit", "set", "columns", "named", "with synonyms"),
    *("hit, both tiers", "set, both tiers", "columns, second tier", "empty pages"),
    *("learn s", "parse ms", "extract ms", "often missed"),
]


def tables_of(report: ExtractionReport) -> list[Table]:
    """Whole tables, values, entries of list pages, templates with few pages.

    What was not measured is absent.
    """
    corpora = dict.fromkeys(score.corpus for score in report.fields)
    tables = [
        _table_scores(report),
        *(_values(report, corpus) for corpus in corpora),
        _entries(report),
        _few_pages(report),
    ]
    return [table for table in tables if table.rows]


def _table_scores(report: ExtractionReport) -> Table:
    sizes = sorted({score.learned for score in report.tables}, reverse=True)
    rows = [_table_row(score, report) for score in report.tables if score.learned == sizes[0]]
    means = [
        [f"mean, learned from {size}", *_show_figures(average_tables(report, size)), "", ""]
        for size in sizes
    ]
    return Table(
        title="Tables:",
        note="the first tier beside what a person would deliver, learned from at most 50 pages of "
        "a template. Recall is of fields by importance, precision of columns; the table score is "
        "their harmonic mean. The last columns are the table score where a template is learned "
        "from 5 and from 10 pages.",
        columns=["gold table", *_FIGURES, *(f"of {pages}" for pages in FEW_PAGES)],
        rows=[*means, *rows],
    )


_FIGURES = {
    "table score": "score",
    "recall": "recall",
    "precision": "precision",
    "columns": "columns",
    "title": "title",
    "text": "text",
    "rows": "rows",
    "names": "names",
    "rank": "rank",
}


def _show_figures(figures: Mapping[str, float]) -> list[str]:
    return [
        "-" if name not in figures else _show_figure(name, figures[name])
        for name in _FIGURES.values()
    ]


def _show_figure(name: str, value: float) -> str:
    return f"{value:.0f}" if name == "columns" else show_rate(value)


def _table_row(score: GoldTableScore, report: ExtractionReport) -> list[str]:
    few = [
        show_rate(other.score)
        for pages in FEW_PAGES
        for other in report.tables
        if (other.name, other.learned) == (score.name, pages)
    ]
    return [score.name, *_show_figures(average_scores([score.figures])), *few]


def _values(report: ExtractionReport, corpus: str) -> Table:
    scores = [score for score in report.fields if score.corpus == corpus]
    rows = [_field_row(score) for score in scores]
    means = [_mean_row(scores)] if len(scores) > 1 else []
    pages = sum(score.unseen_pages for score in scores)
    return Table(
        title=f"Values of {corpus}:",
        note=f"learned from at most {report.settings.learned} pages of each template (seed "
        f"{report.settings.seed}), scored on {pages:,} others; columns of the first tier, unless "
        "both are named. Times are of one processor; those of extraction are without parsing.",
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
        *(show_rate(rate) for rate in (score.hit_all, score.set_all)),
        show_count(score.columns_all),
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
        *(show_rate(over(name)) for name in ("hit_all", "set_all")),
        f"{over('columns_all'):.0f}",
        show_count(sum(score.pages_without_value for score in scores)),
        f"{over('induction_seconds'):.2f}",
        f"{over('parse_milliseconds'):.2f}",
        f"{over('extraction_milliseconds'):.2f}",
        "",
    ]


def _entries(report: ExtractionReport) -> Table:
    rows = []
    for corpus in dict.fromkeys(score.corpus for score in report.lists):
        scores = [score for score in report.lists if score.corpus == corpus]
        means = [show_rate(mean(getattr(item, name) for item in scores)) for name in _F1S]
        rows.append([f"mean of {corpus}", "", "", *means])
        rows += [
            [
                score.template,
                score.column,
                show_count(score.unseen_pages),
                *(show_rate(getattr(score, name)) for name in _F1S),
            ]
            for score in scores
        ]
    return Table(
        title="Titles on list pages:",
        note="the column of a child table that fits best on the pages learned from, of the first "
        "tier and of both.",
        columns=["template", "column", "unseen pages", "F1", "F1, both tiers"],
        rows=rows,
        names=2,
    )


_F1S = ("f1", "f1_all")


def _few_pages(report: ExtractionReport) -> Table:
    results = [result for result in report.results if result.method == "few-pages"]
    rows = [
        [
            f"{result.corpus}{tiers}",
            *(_show_known(result.rates, name + end) for name in ATTRIBUTES),
        ]
        for result in results
        for tiers, end in (("", ""), (", both tiers", "_all"))
    ]
    templates = len(report.few_pages)
    return Table(
        title="Templates with few pages:",
        note=f"the share of pages on which any one column is equal to the gold; {templates} "
        "templates, learned from all their pages.",
        columns=["corpus", *(name.replace("_", " ") for name in ATTRIBUTES)],
        rows=rows,
    )


def _show_known(rates: Mapping[str, float], name: str) -> str:
    """A rate, or a dash where no page has gold of it."""
    return show_rate(rates[name]) if name in rates else "-"
