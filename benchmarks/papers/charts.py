"""Charts of lines and dots, drawn as SVG with Matplotlib.

A `Chart` is plain data, so that tests can look at what is shown. The picture carries a digest of
it: Matplotlib's output changes from version to version, the digest only with the data.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from io import StringIO
from typing import TYPE_CHECKING, Any, Literal

from unmold.svg import GRID, INK, PALETTE, QUIET

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MARKED_POINTS = 40
"""Lines with at most this many points show each as a dot; with more, the dots would touch."""


@dataclass(frozen=True, slots=True)
class Axis:
    """What an axis shows; its ends follow from the points unless they are given."""

    label: str
    logarithmic: bool = False
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Series:
    """Points with one name: connected in their order, or as dots."""

    name: str
    points: Sequence[tuple[float, float]]
    style: Literal["line", "dots"] = "line"


@dataclass(frozen=True, slots=True)
class Mark:
    """A value of the horizontal axis with a label of its own."""

    x: float
    name: str


@dataclass(frozen=True, slots=True)
class Chart:
    """Series over two axes, with a legend where there are several."""

    title: str
    series: Sequence[Series]
    x: Axis
    y: Axis
    marks: Sequence[Mark] = ()

    @property
    def digest(self) -> str:
        """A hash of everything that the chart shows."""
        return hashlib.sha256(json.dumps(asdict(self)).encode()).hexdigest()


def draw_chart(chart: Chart) -> str:
    """The chart as the text of an SVG file."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=(7.2, 4.2), layout="constrained")
        axes = figure.subplots()
        figure.suptitle(chart.title, x=0.02, ha="left", weight="bold", size=13)
        for number, series in enumerate(chart.series):
            _draw_series(axes, series, PALETTE[number % len(PALETTE)])
        _set_axes(axes, chart)
        for number, mark in enumerate(chart.marks):
            _draw_mark(axes, mark, number)
        if len(chart.series) > 1:
            _draw_legend(axes, chart.series)
        written = StringIO()
        # Without a date, the same data gives the same file.
        metadata = {"Title": chart.title, "Description": chart.digest, "Date": None}
        figure.savefig(written, format="svg", metadata=metadata)
    return written.getvalue()


def _set_axes(axes: Axes, chart: Chart) -> None:
    """Label and scale the axes; limits come last, because they stop the search for good ones."""
    axes.set(xlabel=chart.x.label, ylabel=chart.y.label)
    # A logarithm cannot show 0: such a point is left out.
    if chart.x.logarithmic:
        axes.set_xscale("log", nonpositive="mask")
    if chart.y.logarithmic:
        axes.set_yscale("log", nonpositive="mask")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(lambda value, position: show_tick(value))
        axis.set_minor_formatter(lambda value, position: "")
    axes.grid(axis="y")
    axes.set_xlim(chart.x.low, chart.x.high)
    axes.set_ylim(chart.y.low, chart.y.high)


def show_tick(value: float) -> str:
    """A tick's value, short: thousands as k, millions as M.

    >>> [show_tick(value) for value in (0.25, 20, 1500, 2_000_000)]
    ['0.25', '20', '1.5k', '2M']
    """
    for factor, unit in ((1e6, "M"), (1e3, "k")):
        if abs(value) >= factor:
            return f"{value / factor:g}{unit}"
    return f"{value:g}"


def _draw_legend(axes: Axes, series: Sequence[Series]) -> None:
    """Names above the chart, in as many columns as fit the width of about 80 letters."""
    columns = max(1, 80 // (8 + max(len(one.name) for one in series)))
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=columns, frameon=False)


def _draw_series(axes: Axes, series: Series, color: str) -> None:
    xs, ys = [x for x, _ in series.points], [y for _, y in series.points]
    if series.style == "dots":
        axes.plot(xs, ys, "o", color=color, label=series.name, alpha=0.7, clip_on=False)
        return
    marker = "o" if len(xs) <= MARKED_POINTS else ""
    axes.plot(xs, ys, color=color, label=series.name, marker=marker, clip_on=False)


def _draw_mark(axes: Axes, mark: Mark, number: int) -> None:
    axes.axvline(mark.x, color=QUIET, linewidth=1, linestyle="--")
    is_left = mark.x < sum(axes.get_xlim()) / 2
    axes.annotate(
        mark.name,
        (mark.x, 0),
        xycoords=("data", "axes fraction"),
        # Each name has its own line, so that two close marks stay readable.
        xytext=(5 if is_left else -5, 6 + 14 * number),
        textcoords="offset points",
        horizontalalignment="left" if is_left else "right",
        color=QUIET,
    )


_STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",  # text stays text: smaller files that can be searched
    "svg.hashsalt": "unmold",  # ids are the same in every run
    "text.parse_math": False,  # a corpus may have a dollar sign in its name
    "figure.constrained_layout.w_pad": 0.1,  # inches between the edge and what is drawn
    "figure.constrained_layout.h_pad": 0.1,
    "font.family": "sans-serif",
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": QUIET,
    "axes.edgecolor": QUIET,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.axisbelow": True,
    "xtick.color": QUIET,
    "ytick.color": QUIET,
    "ytick.left": False,
    "grid.color": GRID,
    "lines.linewidth": 2,
    "lines.markersize": 4.5,
    "legend.labelcolor": QUIET,
}
