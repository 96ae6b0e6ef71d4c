"""How good unmold is, in the few numbers that README.md shows.

They come from what `unmold bench quality` and `unmold bench extraction` found.
"""

from statistics import mean

from unmold.bench.extraction import ExtractionReport
from unmold.bench.extraction.few_pages import ATTRIBUTES
from unmold.bench.quality import MethodResult, QualityReport
from unmold.bench.text_tables import Table, show_rate

DEFAULT = "auto"


def cluster_table(report: QualityReport) -> Table:
    """The default method on each corpus, beside the best of the others."""
    return Table(
        title="Clusters.",
        note="Pairs of pages put together rightly, as F1, macro over sites: the default method, "
        "and the best of the others that take all pages of a corpus.",
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


def value_table(report: ExtractionReport) -> Table:
    """Values of single pages, of list pages, and of templates with few pages."""
    fields, learned = report.fields, report.settings.learned
    sites = f"{len(fields)} templates, learned from {learned} pages, {_unseen(report):,} others"

    def over(name: str) -> str:
        return show_rate(mean(float(getattr(score, name)) for score in fields))

    rows = [
        ["a column says something of the gold and nothing else, F1", sites, over("hit")],
        ["it says all of the gold, F1", sites, over("set")],
        [
            "its name shares a word with the gold's, or a synonym",
            sites,
            over("named_with_synonyms"),
        ],
        [
            "titles of the entries of list pages, F1",
            f"{len(report.lists)} templates",
            show_rate(mean(score.f1 for score in report.lists)),
        ],
        *_few_page_rows(report),
    ]
    return Table(
        title="Values.",
        note="Extracted beside gold, on pages that nothing was learned from; the column is chosen "
        "on those learned from. The last rows are of templates with about two pages, which are "
        "learned from, too. The rules were developed on these sites: others do somewhat worse.",
        columns=["what", "of", "share"],
        rows=rows,
        names=2,
    )


def _unseen(report: ExtractionReport) -> int:
    return sum(score.unseen_pages for score in report.fields)


def _few_page_rows(report: ExtractionReport) -> list[list[str]]:
    found = next(result for result in report.results if result.method == "few-pages")
    return [
        [name.replace("_", " "), f"{len(report.few_pages)} templates", show_rate(found.rates[name])]
        for name in ATTRIBUTES
    ]
