"""The report as tables and charts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from benchmarks.papers.charts import Axis, Chart, Series
from benchmarks.papers.text.growth import METHODS
from benchmarks.papers.text.sweeps import (
    FAMILY,
    SIGNED,
    VARIANTS,
    LengthEffect,
    Quality,
    ThresholdEffect,
)
from benchmarks.papers.text.text_report import TextReport
from unmold.bench.text_tables import Table, show_count, show_memory, show_rate, show_seconds


def make_tables(report: TextReport) -> list[Table]:
    """All tables."""
    return [
        show_variants(report),
        show_lengths(report),
        show_thresholds(report),
        show_growth(report),
    ]


def show_variants(report: TextReport) -> Table:
    """How right each method is with each choice of paths."""
    corpora = _corpora(report)
    found = {(one.corpus, one.method, one.variant): one for one in report.variants}
    templates = {one.corpus: one.templates for one in report.variants}
    rows = [
        [
            variant,
            method,
            *(_show_pair(found[name, method, variant]) for name in corpora),
            show_count(sum(found[name, method, variant].clusters for name in corpora)),
        ]
        for variant in VARIANTS
        for method in FAMILY
    ]
    return Table(
        title="ARI / pair F1 by choice of paths.",
        note=f"Means over sites, at most {report.settings.sample} random pages of each; "
        f"`clusters` of all corpora, which have {sum(templates.values())} templates.",
        columns=["paths", "method", *corpora, "clusters"],
        rows=rows,
        names=2,
    )


def show_lengths(report: TextReport) -> Table:
    """What longer signatures bring."""
    rows = []
    for length in report.settings.lengths:
        for method in SIGNED:
            found = [one for one in report.lengths if (one.length, one.method) == (length, method)]
            rows.append([str(length), method, *_mean_cells(found)])
    return Table(
        title="Length of signatures.",
        note="Means over corpora. `as text-mdl` is the ARI with its clusters, `cost error` how far "
        "estimated costs of these are from exact ones.",
        columns=["length", "method", "ARI", "F1", "as text-mdl", "cost error", "time"],
        rows=rows,
        names=2,
    )


def _mean_cells(found: Sequence[LengthEffect]) -> list[str]:
    return [
        show_rate(_mean(one.ari for one in found)),
        show_rate(_mean(one.f1 for one in found)),
        show_rate(_mean(one.agreement for one in found)),
        f"{_mean(one.cost_error for one in found):.1%}",
        show_seconds(sum(one.seconds for one in found)),
    ]


def show_thresholds(report: TextReport) -> Table:
    """What the support that a path needs does to TEXT-MAX."""
    corpora = _corpora(report)
    found = {(one.corpus, one.contents, one.threshold): one for one in report.thresholds}
    rows = [
        [
            "with contents" if contents else "elements",
            f"{threshold:g}",
            *(_show_pair(found[name, contents, threshold]) for name in corpora),
            show_count(sum(found[name, contents, threshold].clusters for name in corpora)),
        ]
        for contents in (False, True)
        for threshold in report.settings.thresholds
    ]
    return Table(
        title="ARI / pair F1 of TEXT-MAX by threshold.",
        note="The share of a site's pages on which an essential path is; chrome is not damped.",
        columns=["paths", "threshold", *corpora, "clusters"],
        rows=rows,
        names=2,
    )


def show_growth(report: TextReport) -> Table:
    """What more pages cost."""
    return Table(
        title="Time and memory.",
        note=f"Random pages of {report.growth_site}, from features on; time of processors. A "
        f"method that took more than {report.settings.most_seconds:g} s was not asked about more.",
        columns=["method", "pages", "time", "pages/s", "memory", "clusters"],
        rows=[
            [
                one.method,
                show_count(one.pages),
                show_seconds(one.seconds),
                show_count(one.pages / max(one.seconds, 1e-9)),
                show_memory(one.memory),
                show_count(one.clusters),
            ]
            for one in report.growth
        ],
    )


def make_charts(report: TextReport) -> dict[str, Chart]:
    """Time and memory over the number of pages."""
    return {"text-time.svg": chart_time(report), "text-memory.svg": chart_memory(report)}


def chart_time(report: TextReport) -> Chart:
    """Seconds over pages; a straight line of slope 1 is linear."""
    return Chart(
        "Time to cluster a growing site",
        [
            Series(
                method,
                [(one.pages, one.seconds) for one in report.growth if one.method == method],
            )
            for method in METHODS
        ],
        Axis("pages", logarithmic=True),
        Axis("seconds of a processor", logarithmic=True),
    )


def chart_memory(report: TextReport) -> Chart:
    """Megabytes over pages; what is less than one counts as one."""
    return Chart(
        "Memory to cluster a growing site",
        [
            Series(
                method,
                [
                    (one.pages, max(1.0, one.memory / 1e6))
                    for one in report.growth
                    if one.method == method and one.memory is not None
                ],
            )
            for method in METHODS
        ],
        Axis("pages", logarithmic=True),
        Axis("peak megabytes besides features", logarithmic=True),
    )


def _corpora(report: TextReport) -> list[str]:
    return list(dict.fromkeys(one.corpus for one in report.variants))


def _show_pair(found: Quality | ThresholdEffect) -> str:
    return f"{found.ari:.2f} / {found.f1:.2f}"


def _mean(values: Iterable[float]) -> float:
    return float(np.mean(list(values)))
