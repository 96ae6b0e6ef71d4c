"""The frame of a site: what its other templates say in the same place.

A template alone cannot tell a box of latest news from its own rows: both change from page to page.
But the box says the same on pages of other templates, and rows do not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from unmold.templates.sample import SamplePage
from unmold.templates.slots.outline import Element, Run, make_words
from unmold.templates.slots.slot_columns import SlotColumn, SlotTable

if TYPE_CHECKING:
    from unmold._core import FrameCounts

TEMPLATES = 2
"""Other templates that must have it, too: two lists of one site may well show the same entries."""
VALUES = 0.9
"""Share of what a column says that other templates say in the same place. A guess."""


@dataclass(slots=True)
class Frame:
    """What pages of other templates of the site say, and where."""

    counts: FrameCounts
    """In how many templates a path says a text, or elements of a path repeat."""
    templates: int

    @classmethod
    def of_pages(cls, templates: Iterable[Sequence[SamplePage]]) -> Frame:
        """The frame that samples of other templates show."""
        from unmold import _core

        leaves = [[page.leaves for page in pages] for pages in templates]
        return cls(_core.FrameCounts(leaves, make_words), len(leaves))

    def has_table(self, table: SlotTable) -> bool:
        """Whether the rows of a table are those of a box that all templates of the site have."""
        if self.templates < TEMPLATES or table.slot is None or table.slot.tag in MADE:
            return False
        paths = Counter(_path(element, {}) for element in table.slot.elements[:SOME_ROWS])
        path, times = paths.most_common(1)[0]
        is_usual = 2 * times > paths.total()
        return is_usual and "." in path and self.counts.rows(path) == self.templates

    def has_column(self, column: SlotColumn) -> bool:
        """Whether a column says what pages of other templates say in its place."""
        return self._share([column]) >= VALUES

    def _share(self, columns: Sequence[SlotColumn]) -> float:
        """The share of what places say that other templates say there, too."""
        known = total = 0
        if self.templates < TEMPLATES:
            return 0.0
        for column in columns:
            paths: dict[int, str] = {}
            for element in column.slot.elements:
                for item in element.content:
                    if isinstance(item, Run):
                        path = _path(element, paths)
                        total += 1
                        known += self.counts.text(path, item.text) >= TEMPLATES
        return known / total if total else 0.0


SOME_ROWS = 50
"""Rows whose paths are looked at."""
MADE = frozenset(("group", "section", "pair", "line"))
STEPS = 3
"""Elements of a path, from the inside out: those around are called after the template."""


def _path(element: Element, known: dict[int, str]) -> str:
    """The last steps to an element, without those that alignment puts around siblings."""
    found = known.get(id(element))
    if found is None:
        steps: list[str] = []
        current: Element | None = element
        while current is not None and len(steps) < STEPS:
            is_made = current.tag in MADE and current.words in ((), ("=",))
            if not is_made and current.tag != "line":
                steps.append(".".join((current.tag, *current.words)))
            current = current.parent
        found = known[id(element)] = "/".join(steps)
    return found
