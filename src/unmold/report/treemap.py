"""A treemap: rectangles as large as what they stand for, as square as may be.

Follows Bruls, Huizing and van Wijk, "Squarified Treemaps" (2000): items go into the shorter side of
what is left, row after row, as long as another makes the row squarer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A part of a plane."""

    x: float
    y: float
    width: float
    height: float


def lay_out_treemap(sizes: Sequence[float], area: Rectangle) -> list[Rectangle]:
    """A rectangle for each size, in the order of the sizes, which are positive and descending."""
    total = sum(sizes)
    scaled = [size * area.width * area.height / total for size in sizes]
    placed: list[Rectangle] = []
    start = 0
    while start < len(scaled):
        end = start + 1
        side = min(area.width, area.height)
        row = scaled[start]
        while end < len(scaled) and _worst(
            scaled[start], scaled[end], row + scaled[end], side
        ) <= _worst(scaled[start], scaled[end - 1], row, side):
            row += scaled[end]
            end += 1
        placed += _place_row(scaled[start:end], row, area)
        area = _rest(area, row)
        start = end
    return placed


def _worst(largest: float, smallest: float, total: float, side: float) -> float:
    """How far from a square the worst rectangle of a row is."""
    return max(side**2 * largest / total**2, total**2 / (side**2 * smallest))


def _place_row(row: Sequence[float], total: float, area: Rectangle) -> list[Rectangle]:
    """A row along the shorter side."""
    is_wide = area.width >= area.height
    depth = total / (area.height if is_wide else area.width)
    at = area.y if is_wide else area.x
    placed = []
    for size in row:
        length = size / depth
        if is_wide:
            placed.append(Rectangle(area.x, at, depth, length))
        else:
            placed.append(Rectangle(at, area.y, length, depth))
        at += length
    return placed


def _rest(area: Rectangle, total: float) -> Rectangle:
    if area.width >= area.height:
        depth = total / area.height
        # Of many small sums a little may be missing; nothing has no side at all.
        return Rectangle(area.x + depth, area.y, max(area.width - depth, 1e-9), area.height)
    depth = total / area.width
    return Rectangle(area.x, area.y + depth, area.width, max(area.height - depth, 1e-9))
