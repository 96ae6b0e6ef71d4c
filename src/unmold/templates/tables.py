"""Tables: the cells of repeated elements enter, child tables leave.

Leaves are grouped by the kind of their repeated ancestors. Of the kinds that overlap, the one whose
rows hold most data in common cells becomes the table. A value belongs to the row element it stands
in, so a missing price stays a missing price of its row. Next: `selection`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from unmold.templates.columns import Column, takes
from unmold.templates.model import Selector
from unmold.templates.sample import SamplePage

CELL_SHARE = 0.5
SURE_CELL_SHARE = 0.7
MIN_PAGE_SHARE = 0.1
MAX_TABLES = 6
MAX_CELLS = 12
MAX_FIXED = 12
HEADINGS = ("h2", "h3", "h4", "h5", "h6", "caption", "legend", "dt")

Row = tuple[int, int]
"""The number of a page and the node of the row element."""
Leaf = tuple[int, int]
"""The number of a page and the position of the leaf."""


@dataclass(slots=True)
class RowKind:
    """All rows of one kind in the sample: their leaves by cell."""

    key: int
    cells: dict[int, dict[Row, list[int]]] = field(default_factory=dict)
    rows: dict[Row, None] = field(default_factory=dict)
    """In document order."""

    def common_cells(self) -> dict[int, dict[Row, list[int]]]:
        enough = max(2, CELL_SHARE * len(self.rows))
        return {key: rows for key, rows in self.cells.items() if len(rows) > enough}

    def worth(self) -> float:
        """How much data the rows hold in common cells; lists in a cell count little."""
        return sum(_worth(rows) for rows in self.common_cells().values())

    def leaves(self) -> set[Leaf]:
        return {
            (row[0], leaf)
            for rows in self.cells.values()
            for row, leaves in rows.items()
            for leaf in leaves
        }


@dataclass(slots=True)
class TableColumns:
    """A table that is being made: its columns have one entry for each row."""

    key: int
    rows: list[Row]
    columns: list[Column]
    leaves: set[Leaf]
    heading: str = ""
    """The template's text that stands before the rows on most pages."""


def make_tables(pages: Sequence[SamplePage], texts: set[int]) -> list[TableColumns]:
    """The child tables of a sample, the richest first."""
    kinds = [kind for kind in _row_kinds(pages, texts) if _repeats(kind, len(pages))]
    kinds.sort(key=RowKind.worth, reverse=True)
    tables: list[TableColumns] = []
    taken: set[Leaf] = set()
    for kind in kinds:
        leaves = kind.leaves()
        # A kind whose leaves are mostly in a better table is nested in it, or around it.
        if len(tables) == MAX_TABLES or len(leaves & taken) > 0.3 * len(leaves):
            continue
        columns = _cell_columns(kind, pages)
        is_sure = any(column.filled >= SURE_CELL_SHARE * len(kind.rows) for column in columns)
        if len(columns) >= 2 and is_sure and not _is_chrome(kind, columns[0], len(pages)):
            tables.append(TableColumns(kind.key, list(kind.rows), columns, leaves))
            taken |= leaves
    _find_headings(tables, pages, texts)
    return tables


def _find_headings(
    tables: Sequence[TableColumns], pages: Sequence[SamplePage], texts: set[int]
) -> None:
    befores = [{leaf: before for leaf, _, before, _ in page.leaves.data(texts)} for page in pages]
    for table in tables:
        first: dict[int, int] = {}
        for page, leaf in table.leaves:
            first[page] = min(leaf, first.get(page, leaf))
        found = Counter(
            pages[page].values[befores[page][leaf]]
            for page, leaf in first.items()
            if _is_heading(pages[page], befores[page].get(leaf, -1))
        )
        if found and found.most_common(1)[0][1] > 0.5 * len(first):
            table.heading = found.most_common(1)[0][0]


def _is_heading(page: SamplePage, leaf: int) -> bool:
    """Whether a leaf is written as a heading; any other text before a table may be of a menu."""
    return leaf >= 0 and page.hints[leaf].split("\t")[0] in HEADINGS


def _row_kinds(pages: Sequence[SamplePage], texts: set[int]) -> list[RowKind]:
    kinds: dict[int, RowKind] = {}
    for number, page in enumerate(pages):
        for leaf, node, row_key, cell in page.leaves.cells(texts):
            kind = kinds.get(row_key)
            if kind is None:
                kind = kinds[row_key] = RowKind(row_key)
            row = (number, node)
            kind.rows[row] = None
            kind.cells.setdefault(cell, {}).setdefault(row, []).append(leaf)
    return list(kinds.values())


def _repeats(kind: RowKind, pages: int) -> bool:
    by_page = Counter(page for page, _ in kind.rows)
    repeated = sum(1 for count in by_page.values() if count >= 2)
    return len(kind.rows) >= 3 and repeated >= max(1, MIN_PAGE_SHARE * pages)


def _worth(rows: dict[Row, list[int]]) -> float:
    counts = [len(leaves) for leaves in rows.values()]
    usual = takes(counts)
    mean = sum(counts) / len(counts)
    each = len(usual) if isinstance(usual[0], int) and len(usual) <= MAX_FIXED else mean**0.5
    return len(rows) * float(each)


def _cell_columns(kind: RowKind, pages: Sequence[SamplePage]) -> list[Column]:
    """The columns of a table, without those that repeat another's values."""
    found: dict[tuple[tuple[str, ...], ...], Column] = {}
    cells = sorted(kind.common_cells().items(), key=lambda item: -len(item[1]))
    for key, rows in cells:
        for take in _cell_takes([len(leaves) for leaves in rows.values()]):
            column = _cell_column(Selector("cell", key, take), kind, rows, pages)
            if column.filled >= 2:
                found.setdefault(tuple(column.values), column)
    columns = [column for column in found.values() if len({*column.values} - {()}) > 1]
    return columns[:MAX_CELLS]


def _cell_takes(counts: Sequence[int]) -> list[str | int]:
    usual = takes(counts)
    if usual == ["all", "first"]:
        # A list in some rows only by accident, or really a list.
        return ["first"] if sum(counts) < 1.2 * len(counts) else ["all"]
    return usual if len(usual) <= MAX_FIXED else ["all"]


def _cell_column(
    selector: Selector, kind: RowKind, rows: dict[Row, list[int]], pages: Sequence[SamplePage]
) -> Column:
    cells = [tuple(selector.choose(rows.get(row, []))) for row in kind.rows]
    values = [
        tuple([pages[page].values[leaf] for leaf in cell])
        for (page, _), cell in zip(kind.rows, cells, strict=True)
    ]
    return Column(cells, values, [selector])


def _is_chrome(kind: RowKind, column: Column, pages: int) -> bool:
    """Whether most rows stand on most pages, as those of a menu do."""
    if pages < 3:
        return False
    on_pages: defaultdict[tuple[str, ...], set[int]] = defaultdict(set)
    for (page, _), value in zip(kind.rows, column.values, strict=True):
        on_pages[value].add(page)
    common = sum(1 for value in column.values if len(on_pages[value]) > 0.5 * pages)
    return common > 0.5 * len(column.values)
