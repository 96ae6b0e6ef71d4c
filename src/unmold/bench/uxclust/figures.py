"""Figures 5 to 10 of the paper from a report, as SVG by file name."""

from __future__ import annotations

from unmold.bench.pictures import Axis, Series, draw_plot
from unmold.bench.uxclust.experiments import SWEEPS, Outcome
from unmold.bench.uxclust.report import UxClustReport

_LOGARITHMIC = ("cutoff",)


def draw_figures(report: UxClustReport) -> dict[str, str]:
    """Rates over each of the four thresholds, and rates and times of the baselines over pages."""
    figures = {f"uxclust-{name}.svg": _draw_sweep(report, name) for name in SWEEPS}
    for method in ("common-paths", "pq-grams"):
        figures[f"uxclust-{method}.svg"] = _draw_growth(report, method)
    return figures


def _draw_sweep(report: UxClustReport, parameter: str) -> str:
    chosen = [one for one in report.sweeps if one.parameter == parameter]
    return draw_plot(
        f"UXClust: rates over the {parameter} threshold",
        _rates(chosen),
        Axis(parameter, logarithmic=parameter in _LOGARITHMIC),
        Axis("rate"),
    )


def _draw_growth(report: UxClustReport, method: str) -> str:
    chosen = [one for one in report.growth if one.method == method]
    times = [
        Series(f"{site}, seconds", [(one.value, one.seconds) for one in of_site])
        for site, of_site in _by_site(chosen).items()
    ]
    return draw_plot(
        f"{method} on more and more pages", [*_rates(chosen), *times], Axis("pages"), Axis("rate")
    )


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
