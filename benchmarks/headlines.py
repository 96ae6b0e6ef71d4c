"""How good unmold is, in the few numbers that README.md shows.

They come from what `unmold bench quality` and `unmold bench extraction` found.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

from unmold.bench.extraction import ExtractionReport
from unmold.bench.extraction.few_pages import ATTRIBUTES
from unmold.bench.extraction.report import average_tables
from unmold.bench.quality import MethodResult, QualityReport
from unmold.bench.text_tables import Table, show_rate

DEFAULT = "auto"


class Scored(Protocol):
    """What was measured on a template of some corpus."""

    @property
    def corpus(self) -> str: ...


def cluster_table(report: QualityReport) -> Table:
    """The default method on each corpus, beside the best of the others."""
    return Table(
        title="Clusters.",
        note="Pairs of pages of development sites put together rightly, as F1, macro over sites: "
        "the default method, and the best of the others that take all pages of a corpus.",
        columns=["corpus", "pages", "sites", "templates", f"`{DEFAULT}`", "best other", "its F1"],
        rows=[_cluster_row(report, facts.name) for facts in report.corpora],
    )


def _cluster_row(report: QualityReport, corpus: str) -> list[str]:
    results = [result for result in report.results if result.corpus == corpus]
    facts = next(facts for facts in report.corpora if facts.name == corpus)
    own = next(result for result in results if result.method == DEFAULT)
    others = [result for result in results if result.method != DEFAULT and not result.sample]
    best = max(others, key=_f1)
    counts = [f"{count:,}" for count in (facts.pages, facts.sites, facts.templates)]
    return [corpus, *counts, show_rate(_f1(own)), f"`{best.method}`", show_rate(_f1(best))]


def _f1(result: MethodResult) -> float:
    return result.rates["f1"]


def gold_table(report: ExtractionReport) -> Table:
    """The first tier beside what a person would deliver."""
    sizes = sorted({score.learned for score in report.tables}, reverse=True)
    rows = []
    for size in sizes:
        figures = average_tables(report, size)
        shown = [show_rate(figures[name]) for name in TABLE_FIGURES]
        rows.append([f"at most {size} pages", *shown, f"{figures['columns']:.0f}"])
    tables = len({score.name for score in report.tables})
    return Table(
        title="Tables.",
        note=f"The first tier of {tables} templates of very different development sites beside the "
        "columns that a person would deliver: the share of fields that are found, by importance, "
        "and of columns that are wanted. The table score is their harmonic mean. *rows* are those "
        "of child tables, in order.",
        columns=["learned from", "table score", *TABLE_FIGURES[1:], "columns"],
        rows=rows,
    )


TABLE_FIGURES = ("score", "recall", "precision", "title", "text", "names", "rows")


def value_table(report: ExtractionReport) -> Table:
    """Values of single pages, of list pages, and of templates with few pages, by tier."""
    rows = []
    for result in report.results:
        if result.method == "fields":
            of = f"{result.corpus}, {_templates(report.fields, result.corpus)}"
            rows += [
                [f"{says}, F1", of, *_tiers(result.rates, name)] for name, says in _FIELD_RATES
            ]
        elif result.method == "lists":
            of = f"{result.corpus}, {_templates(report.lists, result.corpus)}"
            rows.append(
                ["titles of the entries of list pages, F1", of, *_tiers(result.rates, "f1")]
            )
        elif result.method == "few-pages" and set(ATTRIBUTES) <= set(result.rates):
            of = f"{result.corpus}, {_templates(report.few_pages, result.corpus)}"
            rows += [
                [name.replace("_", " "), of, *_tiers(result.rates, name)] for name in ATTRIBUTES
            ]
    learned = report.settings.learned
    return Table(
        title="Values.",
        note=f"Extracted beside gold: templates are learned from at most {learned} pages, which "
        "also choose the column, and scored on others. The rows of recipes are of templates with "
        "about two pages, which are learned from, too. All are development sites; most rules were "
        "made on swde.",
        columns=["what", "of", "first tier", "both tiers"],
        rows=rows,
        names=2,
    )


_FIELD_RATES = {
    "hit": "a column says something of the gold and nothing else",
    "set": "it says all of the gold",
}.items()


def _templates(scores: Sequence[Scored], corpus: str) -> str:
    return f"{sum(score.corpus == corpus for score in scores)} templates"


def _tiers(rates: Mapping[str, float], name: str) -> list[str]:
    return [show_rate(rates[name]), show_rate(rates[f"{name}_all"])]
