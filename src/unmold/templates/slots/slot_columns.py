"""Columns and tables that are wanted, before anybody knows how they are found again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from unmold.templates.slots.alignment import Slot
from unmold.templates.slots.outline import Element

Entry = tuple[int, int]
"""The number of a page and the node of its row; node -1 for the page itself."""
Identity = tuple[int, int, str, str]
"""What distinguishes a column from others: slot, part, mark, form."""


@dataclass(slots=True, eq=False)
class SlotColumn:
    """A column that is wanted: for each entry the leaves that are its values."""

    slot: Slot
    cells: dict[Entry, tuple[int, ...]]
    form: str
    """`value`, `list`, `text`, `link`, `image`, or `images` for those inside a text."""
    label: str = ""
    heading: str = ""
    """What the heading of its element says: it names the column, but no more."""
    header: str = ""
    """What the first row of its table says above it, if that names columns."""
    part: int = -1
    """Which part of a line it is; -1 for all of it."""
    mark: str = ""
    """The inline markup around a part; `img` for the words of an image."""
    order: float = 0.0
    """Where on the page it stands: the first leaf, in the median."""
    texts: dict[Entry, str] = field(default_factory=dict)
    """What the cells say; the values of a list in lines of their own."""
    regions: list[Slot] = field(default_factory=list)
    """For a text: slots inside that do not belong to it."""
    name: str = ""
    """What it is called whatever else would name it; empty for most."""
    is_heading: bool = False
    """Whether it is the first heading of a text, and worth having only as the title."""
    is_label: bool = False
    """Whether it says what labels say: words of the template, wherever else they stand."""

    after: str = ""
    before: str = ""
    """The words of a text between which the value stands, if it is not all of it."""

    @property
    def is_cut(self) -> bool:
        """Whether the value is a part of its text."""
        return bool(self.after or self.before)

    def identity(self) -> Identity:
        """What distinguishes the column from others."""
        return id(self.slot), self.part, self.mark, self.form


@dataclass(slots=True, eq=False)
class SlotTable:
    """A child table: the slot whose elements are its rows."""

    slot: Slot | None
    parent: SlotTable | None
    columns: list[SlotColumn] = field(default_factory=list)
    tables: list[SlotTable] = field(default_factory=list)
    name: str = ""
    """The label above it, if there is one."""
    is_specification: bool = False
    """Whether its rows are labels with values."""
    rows: set[Element] = field(init=False)
    """The elements that are rows."""
    depth: int = field(init=False)
    """How many tables it stands in."""

    def __post_init__(self) -> None:
        self.depth = self.parent.depth + 1 if self.parent is not None else 0
        self.rows = set(self.slot.elements) if self.slot is not None else set()

    def entry(self, element: Element) -> Entry:
        """The row that an element stands in."""
        if self.slot is None:
            return element.page, -1
        current: Element | None = element
        while current is not None and current not in self.rows:
            current = current.parent
        return (element.page, current.node) if current is not None else (element.page, -2)


def all_tables(table: SlotTable) -> Iterator[SlotTable]:
    """The tables inside a table, at any depth."""
    for inner in table.tables:
        yield inner
        yield from all_tables(inner)


def all_columns(table: SlotTable) -> Iterator[SlotColumn]:
    """The columns of a table and of all inside it."""
    yield from table.columns
    for inner in all_tables(table):
        yield from inner.columns


def is_called(slot: Slot | None, pattern: re.Pattern[str], levels: int = 4) -> bool:
    """Whether a class or id of a slot, or of one near around it, has such a word."""
    for _ in range(levels):
        if slot is None or slot.tag == "body":
            return False
        if _has_word(slot.words, pattern):
            return True
        slot = slot.parent
    return False


@lru_cache(maxsize=4_096)
def _has_word(words: tuple[str, ...], pattern: re.Pattern[str]) -> bool:
    return any(map(pattern.search, words))


BYLINE = re.compile(r"(?:^|[-_])(?:author|byline)(?:[-_]name)?$", re.IGNORECASE)
"""Classes of who wrote something: worth having even if it is always the same person."""


@lru_cache(maxsize=20_000)
def bare_text(text: str) -> str:
    """A text without case, and without the signs around it."""
    return " ".join(text.casefold().split()).strip(" .,:;|»«›‹·–—-")
