"""Lines and dots over two axes: series of points enter, SVG leaves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from unmold.bench.pictures.axes import Axis, Scale, show_tick
from unmold.svg import GRID, PALETTE, QUIET, Canvas

_WIDTH, _HEIGHT = 720, 400
_LEFT, _RIGHT, _TOP, _BOTTOM = 72, 696, 84, 344

Place = Callable[[float, float], tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Series:
    """Points of one thing: joined in their order, or as dots."""

    name: str
    points: Sequence[tuple[float, float]]
    style: Literal["line", "dots"] = "line"


@dataclass(frozen=True, slots=True)
class Mark:
    """A value of the horizontal axis worth naming."""

    x: float
    name: str


def draw_plot(
    title: str, series: Sequence[Series], x: Axis, y: Axis, *, marks: Sequence[Mark] = ()
) -> str:
    """All series in one frame, with a legend where there are several."""
    horizontal = x.fit([point[0] for one in series for point in one.points])
    vertical = y.fit([point[1] for one in series for point in one.points])

    def place(at_x: float, at_y: float) -> tuple[float, float]:
        return (
            _LEFT + horizontal.place(at_x) * (_RIGHT - _LEFT),
            _BOTTOM - vertical.place(at_y) * (_BOTTOM - _TOP),
        )

    canvas = Canvas(_WIDTH, _HEIGHT, title)
    canvas.text(24, 32, title, size=17, bold=True)
    _draw_axes(canvas, horizontal, vertical, x.label, y.label, place)
    for number, mark in enumerate(marks):
        _draw_mark(canvas, mark, place(mark.x, vertical.low)[0], number)
    for number, one in enumerate(series):
        _draw_series(canvas, one, PALETTE[number % len(PALETTE)], place, horizontal, vertical)
    if len(series) > 1:
        _draw_legend(canvas, series)
    return canvas.render()


def _draw_axes(
    canvas: Canvas, x: Scale, y: Scale, x_label: str, y_label: str, place: Place
) -> None:
    for tick in y.ticks:
        at = place(x.low, tick)[1]
        canvas.line(_LEFT, at, _RIGHT, at, GRID)
        canvas.text(_LEFT - 8, at + 4, show_tick(tick), size=11, fill=QUIET, anchor="end")
    for tick in x.ticks:
        at = place(tick, y.low)[0]
        canvas.line(at, _BOTTOM, at, _BOTTOM + 4, QUIET)
        canvas.text(at, _BOTTOM + 18, show_tick(tick), size=11, fill=QUIET, anchor="middle")
    canvas.line(_LEFT, _BOTTOM, _RIGHT, _BOTTOM, QUIET)
    middle = (_LEFT + _RIGHT) / 2
    canvas.text(middle, _HEIGHT - 14, x_label, size=12, fill=QUIET, anchor="middle")
    middle = (_TOP + _BOTTOM) / 2
    canvas.text(20, middle, y_label, size=12, fill=QUIET, anchor="middle", turned=True)


def _draw_series(
    canvas: Canvas, series: Series, color: str, place: Place, x: Scale, y: Scale
) -> None:
    shown = [
        place(*point)
        for point in series.points
        if _is_inside(point[0], x) and _is_inside(point[1], y)
    ]
    if series.style == "dots":
        for at in shown:
            canvas.dot(*at, 3.2, color, opacity=0.7)
        return
    canvas.path(shown, color)
    if len(shown) <= 40:
        for at in shown:
            canvas.dot(*at, 2.6, color)


def _is_inside(value: float, scale: Scale) -> bool:
    """Whether a scale can show a value at all: a logarithm cannot show 0."""
    return value > 0 or not scale.logarithmic


def _draw_mark(canvas: Canvas, mark: Mark, at: float, number: int) -> None:
    canvas.line(at, _TOP, at, _BOTTOM, QUIET, dashes="4 4")
    # Names stand one below the other, so that two close marks stay readable.
    canvas.text(at + 6, _TOP + 12 + 16 * number, mark.name, size=11, fill=QUIET)


def _draw_legend(canvas: Canvas, series: Sequence[Series]) -> None:
    x = 24.0
    for number, one in enumerate(series):
        color = PALETTE[number % len(PALETTE)]
        if one.style == "dots":
            canvas.dot(x + 9, 51, 4, color)
        else:
            canvas.line(x, 51, x + 18, 51, color, width=3)
        canvas.text(x + 24, 55, one.name, size=12, fill=QUIET)
        x += 46 + 6.6 * len(one.name)
