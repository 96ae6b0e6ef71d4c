"""The report as tables and charts, with the paper's numbers beside ours."""

from __future__ import annotations

from benchmarks.papers.charts import Axis, Chart, Series
from benchmarks.papers.uxclust.experiments import SWEEPS, Outcome
from benchmarks.papers.uxclust.published_crawls import RATES
from benchmarks.papers.uxclust.uxclust_report import UxClustReport
from unmold.bench.text_tables import Table, show_count, show_memory, show_rate


def make_tables(report: UxClustReport) -> list[Table]:
    """Rates and times of the methods, and the million tuples."""
    return [_comparison(report), _million(report)]


def _comparison(report: UxClustReport) -> Table:
    rows = [
        [
            one.site,
            one.method,
            show_count(one.pages),
            show_count(one.gold_pages),
            show_rate(one.precision),
            show_rate(one.recall),
            show_rate(one.pair_precision),
            show_rate(one.pair_recall),
            f"{one.seconds:.2f}",
            show_count(one.per_second),
        ]
        for one in report.comparison
    ]
    rows += [
        ["(paper)", method, "", "", show_rate(rates[0]), show_rate(rates[1]), *[""] * 3, speed]
        for method, rates in RATES.items()
        for speed in [show_count(rates[2])]
    ]
    columns = ["site", "method", "pages", "GT-P", "P", "R", "P pairs", "R pairs", "s", "GT-P/s"]
    note = (
        f"One template of each site is known by its URLs (GT-P pages). The crawl is simulated, the "
        f"cut-off is {report.settings.cutoff}. Seconds are those of clustering alone."
    )
    return Table("UXClust beside its baselines.", columns, rows, note, names=2)


def _million(report: UxClustReport) -> Table:
    found = report.million
    row = [
        show_count(found.tuples),
        show_count(found.xpaths),
        show_count(found.groups),
        show_count(found.clusters),
        show_count(found.dropped),
        f"{found.seconds:.1f}",
        show_memory(found.memory),
    ]
    columns = ["tuples", "XPaths", "above cut-off", "clusters", "dropped", "s", "memory"]
    note = (
        "Fourteen sites with the paper's numbers of pages and XPaths, read from one Parquet file."
    )
    return Table("A million tuples.", columns, [row], note, names=0)


TIMED = ("samples", "cutoff")
"""The thresholds that time depends on, by the paper."""


def make_charts(report: UxClustReport) -> dict[str, Chart]:
    """Figures 5 to 10: rates over the four thresholds, rates and times of the baselines."""
    figures = {f"uxclust-{name}.svg": _chart_sweep(report, name) for name in SWEEPS}
    for method in ("common-paths", "pq-grams"):
        figures[f"uxclust-{method}.svg"] = _chart_growth(report, method)
    return figures


def _chart_sweep(report: UxClustReport, parameter: str) -> Chart:
    chosen = [one for one in report.sweeps if one.parameter == parameter]
    times = _times(chosen) if parameter in TIMED else []
    return Chart(
        f"UXClust: rates over the {parameter} threshold",
        [*_rates(chosen), *times],
        Axis(parameter, logarithmic=parameter == "cutoff"),
        Axis("rate"),
    )


def _chart_growth(report: UxClustReport, method: str) -> Chart:
    chosen = [one for one in report.growth if one.method == method]
    series = [*_rates(chosen), *_times(chosen)]
    return Chart(f"{method} on more and more pages", series, Axis("pages"), Axis("rate"))


def _times(outcomes: list[Outcome]) -> list[Series]:
    return [
        Series(f"{site}, seconds", [(one.value, one.seconds) for one in of_site])
        for site, of_site in _by_site(outcomes).items()
    ]


def _rates(outcomes: list[Outcome]) -> list[Series]:
    return [
        Series(f"{site}, {rate}", [(one.value, getattr(one, rate)) for one in of_site])
        for site, of_site in _by_site(outcomes).items()
        for rate in ("precision", "recall")
    ]


def _by_site(outcomes: list[Outcome]) -> dict[str, list[Outcome]]:
    found: dict[str, list[Outcome]] = {}
    for one in outcomes:
        found.setdefault(one.site, []).append(one)
    return found
