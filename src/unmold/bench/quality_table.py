"""The results of the quality benchmark as tables and a picture."""

from __future__ import annotations

from unmold.bench.bars import Bar, BarPanel, draw_bars
from unmold.bench.quality import CorpusFacts, MethodResult, QualityReport
from unmold.bench.text_tables import Table, show_count, show_memory, show_rate, show_seconds

_COLUMNS = [
    "method",
    "ARI",
    "precision",
    "recall",
    "F1",
    "purity",
    "clusters",
    "gold",
    "pages",
    "time",
    "pages/s",
    "memory",
]


def tables_of(report: QualityReport) -> list[Table]:
    """One table for each corpus."""
    return [
        Table(
            title=f"{facts.name}:",
            note=_note(facts),
            columns=_COLUMNS,
            rows=[_row(result) for result in report.results if result.corpus == facts.name],
        )
        for facts in report.corpora
    ]


def summarize(report: QualityReport) -> Table:
    """ARI and F1 of every method on every corpus."""
    names = [facts.name for facts in report.corpora]
    cells: dict[str, dict[str, str]] = {}
    for result in report.results:
        shown = f"{result.rates['ari']:.2f} / {result.rates['f1']:.2f}"
        cells.setdefault(_name(result), {})[result.corpus] = shown
    return Table(
        title="ARI / pair F1.",
        columns=["method", *names],
        rows=[[method, *(own[name] for name in names)] for method, own in cells.items()],
    )


def explain_columns(report: QualityReport) -> str:
    """What the columns mean, in a few sentences."""
    sentences = [
        "Rates are means over sites; pairs on which the gold has no opinion are left out; purity "
        "is weighted by cluster size and knows templates alone.",
        "`clusters` and `gold` are sums over sites.",
        "Time and memory are those of clustering alone, from features: memory is what the "
        "resident set rose by at its peak, at the site where it rose most.",
    ]
    if any(result.sample for result in report.results):
        sentences.append(
            f"A method with * compares all pairs and saw at most {report.settings.sample} random "
            f"pages of each site (seed {report.settings.seed}), which on large "
            "sites is another task than the whole."
        )
    return " ".join(sentences)


def draw_quality(report: QualityReport) -> str:
    """F1 as bars and ARI as marks, one panel a corpus, as SVG."""
    panels = [
        BarPanel(
            title=facts.name,
            bars=[
                Bar(_name(result), result.rates["f1"], result.rates["ari"])
                for result in report.results
                if result.corpus == facts.name
            ],
        )
        for facts in report.corpora
    ]
    return draw_bars(
        "How right clustering methods are", panels, value_name="pair F1", mark_name="ARI"
    )


def _note(facts: CorpusFacts) -> str:
    sites = f"{facts.sites} site{'' if facts.sites == 1 else 's'}"
    seconds, megabytes = facts.feature_seconds, facts.page_bytes / 1e6
    return (
        f"{facts.pages:,} pages of {sites} with {facts.templates} templates; reading them and "
        f"computing features took {show_seconds(seconds)} "
        f"({show_count(facts.pages / seconds)} pages/s, {show_count(megabytes / seconds)} MB/s)."
    )


def _name(result: MethodResult) -> str:
    return f"{result.method} *" if result.sample else result.method


def _row(result: MethodResult) -> list[str]:
    rates = [show_rate(result.rates[rate]) for rate in ("ari", "precision", "recall", "f1")]
    return [
        _name(result),
        *rates,
        show_rate(result.rates["purity"]),
        show_count(result.clusters),
        show_count(result.templates),
        show_count(result.pages),
        show_seconds(result.seconds),
        show_count(result.pages_per_second),
        show_memory(result.memory),
    ]
