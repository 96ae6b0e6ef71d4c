"""What templates are made of: selectors, fields, tables and texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

Item = TypeVar("Item")

FAMILIES = ("tail+label", "tail+text", "path+label", "classes", "text+distance", "place")
"""What the keys of a selector are made of, from tolerant to exact."""

CELL_FAMILIES = ("cell", "cell+place", "cell+nearest", "cell+label")
"""What the keys inside a row are made of: steps, places, the nearest step, a label."""

REGION = "region"
"""The family of what is found by the element that holds it."""

WAYS = {
    "tail+label": "the nearest elements around it and its label",
    "tail+text": "the nearest elements around it and the text before it",
    "path+label": "all elements around it and its label",
    "classes": "the classes of all elements around it",
    "text+distance": "the text before it and how far that is",
    "place": "its place in the document",
    "cell": "the elements between it and its row",
    "cell+place": "its place in its row",
    "cell+nearest": "the element around it in its row",
    "cell+label": "its label in its row",
    REGION: "the element that holds it",
}
"""What a selector of each family looks at, in words."""

TYPES = ("text", "number", "price", "date", "url", "image", "boolean")


@dataclass(frozen=True, slots=True)
class Selector:
    """One way to find a value: leaves with this key, and which of them."""

    family: str
    key: int
    take: str | int = "all"
    """`all`, `first`, or a position."""

    def choose(self, leaves: Sequence[Item]) -> Sequence[Item]:
        """The leaves that are meant, of those with the key."""
        if self.take == "all":
            return leaves
        position = self.take if isinstance(self.take, int) else 0
        return leaves[position : position + 1]


@dataclass(frozen=True, slots=True)
class Region:
    """Where a free text is: in one element, without some inside it."""

    keys: tuple[int, ...]
    """The keys of the element; the first that is on a page counts there."""
    anchor: int = 0
    """A template text that is in the element; 0 if its keys suffice."""
    after: int = 0
    """The template text behind which it begins; 0 if it begins with its element."""
    until: tuple[int, ...] = ()
    """The template texts at which it ends."""
    without: tuple[int, ...] = ()
    """The keys of elements inside that are no part of it."""


@dataclass(frozen=True, slots=True, repr=False)
class Field:
    """A variant slot of a template: one column of its records."""

    id: str
    """Stable: made of the key by which the value is found first."""

    name: str
    type: str
    selectors: tuple[Selector, ...]
    """In the order in which they are asked; the first that finds something answers."""

    is_list: bool = False
    is_joined: bool = False
    """Whether all selectors answer together, in the order of the page."""
    is_line: bool = False
    """Whether a value is always a whole line, with all markup in it."""
    fill: float = 0.0
    """The share of the sample's pages (or rows) that fill it."""

    examples: tuple[str, ...] = ()
    prefix: str = ""
    """What every value begins with and is split off."""

    suffix: str = ""
    """What nearly every value ends with and is split off."""

    after: str = ""
    before: str = ""
    """Where a value is a part of its text: the words between which it stands."""

    number_format: str = "point"
    """The decimal sign: `point` or `comma`."""

    date_order: str = "month-first"
    is_whole: bool = False
    """Whether numbers have no fraction."""

    currency: str = ""
    """What a sign that several currencies share, as `$` and `kr`, stands for; empty: the usual."""

    is_constant: bool = False
    is_noise: bool = False
    region: Region | None = None
    """Where the text is, if it is all the text of a part of the page."""

    source: str = "text"
    """Where the values are: `text`, `block`, `href`, `src`, `alt`, `meta`, `json-ld`, ..."""

    def __repr__(self) -> str:
        """What the column is, not how it is found."""
        kind = f"list of {self.type}" if self.is_list else self.type
        example = f", as {self.examples[0][:40]!r}" if self.examples else ""
        return f"<{self.name}: {kind}, filled {self.fill:.0%}{example}>"


@dataclass(frozen=True, slots=True)
class RowKeys:
    """How the rows of a table are found on a page."""

    keys: tuple[int, ...] = ()
    """Of their elements, the most exact first; the first that is on a page counts there."""

    after: int = 0
    """The template text behind which the rows are; 0 if they may be anywhere."""

    until: tuple[int, ...] = ()
    """The template texts at which they end."""


@dataclass(frozen=True, slots=True)
class MatchedTable:
    """A table as the native matcher takes it."""

    rows: RowKeys
    is_group: bool
    parent: int
    """The number of the table around it, or -1."""

    takes_labels: bool


@dataclass(frozen=True, slots=True)
class Table:
    """A repeated part: one row for each repeated element that holds one of its fields."""

    id: str
    name: str
    fields: tuple[Field, ...]
    rows: float = 0.0
    """Rows on a page of the sample that has any, on average; of a long list, those learned from."""

    tables: tuple[Table, ...] = ()
    """Repeated parts inside a row."""

    found_by: RowKeys = RowKeys()
    is_group: bool = False
    """Whether a row is one of these elements and the siblings up to the next."""

    takes_labels: bool = False
    """Whether labels in a row are data, too: they say what the row is about."""


@dataclass(frozen=True, slots=True)
class TemplateText:
    """A text that the template itself says."""

    key: int
    text: str
    share: float
