"""The template that users get: texts, fields and tables, each with how it is found on a page.

`induce` makes templates, `template_file` keeps them, `unmold.records` applies them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from unmold.templates.looks import Looks

Item = TypeVar("Item")

FAMILIES = ("tail+label", "tail+text", "path+label", "classes", "text+distance", "place")
"""What the keys of a selector are made of, from tolerant to exact."""

CELL_FAMILIES = ("cell", "cell+place", "cell+nearest", "cell+label")
"""What the keys inside a row are made of: steps, places, the nearest step, a label."""

REGION = "region"
"""The family of what is found by the element that holds it."""

TYPES = ("text", "number", "price", "date", "url", "image", "boolean", "enumeration")


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
    """Where a free text stands: in one element, without some inside it."""

    keys: tuple[int, ...]
    """The keys of the element; the first that stands on a page counts there."""
    anchor: int = 0
    """A template text that stands in the element; 0 if its keys suffice."""
    after: int = 0
    """The template text behind which it begins; 0 if it begins with its element."""
    until: tuple[int, ...] = ()
    """The template texts at which it ends."""
    without: tuple[int, ...] = ()
    """The keys of elements inside that are no part of it."""


@dataclass(frozen=True, slots=True)
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
    """Where the text stands, if it is all the text of a part of the page."""

    source: str = "text"
    """Where the values stand: `text`, `block`, `href`, `src`, `alt`, `meta`, `json-ld`, ..."""


@dataclass(frozen=True, slots=True)
class Table:
    """A repeated part: one row for each repeated element that holds one of its fields."""

    id: str
    name: str
    fields: tuple[Field, ...]
    rows: float = 0.0
    """Rows on a page of the sample that has any, on average."""

    tables: tuple[Table, ...] = ()
    """Repeated parts inside a row."""

    keys: tuple[int, ...] = ()
    """By which rows are found; the first that stands on a page counts there."""

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


@dataclass(frozen=True, slots=True)
class Template:
    """What the pages of one cluster share, and where they differ."""

    id: str
    site: str
    pages: int
    """How many pages it was learned from."""

    texts: tuple[TemplateText, ...] = field(repr=False)
    fields: tuple[Field, ...]
    tables: tuple[Table, ...] = ()
    problems: tuple[str, ...] = ()
    looks: Looks | None = field(default=None, repr=False, compare=False)
    """What distinguishes its pages from others; None for a template that only applies."""

    tier: int = 2
    """1 for the tables that a person would keep, 2 for everything that was found."""

    first: Template | None = field(default=None, repr=False)
    """The first tier: the same pages, as the tables that a person would keep."""

    @property
    def best(self) -> Template:
        """The first tier; the template itself where it has none."""
        return self.first or self

    def of_tier(self, tier: int) -> Template:
        """The template as one tier shows it."""
        return self.best if tier == 1 else self

    def column_names(self) -> Iterator[str]:
        """The names of all columns; those of tables as `table.column`."""
        yield from (name for name, _ in self.columns())

    def columns(self) -> Iterator[tuple[str, Field]]:
        """All fields with their names; those of tables as `table.column`."""
        yield from ((column.name, column) for column in self.fields)
        for name, table in self.all_tables():
            yield from ((f"{name}.{column.name}", column) for column in table.fields)

    def all_tables(self) -> Iterator[tuple[str, Table]]:
        """All tables with their names, outer ones first; one in another as `outer.inner`."""
        waiting = [(table.name, table) for table in reversed(self.tables)]
        while waiting:
            name, table = waiting.pop()
            yield name, table
            waiting += [(f"{name}.{inner.name}", inner) for inner in reversed(table.tables)]

    def save(self, path: str | Path) -> None:
        """Write the template to a JSON file."""
        from unmold.templates.template_file import write_template

        write_template(self, Path(path))

    @classmethod
    def load(cls, path: str | Path) -> Template:
        """Read a template that `save` wrote."""
        from unmold.templates.template_file import read_template

        return read_template(Path(path))
