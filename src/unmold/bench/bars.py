"""A bar chart as SVG: panels of bars that share their names, such as methods on several corpora.

Values are between 0 and 1. A bar may carry a mark: a second value on the same scale.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from unmold.svg import GRID, INK, PALETTE, QUIET, Canvas

_PANEL, _GAP, _LEFT_PER_LETTER, _MARGIN = 190, 28, 7.4, 24
_ROW, _BAR = 22, 13
_TOP, _BOTTOM = 92, 34
_PANELS_IN_A_ROW = 4
"""What fits the width of a page of the documents."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A value with its name; `mark` is another value of the same thing."""

    name: str
    value: float
    mark: float | None = None


@dataclass(frozen=True, slots=True)
class BarPanel:
    """Bars under one title."""

    title: str
    bars: Sequence[Bar]


def draw_bars(
    title: str, panels: Sequence[BarPanel], *, value_name: str, mark_name: str = ""
) -> str:
    """Panels side by side, and below each other where they are many."""
    lines = [
        panels[start : start + _PANELS_IN_A_ROW]
        for start in range(0, len(panels), _PANELS_IN_A_ROW)
    ]
    left = _MARGIN + _LEFT_PER_LETTER * max(
        (len(bar.name) for panel in panels for bar in panel.bars), default=0
    )
    columns = max(map(len, lines), default=1)
    height = sum(_line_height(line) for line in lines)
    width = left + columns * (_PANEL + _GAP) + _MARGIN
    canvas = Canvas(max(width, 420), height + _TOP - 40 + 10, title)
    _draw_head(canvas, title, value_name, mark_name)
    top = float(_TOP)
    for line in lines:
        for position, panel in enumerate(line):
            x = left + 10 + position * (_PANEL + _GAP)
            _draw_panel(canvas, panel, x, top, named=position == 0)
        top += _line_height(line)
    return canvas.render()


def _line_height(line: Sequence[BarPanel]) -> float:
    return max(len(panel.bars) for panel in line) * _ROW + _BOTTOM + 24


def _draw_head(canvas: Canvas, title: str, value_name: str, mark_name: str) -> None:
    canvas.text(_MARGIN, 32, title, size=17, bold=True)
    canvas.rectangle(_MARGIN, 46, 18, 10, PALETTE[0], radius=2)
    canvas.text(_MARGIN + 24, 55, value_name, size=12, fill=QUIET)
    if mark_name:
        x = _MARGIN + 48 + 7 * len(value_name)
        canvas.line(x, 44, x, 58, PALETTE[1], width=3)
        canvas.text(x + 8, 55, mark_name, size=12, fill=QUIET)


def _draw_panel(canvas: Canvas, panel: BarPanel, x: float, top: float, *, named: bool) -> None:
    bottom = top + len(panel.bars) * _ROW
    canvas.text(x, top - 8, panel.title, size=13, bold=True)
    for tick in (0, 0.25, 0.5, 0.75, 1):
        at = x + tick * _PANEL
        canvas.line(at, top, at, bottom, GRID)
        if tick in (0, 0.5, 1):
            canvas.text(at, bottom + 15, f"{tick:g}", size=10, fill=QUIET, anchor="middle")
    for position, bar in enumerate(panel.bars):
        _draw_bar(canvas, bar, x, top + position * _ROW, named=named)


def _draw_bar(canvas: Canvas, bar: Bar, x: float, top: float, *, named: bool) -> None:
    y = top + (_ROW - _BAR) / 2
    if named:
        canvas.text(x - 10, y + 10.5, bar.name, size=12, anchor="end")
    length = max(0.0, bar.value) * _PANEL
    canvas.rectangle(x, y, max(length, 1), _BAR, PALETTE[0], radius=2)
    label = f"{bar.value:.2f}"
    if length > 40:
        canvas.text(x + 5, y + 10, label, size=10, fill="#ffffff")
    else:
        canvas.text(x + length + 5, y + 10, label, size=10, fill=INK)
    if bar.mark is not None:
        at = x + max(0.0, bar.mark) * _PANEL
        canvas.line(at, y - 2, at, y + _BAR + 2, PALETTE[1], width=3)
