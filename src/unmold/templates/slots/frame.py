"""The frame of a site: what its other templates say in the same place.

A template alone cannot tell a box of latest news from its own rows: both change from page to page.
But the box says the same on pages of other templates, and rows do not.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from unmold.templates.sample import SamplePage
from unmold.templates.slots.outline import Element, Run, outline_page
from unmold.templates.slots.slot_columns import SlotColumn, SlotTable

TEMPLATES = 2
"""Other templates that must say the same: two lists of one site may well show the same entries."""
ROWS = 0.5
"""Share of a table's values that other templates say, too. A guess."""
VALUES = 0.9
"""The same for a column of the pages themselves. A guess."""

Said = tuple[str, str]
"""The path of an element by tags and classes, and what it says."""


@dataclass(slots=True)
class Frame:
    """What pages of other templates of the site say, and where."""

    templates: Counter[Said] = field(default_factory=Counter)
    """In how many templates a text stands at a path."""

    @classmethod
    def of_pages(cls, templates: Iterable[Sequence[SamplePage]]) -> Frame:
        """The frame that samples of other templates show."""
        frame = cls()
        for pages in templates:
            frame.templates.update(
                {said for page in pages for said in _said_in(outline_page(page, 0))}
            )
        return frame

    def has_table(self, table: SlotTable) -> bool:
        """Whether the rows of a table are those of a box on all pages of the site."""
        return self._share(table.columns) >= ROWS

    def has_column(self, column: SlotColumn) -> bool:
        """Whether a column says what pages of other templates say in its place."""
        return self._share([column]) >= VALUES

    def _share(self, columns: Sequence[SlotColumn]) -> float:
        """The share of what places say that other templates say there, too."""
        known = total = 0
        if not self.templates:
            return 0.0
        for column in columns:
            paths: dict[int, str] = {}
            for element in column.slot.elements:
                for item in element.content:
                    if isinstance(item, Run):
                        path = _path(element, paths)
                        total += 1
                        known += self.templates[path, item.text] >= TEMPLATES
        return known / total if total else 0.0


def _said_in(root: Element) -> set[Said]:
    """What a page says, with the paths of the elements that say it."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    paths: dict[int, str] = {}
    for element in root.elements():
        for item in element.content:
            if isinstance(item, Run):
                found[_path(element, paths)].add(item.text)
    return {(path, text) for path, texts in found.items() for text in texts}


MADE = frozenset(("group", "section", "pair", "line"))


def _path(element: Element, known: dict[int, str]) -> str:
    """The path of an element, without the ones that alignment puts around siblings."""
    waiting = []
    current: Element | None = element
    while current is not None and id(current) not in known:
        waiting.append(current)
        current = current.parent
    path = known[id(current)] if current is not None else ""
    for inner in reversed(waiting):
        is_made = inner.tag in MADE and (inner.tag == "line" or inner.words in ((), ("=",)))
        if not is_made:
            path = f"{path}/{'.'.join((inner.tag, *inner.words))}"
        known[id(inner)] = path
    return path
