"""The report as tables, the paper's numbers beside ours."""

from __future__ import annotations

from unmold.bench.tables import Table, show_count, show_memory, show_rate
from unmold.bench.uxclust.paper import RATES
from unmold.bench.uxclust.report import UxClustReport


def tables_of(report: UxClustReport) -> list[Table]:
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
