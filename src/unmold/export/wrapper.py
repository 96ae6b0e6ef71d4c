"""The wrapper of a template: queries for its fields and tables, and how often each is right.

`synthesis` makes wrappers, `verification` fills in the shares, the writers turn them into files.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import field as default
from functools import lru_cache
from typing import Any

from parsel import Selector, css2xpath

from unmold.export import reading
from unmold.export.reading import Part
from unmold.templates.model import Field

# A promise to users rather than a measurement: one page in fifty may be odd.
GOOD_SHARE = 0.98
"""Fields that are right on fewer pages are flagged."""

NOWHERE = "/.."
"""An XPath that finds nothing."""

XPATH, CSS, JSON_LD = "xpath", "css", "json-ld"


@dataclass(frozen=True, slots=True)
class Query:
    """One way to find values on a page or in a row."""

    language: str
    """`xpath`, `css` as parsel knows it, or `json-ld`: a path into the page's structured data."""

    text: str
    index: int | None = None
    """Of what it finds, which is meant; None for all, or the first."""

    after: tuple[str, ...] = ()
    until: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    """Of what it finds, which part is meant, as `reading.Part` explains."""

    begins: str = ""
    marks: str = ""
    """A query for the texts at which the part begins and ends."""

    cost: float = default(default=0.0, compare=False)
    """The less the better: short queries that name things before long ones that count them."""

    @property
    def asked(self) -> str | Part:
        """The query as `reading` takes it: an XPath, or a part of what one finds."""
        text, marks = self._translated
        if self.index is not None and self.is_counted:
            return f"({text})[{self.index + 1}]"
        if self._is_part or self.index is not None:
            parts = (self.after, self.until, self.without)
            return Part(text, marks, *parts, self.index, self.begins)
        return text

    @property
    def xpath(self) -> str:
        """The XPath that is run."""
        asked = self.asked
        return asked.xpath if isinstance(asked, Part) else asked

    @property
    def _translated(self) -> tuple[str, str]:
        if self.language != CSS:
            return self.text, self.marks
        return as_xpath(self.text), as_xpath(self.marks) if self.marks else ""

    @property
    def is_counted(self) -> bool:
        """Whether the XPath itself says which result is meant."""
        return self.language == XPATH and self.index is not None and not self._is_part

    @property
    def _is_part(self) -> bool:
        return bool(self.after or self.until or self.without or self.begins)

    def find(self, page: Selector) -> list[str]:
        """All texts that it finds."""
        if self.language == JSON_LD:
            return reading.every_json(page, self.text)
        return reading.texts(page, self.asked)


@lru_cache(maxsize=4096)
def as_xpath(css: str) -> str:
    """CSS as parsel runs it; what it cannot run finds nothing, and is never chosen."""
    try:
        return css2xpath(css)
    except SyntaxError:
        return NOWHERE


@dataclass(slots=True)
class Share:
    """On how many pages a field has unmold's value, of those where either finds one."""

    right: int = 0
    pages: int = 0

    @property
    def value(self) -> float:
        return self.right / self.pages if self.pages else 1.0

    def add(self, is_right: bool) -> None:
        self.right += is_right
        self.pages += 1


@dataclass(slots=True)
class FieldWrapper:
    """A field, and the queries that are asked for it in turn."""

    field: Field
    queries: list[Query]
    share: Share = default(default_factory=Share)

    @property
    def is_flagged(self) -> bool:
        return self.share.value < GOOD_SHARE

    def read(self, page: Selector) -> str | list[str] | None:
        """The value on a page or in a row; None where there is none."""
        found = next((texts for query in self.queries if (texts := query.find(page))), [])
        values = [reading.without_prefix(text, self.field.prefix) for text in found]
        if self.field.is_list:
            return values or None
        return values[0] if values else None


@dataclass(slots=True)
class TableWrapper:
    """A repeated part: the queries that find its rows, and what is read in each."""

    name: str
    rows: list[Query]
    fields: list[FieldWrapper]
    tables: list[TableWrapper]

    def columns(self) -> Iterator[FieldWrapper]:
        """Its fields, and those of the tables inside it."""
        waiting = [self]
        while waiting:
            table = waiting.pop()
            yield from table.fields
            waiting += table.tables

    def read(self, page: Selector) -> list[dict[str, Any]]:
        """The rows that say anything."""
        found = reading.rows(page, *(query.xpath for query in self.rows))
        read = (read_all(row, self.fields, self.tables) for row in found)
        return [row for row in read if row]


@dataclass(slots=True)
class TemplateWrapper:
    """All that is exported of one template."""

    template: str
    site: str
    pages: int
    fields: list[FieldWrapper]
    tables: list[TableWrapper]
    marks: dict[str, float] = default(default_factory=dict)
    """Queries for what is on its pages, with the share of pages that have it."""

    def read(self, page: Selector) -> dict[str, Any]:
        """What the page says, as unmold's `values` are."""
        return read_all(page, self.fields, self.tables)

    def columns(self) -> Iterator[tuple[str, FieldWrapper]]:
        """All fields with their names, those of tables as `table.field`."""
        yield from ((one.field.name, one) for one in self.fields)
        waiting = [(table.name, table) for table in reversed(self.tables)]
        while waiting:
            name, table = waiting.pop()
            yield from ((f"{name}.{one.field.name}", one) for one in table.fields)
            waiting += [(f"{name}.{inner.name}", inner) for inner in reversed(table.tables)]


def read_all(
    page: Selector, fields: list[FieldWrapper], tables: list[TableWrapper]
) -> dict[str, Any]:
    """The values of fields and tables that are there."""
    found: dict[str, Any] = {one.field.name: one.read(page) for one in fields}
    found |= {table.name: table.read(page) for table in tables}
    return {name: value for name, value in found.items() if value}
