"""The papers' charts from a report, as SVG by file name."""

from __future__ import annotations

from unmold.bench.pictures import Axis, Series, draw_plot
from unmold.bench.text.growth import METHODS
from unmold.bench.text.report import TextReport


def draw_figures(report: TextReport) -> dict[str, str]:
    """Time and memory over the number of pages."""
    return {"text-time.svg": draw_time(report), "text-memory.svg": draw_memory(report)}


def draw_time(report: TextReport) -> str:
    """Seconds over pages; a straight line of slope 1 is linear."""
    return draw_plot(
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


def draw_memory(report: TextReport) -> str:
    """Megabytes over pages; what is less than one counts as one."""
    return draw_plot(
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
