"""Makes child tables with their columns of the rows that were chosen.

The native matcher that later extracts puts every leaf into its innermost row, so a value belongs to
the row it is in: a missing price stays a missing price of its row. Inside a row the columns are
keys of steps and label, as on the page; less exact keys join them as fall-backs. Next: `selection`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from unmold.templates.block_columns import join_blocks
from unmold.templates.columns import Column
from unmold.templates.model import CELL_FAMILIES, MatchedTable, RowKeys, Selector
from unmold.templates.nesting import TableRows, choose_tables
from unmold.templates.row_sets import find_row_sets
from unmold.templates.sample import HREF, SRC, SamplePage
from unmold.templates.selection import without_repeats
from unmold.templates.structure import Structure

if TYPE_CHECKING:
    from unmold._core import FoundTableColumn, LeafSample

MAX_CELLS = 12
"""Columns of a table; the ones that most rows fill. A guess."""
PAGES_CHECKED = 5
"""Pages on which tolerant keys are checked: all elements are looked at. A guess."""

TOLERANT = (2, 3)
"""The families of keys of rows that do not ask for the whole path."""


@dataclass(slots=True, eq=False)
class TableColumns:
    """A table that is being made: its columns have one entry for each row."""

    source: TableRows
    keys: tuple[int, ...]
    """The keys of its rows, from exact to tolerant."""

    parent: int
    """The number of the table around it, or -1."""

    rows: list[tuple[int, int]] = field(default_factory=list)
    """The page and the element of each."""

    columns: list[Column] = field(default_factory=list)
    leaves: list[set[int]] = field(default_factory=list)
    """By page those in its rows."""

    def add_shown(self, leaves: Sequence[set[int]]) -> None:
        """Add, by page, the leaves that are in a column."""
        for column in self.columns:
            for (page, _), cell in zip(self.rows, column.cells, strict=True):
                leaves[page].update(cell)

    @property
    def matcher_part(self) -> MatchedTable:
        """The table as the native matcher takes it."""
        rows = self.source.row_set
        return MatchedTable(RowKeys(self.keys), rows.is_group, self.parent, rows.is_named_by_texts)


def make_tables(
    pages: Sequence[SamplePage], leaves: LeafSample, texts: frozenset[int], structure: Structure
) -> list[TableColumns]:
    """The child tables of a sample, outer ones before those inside them."""
    from unmold import _core

    chosen = choose_tables(find_row_sets(pages, leaves, structure), pages)
    numbers = {table.key: number for number, table in enumerate(chosen)}
    tables = [
        TableColumns(table, _row_keys(table, pages), numbers.get(table.parent or 0, -1))
        for table in chosen
    ]
    matcher = _core.LeafMatcher(list(texts), [], [table.matcher_part for table in tables])
    values = [page.values for page in pages]
    found = leaves.table_columns(matcher, len(tables), values) if tables else []
    for table, (rows, inside, columns) in zip(tables, found, strict=True):
        table.rows, table.leaves = rows, inside
        table.columns = _best_columns([*map(_column, columns)], table, pages)
    return tables


def trim_tables(tables: Sequence[TableColumns], room: int) -> None:
    """Take columns, the least filled first, from tables until all have room; one stays in each."""
    columns = [
        (column.filled / len(table.rows), -number, table)
        for table in tables
        for number, column in enumerate(table.columns)
    ]
    surplus = len(columns) - room
    for _, _, table in sorted(columns, key=lambda entry: entry[:2]):
        if surplus > 0 and len(table.columns) > 2:
            table.columns.pop()
            surplus -= 1
    for table in reversed(tables):
        if surplus > 0 and table.columns:
            surplus -= len(table.columns)
            table.columns.clear()


def _row_keys(table: TableRows, pages: Sequence[SamplePage]) -> tuple[int, ...]:
    """The exact key of the rows, and tolerant ones if they mean nothing else on these pages."""
    from unmold import _core

    rows: defaultdict[int, list[int]] = defaultdict(list)
    for page, node in table.row_set.rows:
        rows[page].append(node)
    asked = list(rows)[:PAGES_CHECKED]
    leaves, nodes = [pages[page].leaves for page in asked], [rows[page] for page in asked]
    return (table.row_set.key, *_core.shared_row_keys(leaves, nodes, [*TOLERANT]))


def _column(found: FoundTableColumn) -> Column:
    selectors, cells, values, label = found
    ways = [Selector(CELL_FAMILIES[family], key, take) for family, key, take in selectors]
    return Column(cells, values, ways, label or "", is_labelled=label is not None)


def _best_columns(
    columns: Sequence[Column], table: TableColumns, pages: Sequence[SamplePage]
) -> list[Column]:
    """The best columns of a table, without those that repeat another's values."""
    whole = join_blocks(columns, [pages[page] for page, _ in table.rows])
    return without_repeats(whole, lambda column: _rank(column, table, pages))[:MAX_CELLS]


def _rank(column: Column, table: TableColumns, pages: Sequence[SamplePage]) -> float:
    """Columns that more rows fill come first, links and images after texts."""
    entry, leaf = column.first_leaf()
    kind = pages[table.rows[entry][0]].kinds[leaf][0]
    return column.filled / len(table.rows) - 0.5 * (kind in (HREF, SRC))
