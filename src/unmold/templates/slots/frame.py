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
"""Other templates that must have it, too: two lists of one site may well show the same entries."""
SMALL = 0.3
"""Share of a page's letters that a box of the site has at most; what has more is what the page is
about. A guess."""
VALUES = 0.9
"""Share of what a column says that other templates say in the same place. A guess."""

Said = tuple[str, str]
"""The last steps to an element by tags and classes, and what it says."""


@dataclass(slots=True)
class Frame:
    """What pages of other templates of the site say, and where."""

    texts: Counter[Said] = field(default_factory=Counter)
    """In how many templates a path says a text."""
    rows: Counter[str] = field(default_factory=Counter)
    """In how many templates the elements of a path repeat."""
    templates: int = 0

    @classmethod
    def of_pages(cls, templates: Iterable[Sequence[SamplePage]]) -> Frame:
        """The frame that samples of other templates show."""
        frame = cls()
        for pages in templates:
            roots = [outline_page(page, 0) for page in pages]
            frame.texts.update({said for root in roots for said in _said_in(root)})
            frame.rows.update({path for root in roots for path in _repeated_in(root)})
            frame.templates += 1
        return frame

    def has_table(self, table: SlotTable) -> bool:
        """Whether the rows of a table are those of a box that all templates of the site have."""
        if self.templates < TEMPLATES or table.slot is None or table.slot.tag in MADE:
            return False
        paths = Counter(_path(element, {}) for element in table.slot.elements[:SOME_ROWS])
        path, times = paths.most_common(1)[0]
        is_usual = 2 * times > paths.total()
        return is_usual and "." in path and self.rows[path] == self.templates

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
                        known += self.texts[path, item.text] >= TEMPLATES
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


def _repeated_in(root: Element) -> set[str]:
    """The paths of elements that repeat among their siblings, and are a small part of the page."""
    paths: dict[int, str] = {}
    letters: Counter[str] = Counter()
    repeated: set[str] = set()
    root.letters()
    for element in root.elements():
        counts = Counter(_path(child, paths) for child in element.children())
        own = {path for path, times in counts.items() if times > 1}
        repeated |= own
        for child in element.children() if own else ():
            path = _path(child, paths)
            if path in own:
                letters[path] += child.letters()
    total = root.letters()
    return {path for path in repeated if letters[path] <= SMALL * total}


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
