"""What templates read of one page, as the native core says it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from unmold.overlay.cleaning import frame_address
from unmold.templates.compiled import compile_template
from unmold.templates.model import Field, Table, Template

if TYPE_CHECKING:
    from unmold._core import OverlaidTemplate
    from unmold.model import Page
    from unmold.settings import Limits

TEXT, BLOCK = 0, 1
"""The kinds of leaves that are texts; others are attributes, meta elements and linked data."""

ATTRIBUTES = {2: "href", 3: "src", 4: "alt", 5: "title", 6: "content"}

NO_ROW = -1


class Piece(NamedTuple):
    """A part of one text of the frame, or an element of it (`node` is -1)."""

    mark: int
    node: int
    start: int
    end: int


class Leaf(NamedTuple):
    """A text, block, attribute or machine-readable value of the page."""

    kind: int
    value: str
    xpath: str
    pieces: list[Piece]
    why: str | None
    """Why it cannot be seen; None if it can."""

    @property
    def attribute(self) -> str | None:
        return ATTRIBUTES.get(self.kind)


class Spot(NamedTuple):
    """A leaf that is, or belongs to, one value of a record."""

    column: int
    row: int
    item: int
    leaf: int
    value: str
    pieces: list[Piece]
    why: str | None


class Row(NamedTuple):
    """A row that holds anything."""

    number: int
    table: int
    parent: int
    position: int
    mark: int
    xpath: str


class ReadyTemplate:
    """A template made ready to be looked for on pages."""

    def __init__(self, template: Template, *, include_noise: bool = False) -> None:
        self.template = template
        self.native = compile_template(template, include_noise=include_noise)
        self.fields = [field for _, field in template.columns()]
        self._columns = {id(field): number for number, field in enumerate(self.fields)}
        tables = [table for _, table in template.all_tables()]
        self._tables = {id(table): number for number, table in enumerate(tables)}

    def column_of(self, field: Field) -> int:
        """The number of a field of this template."""
        return self._columns[id(field)]

    def table_of(self, table: Table) -> int:
        """The number of a table of this template."""
        return self._tables[id(table)]


@dataclass
class Reading:
    """What one template reads of the page."""

    ready: ReadyTemplate
    spots: list[Spot]
    rows: list[Row]
    is_fixed: list[bool]

    @classmethod
    def of(cls, ready: ReadyTemplate, found: OverlaidTemplate) -> Reading:
        spots, rows, is_fixed = found
        return cls(
            ready,
            [Spot(*one[:5], [Piece(*piece) for piece in one[5]], one[6]) for one in spots],
            [Row(*one) for one in rows],
            is_fixed,
        )

    @cached_property
    def _by_cell(self) -> dict[tuple[int, int], list[Spot]]:
        cells: dict[tuple[int, int], list[Spot]] = defaultdict(list)
        for spot in self.spots:
            cells[spot.row, spot.column].append(spot)
        return cells

    @cached_property
    def _inside(self) -> dict[tuple[int, int], list[Row]]:
        inside: dict[tuple[int, int], list[Row]] = defaultdict(list)
        for row in sorted(self.rows):
            inside[row.table, row.parent].append(row)
        return inside

    def cell(self, field: Field, row: int) -> list[Spot]:
        """What fills a field in a row."""
        return self._by_cell.get((row, self.ready.column_of(field)), [])

    def rows_in(self, table: Table, around: int) -> list[Row]:
        """The rows of a table inside a row, in the order of the page."""
        return self._inside.get((self.ready.table_of(table), around), [])


def read_places(
    ready: list[ReadyTemplate], page: Page, limits: Limits
) -> tuple[list[Leaf], list[Reading]]:
    """All leaves of a page, and what each template reads of it."""
    from unmold import _core

    leaves, found = _core.overlay_page(
        [one.native for one in ready], page.data, page.charset, frame_address(page), limits
    )
    return (
        [Leaf(*one[:3], [Piece(*piece) for piece in one[3]], one[4]) for one in leaves],
        [Reading.of(one, explained) for one, explained in zip(ready, found, strict=True)],
    )
