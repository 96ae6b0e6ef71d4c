"""Makes columns of the data leaves of a sample, by each family of keys.

Next: `joining` makes one column of those that say the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from unmold.templates.model import FAMILIES, Selector
from unmold.templates.sample import BLOCK, CONTENT, JSON, TEXT, SamplePage

AGREEMENT = 0.95
"""The share of entries on which two columns that are one must agree. A guess."""
FIXED_COUNT = 0.8
"""The share of pages with the usual number of leaves, if each position is a column. A guess."""
MAX_POSITIONS = 30
"""Longer lists are lists, even of a fixed length. A guess."""
FEW_PAGES = 5
"""With fewer pages, hardly anything can be concluded from what repeats. A guess."""
OVERLAP = 0.2
"""From this share of values that come first here and later there, order says nothing. A guess."""

FEW_POSITIONS = 3
"""On few pages longer lists of the same length are lists all the same. A guess."""

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
        return next((number, cell[0]) for number, cell in enumerate(self.cells) if cell)


class Grouping:
    """The data leaves of all pages by each family of keys."""

    def __init__(self, pages: Sequence[SamplePage], texts: frozenset[int]) -> None:
        from unmold import _core

        self.pages = pages
        found = _core.group_leaves(
            [page.leaves for page in pages], texts, [*map(self._least_pages, range(len(FAMILIES)))]
        )
        self.groups = [{key: dict(by_page) for key, by_page in family} for family in found]
        self.labels: list[dict[int, int]] = []
        """For each page the labels of its leaves, those that have one."""
        self.next: dict[tuple[int, int, int], int] = {}
        """For page, label and kind the first leaf behind the label; all texts are of one kind."""
        for number, page in enumerate(pages):
            labels = {leaf: label for leaf, label, _, _ in page.data(texts) if label >= 0}
            for leaf, label in labels.items():
                self.next.setdefault((number, label, text_family(page.kinds[leaf][0])), leaf)
            self.labels.append(labels)

    def _least_pages(self, family: int) -> int:
        """On how many pages a key must be to make a column; what is named need not."""
        number = len(self.pages)
        if number < FEW_PAGES:
            return 1
        return 2 if family == 0 else max(2, round(0.1 * number))

    def columns(self, family: int) -> Iterator[Column]:
        """The columns that the keys of one family make."""
        for key, by_page in self.groups[family].items():
            is_usual = len(by_page) >= min(2, len(self.pages))
            if not is_usual and not self._is_named_by_itself(by_page):
                continue
            for take in self._takes(by_page):
                column = self._column(Selector(FAMILIES[family], key, take), by_page)
                if any(column.cells):
                    yield column

    def _is_named_by_itself(self, by_page: dict[int, list[int]]) -> bool:
        """Whether JSON-LD or microdata names leaves: of few pages, one suffices to know them."""
        page, leaves = next(iter(by_page.items()))
        return len(self.pages) < FEW_PAGES and self._has_name(page, leaves[0])

    def _has_name(self, page: int, leaf: int) -> bool:
        return self.pages[page].kinds[leaf][0] == JSON or bool(self._property(page, leaf))

    def _property(self, page: int, leaf: int) -> str:
        """The property of microdata that a leaf is."""
        return self.pages[page].hints[leaf].split("\t")[1]

    def is_named(self, column: Column) -> bool:
        """Whether few pages suffice to know a column, since JSON-LD or microdata names it."""
        return len(self.pages) < FEW_PAGES and self._has_name(*column.first_leaf())

    def _takes(self, by_page: dict[int, list[int]]) -> list[str | int]:
        page, leaves = next(iter(by_page.items()))
        kind = self.pages[page].kinds[leaves[0]][0]
        if kind == JSON:
            # A list in JSON-LD is one value of its name.
            return ["all"]
        usual = choose_positions([len(found) for found in by_page.values()])
        if usual != ["all", "first"]:
            return usual
        # The first of several paragraphs, links or images tells nothing that all do not.
        return usual if kind in (TEXT, CONTENT) and self._stands_out(by_page) else ["all"]

    def _stands_out(self, by_page: dict[int, list[int]]) -> bool:
        """Whether the first of several is of its own kind: elsewhere none of the others is it."""
        values = [
            [self.pages[page].values[leaf] for leaf in found] for page, found in by_page.items()
        ]
        first = {found[0] for found in values}
        others = {value for found in values for value in found[1:]}
        return len(first & others) < OVERLAP * len(first)

    def name_of(self, column: Column) -> str:
        """The path of a JSON-LD value, the name of a meta element."""
        page, leaf = column.first_leaf()
        return self.pages[page].names[leaf]

    def _column(self, selector: Selector, by_page: dict[int, list[int]]) -> Column:
        cells: Cells = [()] * len(self.pages)
        values: list[tuple[str, ...]] = [()] * len(self.pages)
        for number, leaves in by_page.items():
            cells[number] = chosen = tuple(selector.choose(leaves))
            values[number] = tuple(map(self.pages[number].values.__getitem__, chosen))
        return Column(cells, values, [selector])


def choose_positions(counts: Sequence[int]) -> list[str | int]:
    """How the leaves of a key are taken, by how many there are on each page."""
    by_count = Counter(counts)
    usual, times = by_count.most_common(1)[0]
    if usual == 1:
        return ["all"] if len(by_count) == 1 else ["all", "first"]
    most = FEW_POSITIONS if len(counts) < FEW_PAGES else MAX_POSITIONS
    if times >= FIXED_COUNT * len(counts) and usual <= most:
        return list(range(usual))
    return ["all", "first"]


def text_family(kind: int) -> int:
    """The kind, all texts as one."""
    return TEXT if kind in (BLOCK, CONTENT) else kind
