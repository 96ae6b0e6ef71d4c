"""Outlines of the places of values over the picture of a page.

Values of the page have a whole line around them, those of rows a broken one; a column has its name
at its first place.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from unmold.report.pattern_rows import BOLD, measure, shorten
from unmold.svg import Canvas

VIEW_WIDTH, VIEW_HEIGHT = 1200, 1500
"""The window in which pages are shown."""

# Pages are mostly white, whatever the colours of the report are.
VALUE, ROW, WHITE = "#1f5fa8", "#2a7d50", "#ffffff"
_LETTER = 14.0
"""Height of the names of columns, in pixels: the least size of text in the report."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value stands."""

    column: str
    xpath: str
    is_row: bool


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of the window."""

    x: float
    y: float
    width: float
    height: float

    @classmethod
    def of(cls, found: Any, height: float = VIEW_HEIGHT) -> Box | None:
        """What a browser measured; None where nothing of it can be seen in a window that high."""
        if not isinstance(found, list) or len(found) != 4:
            return None
        if not all(isinstance(one, int | float) and math.isfinite(one) for one in found):
            return None
        x, y, across, down = map(float, found)
        left, top = max(x, 0.0), max(y, 0.0)
        right, bottom = min(x + across, VIEW_WIDTH), min(y + down, height)
        is_seen = right - left >= 2 and bottom - top >= 2
        return cls(left, top, right - left, bottom - top) if is_seen else None


def list_places(xpaths: dict[str, Any]) -> list[Place]:
    """The places of a record's values: those of the page first, then those of rows."""
    places: list[Place] = []
    waiting: list[tuple[str, Any, bool]] = [(*item, False) for item in reversed(xpaths.items())]
    while waiting:
        name, value, is_row = waiting.pop()
        if isinstance(value, str):
            places.append(Place(name, value.partition("/@")[0], is_row))
        elif isinstance(value, dict):
            inside = [(f"{name}.{key}", one, True) for key, one in value.items()]
            waiting += reversed(inside)
        elif isinstance(value, list):
            waiting += [(name, one, is_row) for one in reversed(value)]
    return sorted(places, key=lambda place: place.is_row)


def draw_outlines(
    places: Sequence[Place], boxes: Sequence[Box | None], width: int, height: int = VIEW_HEIGHT
) -> tuple[str, list[str]]:
    """A picture as large as the window, and the columns that have no place in it."""
    canvas = Canvas(VIEW_WIDTH, height, "Places of values", theme={})
    scale = VIEW_WIDTH / width
    named: set[str] = set()
    labels: list[tuple[Box, Place]] = []
    for place, box in zip(places, boxes, strict=False):
        if box is None:
            continue
        canvas.rectangle(
            box.x - 2,
            box.y - 2,
            box.width + 4,
            box.height + 4,
            "none",
            radius=3,
            stroke=ROW if place.is_row else VALUE,
            stroke_width=1.5 * scale,
            dashes=f"{4 * scale:.0f} {3 * scale:.0f}" if place.is_row else None,
        )
        if place.column not in named:
            named.add(place.column)
            labels.append((box, place))
    _name_columns(canvas, labels, [box for box in boxes if box is not None], scale)
    unseen = dict.fromkeys(place.column for place in places if place.column not in named)
    return canvas.render_inline(), list(unseen)


def _name_columns(
    canvas: Canvas, labels: Sequence[tuple[Box, Place]], boxes: Sequence[Box], scale: float
) -> None:
    """The names of columns beside their places, on no other name and rather on no other value."""
    taken: list[Box] = []
    size = _LETTER * scale
    for box, place in labels:
        words = shorten(place.column, 28)
        width = (measure(words) * _LETTER / 12 * BOLD + 8) * scale
        height = 18 * scale
        plate = _find_room(box, width, height, [*boxes, *taken]) or _find_room(
            box, width, height, taken
        )
        if plate is None:
            continue
        taken.append(plate)
        colour = ROW if place.is_row else VALUE
        canvas.rectangle(plate.x, plate.y, width, height, colour, radius=3 * scale)
        x, y = plate.x + 4 * scale, plate.y + 14 * scale
        canvas.text(x, y, words, size=size, fill=WHITE, bold=True)


def _find_room(box: Box, width: float, height: float, taken: Sequence[Box]) -> Box | None:
    """Beside, above or below a place, inside the window and on nothing that is taken."""
    middle = box.y + (min(box.height, 2 * height) - height) / 2
    for x, y in (
        (box.x + box.width + 6, middle),
        (box.x, box.y - height - 3),
        (box.x, box.y + box.height + 3),
        (box.x - width - 6, middle),
    ):
        plate = Box(x, y, width, height)
        is_inside = x >= 0 and y >= 0 and x + width <= VIEW_WIDTH and y + height <= VIEW_HEIGHT
        if is_inside and not any(_meet(plate, other) for other in taken):
            return plate
    return None


def _meet(one: Box, other: Box) -> bool:
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )
