"""Columns that are being made: the leaves that a key selects on each page, and what they say.

The native core makes them of the data leaves of a sample. Next: `joining` makes one column of those
that say the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from unmold.templates.model import Selector
from unmold.templates.sample import SamplePage

AGREEMENT = 0.95
"""The share of entries on which two columns that are one must agree. A guess."""
FEW_PAGES = 5
"""With fewer pages, hardly anything can be concluded from what repeats. A guess."""
Cells = list[tuple[int, ...]]
"""For each page of the sample the leaves of a column."""


@dataclass(slots=True, eq=False)
class Column:
    """A column that is being made: the leaves it selects on each page, and how."""

    cells: Cells
    values: list[tuple[str, ...]]
    selectors: list[Selector] = field(default_factory=list)
    label: str = ""
    is_labelled: bool = False
    label_distance: int = 0
    """How many leaves after its label the column is, on the first page."""
    is_next: bool = False
    """Whether on most pages nothing of its kind is between its label and it."""
    key: str = ""
    """The path in JSON-LD of what says the same on every page."""
    is_structured: bool = False
    """Whether JSON-LD says the same."""
    is_main: bool = False
    """Whether JSON-LD says it of what the page is about, not of the site or of its own address."""
    duplicates: list[Column] = field(default_factory=list)
    """Other places that say the same, and may say better what it is."""
    is_nearest: bool = True
    """Whether no other column of its kind that was kept is nearer to its label."""
    is_title: bool = False
    """Whether the titles of pages say it, and no main heading does."""
    is_joined: bool = False
    """Whether all selectors answer together, in the order of the page."""
    is_chrome: bool = False
    """Whether it is part of what surrounds the content of pages."""

    @property
    def filled(self) -> int:
        return len(self.cells) - self.cells.count(())

    def places(self) -> list[tuple[int, int]]:
        """All pages and leaves of the column."""
        return [(page, leaf) for page, cell in enumerate(self.cells) for leaf in cell]

    def kind(self, pages: Sequence[SamplePage]) -> int:
        """The kind of its leaves; `pages` are those that its entries are on."""
        page, leaf = self.first_leaf()
        return pages[page].kinds[leaf][0]

    def first_leaf(self) -> tuple[int, int]:
        """The first page that the column is filled on, and its first leaf there."""
        # Asked most of all.
        for number, cell in enumerate(self.cells):
            if cell:
                return number, cell[0]
        raise ValueError("the column is empty")
