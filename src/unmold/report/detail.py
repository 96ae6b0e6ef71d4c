"""How much a report says of each template: the more templates, the less of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

MAX_TEMPLATES = 1000
"""Templates with a section of their own, the largest; all are in the list."""


@dataclass(frozen=True, slots=True)
class Detail:
    """What is shown of one template."""

    templates: int
    """Up to how many templates a report says that much."""

    pages: int
    """Pages whose pattern is drawn."""

    nodes: int
    rows: int
    """Rows of the drawing."""

    samples: int
    cells: int
    letters: int
    columns: int
    """Columns of a table."""

    further: int
    """Columns of the second tier."""

    examples: int
    thumbnail: int
    """How wide a thumbnail is, in pixels; 0: there is none."""

    show: Callable[[Any], Any] | None = None
    """Changes values before they are cut, where some of what they say is nobody's business."""


# A report of 500 templates is to stay below 15 MB: benchmarks/report.py measures it.
LEVELS = (
    Detail(60, 8, 60_000, 90, 8, 24, 100, 80, 120, 3, 640),
    Detail(200, 6, 30_000, 45, 5, 14, 80, 40, 40, 2, 400),
    Detail(MAX_TEMPLATES, 5, 15_000, 24, 3, 10, 60, 20, 16, 2, 240),
)


def choose_detail(templates: int) -> Detail:
    """What a report says of each of this number of templates."""
    return next((level for level in LEVELS if templates <= level.templates), LEVELS[-1])
