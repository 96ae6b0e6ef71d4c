"""The template that users get: texts, fields and tables, each with how it is found on a page.

`induce` makes templates, `template_file` keeps them, `unmold.records` applies them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from unmold.notebook import count_more, show_table
from unmold.templates.parts import (
    CELL_FAMILIES,
    FAMILIES,
    REGION,
    TYPES,
    Field,
    MatchedTable,
    Region,
    RowKeys,
    Selector,
    Table,
    TemplateText,
)
from unmold.templates.signature import Signature
from unmold.templates.template_file import (
    parse_template,
    read_template,
    template_bytes,
    write_template,
)

__all__ = [
    "CELL_FAMILIES",
    "FAMILIES",
    "REGION",
    "TYPES",
    "Field",
    "MatchedTable",
    "Region",
    "RowKeys",
    "Selector",
    "Table",
    "Template",
    "TemplateText",
]

_SHOWN = 60
"""Columns that a notebook shows of a template."""
_NAMED = 12
"""Columns that are named where a template is printed."""
_EXAMPLES = 3
"""Examples of each."""


@dataclass(frozen=True, slots=True, repr=False)
class Template:
    """What the pages of one cluster share, and where they differ."""

    id: str
    """Made by unmold, and never another's."""

    site: str
    pages: int
    """How many pages it was learned from."""

    texts: tuple[TemplateText, ...] = field(repr=False)
    fields: tuple[Field, ...]
    tables: tuple[Table, ...] = ()
    problems: tuple[str, ...] = ()
    signature: Signature | None = field(default=None, repr=False, compare=False)
    """What distinguishes its pages from others; None for a template that only applies."""

    tier: int = 2
    """1 for the tables that a person would keep, 2 for everything that was found."""

    first: Template | None = field(default=None, repr=False)
    """The first tier: the same pages, as the tables that a person would keep."""

    name: str = ""
    """What its pages are, as `products`: a plain SQL name. The id where nobody gave one."""

    def __post_init__(self) -> None:
        if not self.name:
            object.__setattr__(self, "name", self.id)

    def named(self, name: str, id: str | None = None) -> Template:
        """The same template under another name, and perhaps another id."""
        first = self.first and self.first.named(name, id)
        return replace(self, id=self.id if id is None else id, name=name, first=first)

    @property
    def best(self) -> Template:
        """The first tier; the template itself where it has none."""
        return self.first or self

    def of_tier(self, tier: int) -> Template:
        """The template as one tier shows it."""
        return self.best if tier == 1 else self

    def rename(self, column: str, name: str) -> Template:
        """The template with a column called something else; `table.column` names one of a table.

        The column keeps its id. Of a workspace's template this is an edit, which stays.

        >>> from unmold import induce_template
        >>> pages = [f"<h1>Book {n}</h1><p>Price: <b>${n}.50</b></p>".encode() for n in range(5, 9)]
        >>> list(induce_template(pages).rename("price", "cost").best.column_names())
        ['title', 'cost']
        """
        from unmold.templates.changed_columns import rename_column

        return rename_column(self, column, name)

    def drop(self, *columns: str) -> Template:
        """The template without some columns, or without a whole table.

        Of a workspace's template this is an edit: the columns are hidden, and can be shown again.
        """
        from unmold.templates.changed_columns import drop_columns

        return drop_columns(self, columns)

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

    def __repr__(self) -> str:
        """What it is of, and its best columns; `columns()` has everything about each."""
        names = list(self.best.column_names())
        more = [f"and {len(names) - _NAMED} more"] if len(names) > _NAMED else []
        head = f"{self.name}: template of {self.site}, learned from {self.pages:,} pages"
        return f"<{head}; {', '.join(names[:_NAMED] + more)}>"

    def _repr_html_(self) -> str:
        columns = list(self.best.columns())
        rows = [
            (name, one.type, f"{one.fill:.0%}", ", ".join(one.examples[:_EXAMPLES]))
            for name, one in columns[:_SHOWN]
        ]
        title = f"{self.name}: template of {self.site}, learned from {self.pages:,} pages"
        head = ("column", "type", "filled", "examples")
        return show_table(title, head, rows, count_more(len(columns), len(rows), "column"))

    def save(self, path: str | Path) -> None:
        """Write the template to a JSON file."""
        write_template(self, Path(path))

    @classmethod
    def load(cls, path: str | Path) -> Template:
        """Read a template that `save` wrote."""
        return read_template(Path(path), cls)

    def to_bytes(self) -> bytes:
        """What `save` writes."""
        return template_bytes(self)

    @classmethod
    def from_bytes(cls, data: bytes) -> Template:
        """The template that `to_bytes` gave."""
        return parse_template(data, cls, "the template")
