"""Makes child tables with their columns of the rows that were chosen.

The native matcher that later extracts puts every leaf into its innermost row, so a value belongs to
the row it is in: a missing price stays a missing price of its row. Inside a row the columns are
keys of steps and label, as on the page; less exact keys join them as fall-backs. Next: `selection`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from unmold.templates.block_columns import join_blocks
from unmold.templates.columns import AGREEMENT, Cells, Column, choose_positions
from unmold.templates.model import CELL_FAMILIES, MatchedTable, RowKeys, Selector
from unmold.templates.nesting import TableRows, choose_tables
from unmold.templates.row_kinds import Leaf, find_row_kinds
from unmold.templates.sample import HREF, SRC, SamplePage
from unmold.templates.selection import without_repeats
from unmold.templates.structure import Structure

MIN_CELL_SHARE = 0.08
"""The share of rows that fill a column worth having. A guess."""
MAX_CELLS = 12
"""Columns of a table; the ones that most rows fill. A guess."""
MAX_FIXED = 12
"""More leaves in each row are a list, not columns. A guess."""
LIST_MEAN = 1.2
"""With fewer leaves in a cell on average, several are an accident. A guess."""
PAGES_CHECKED = 5
"""Pages on which tolerant keys are checked: all elements are looked at. A guess."""

TOLERANT = (2, 3)
"""The families of keys of rows that do not ask for the whole path."""

PLACE = 1
"""The family of keys that tell leaves of the same steps apart by their positions."""


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
    leaves: set[Leaf] = field(default_factory=set)
    cells: list[dict[int, dict[int, list[int]]]] = field(
        default_factory=lambda: [{} for _ in CELL_FAMILIES]
    )
    """For each family of keys the leaves by key and number of the row."""

    labels: dict[Leaf, int] = field(default_factory=dict)

    def shown(self) -> set[Leaf]:
        """The leaves that are in a column."""
        return {
            (page, leaf)
            for column in self.columns
            for (page, _), cell in zip(self.rows, column.cells, strict=True)
            for leaf in cell
        }

    @property
    def matcher_part(self) -> MatchedTable:
        """The table as the native matcher takes it."""
        kind = self.source.kind
        return MatchedTable(
            RowKeys(self.keys), kind.is_group, self.parent, kind.is_named_by_texts()
        )


def make_tables(
    pages: Sequence[SamplePage], texts: frozenset[int], structure: Structure
) -> list[TableColumns]:
    """The child tables of a sample, outer ones before those inside them."""
    chosen = choose_tables(find_row_kinds(pages, texts, structure), pages)
    numbers = {table.key: number for number, table in enumerate(chosen)}
    everywhere = _RowKeys(pages)
    tables = [
        TableColumns(table, _row_keys(table, everywhere), numbers.get(table.parent or 0, -1))
        for table in chosen
    ]
    _assign(tables, pages, texts)
    for table in tables:
        table.columns = _columns(table, pages)
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


class _RowKeys:
    """The keys of all elements of pages, read once for all tables."""

    def __init__(self, pages: Sequence[SamplePage]) -> None:
        self._pages = pages
        self._found: dict[int, Sequence[Sequence[int]]] = {}

    def of(self, page: int) -> Sequence[Sequence[int]]:
        """By node."""
        from unmold import _core

        if page not in self._found:
            nodes = list(range(len(self._pages[page].parents)))
            (keys,) = _core.element_keys([self._pages[page].leaves], [nodes], are_rows=True)
            self._found[page] = keys
        return self._found[page]


def _row_keys(table: TableRows, everywhere: _RowKeys) -> tuple[int, ...]:
    """The exact key of the rows, and tolerant ones if they mean nothing else on these pages."""
    rows: defaultdict[int, list[int]] = defaultdict(list)
    for page, node in table.kind.rows:
        rows[page].append(node)
    asked = list(rows)[:PAGES_CHECKED]
    own = [everywhere.of(page)[node] for page in asked for node in rows[page]]
    kept = [table.kind.key]
    for family in TOLERANT:
        tolerant = {keys[family] for keys in own}
        if len(tolerant) != 1 or 0 in tolerant:
            continue
        meant = {
            keys[0] for page in asked for keys in everywhere.of(page) if keys[family] in tolerant
        }
        if meant <= {keys[0] for keys in own}:
            kept += tolerant
    return tuple(kept)


def _assign(
    tables: Sequence[TableColumns], pages: Sequence[SamplePage], texts: frozenset[int]
) -> None:
    """Put the leaves of all pages into the rows of the tables."""
    from unmold import _core

    matcher = _core.LeafMatcher(list(texts), [], [table.matcher_part for table in tables])
    for number, (cells, rows) in enumerate(matcher.assign([page.leaves for page in pages])):
        places = []
        for table, node, _ in rows:
            places.append((tables[table], len(tables[table].rows)))
            tables[table].rows.append((number, node))
        for leaf, row, keys, label in cells:
            owner, place = places[row]
            owner.leaves.add((number, leaf))
            if label >= 0:
                owner.labels[number, leaf] = label
            for family, key in zip(owner.cells, keys, strict=True):
                if key:
                    family.setdefault(key, {}).setdefault(place, []).append(leaf)


def _columns(table: TableColumns, pages: Sequence[SamplePage]) -> list[Column]:
    """The columns of a table, without those that repeat another's values."""
    enough = max(2, MIN_CELL_SHARE * len(table.rows))
    columns = [
        column
        for column in _primary_columns(table, pages)
        if column.filled >= enough and len({*column.values} - {()}) > 1
    ]
    _join_fallbacks(columns, table, pages)
    for column in columns:
        _find_label(column, table, pages)
    columns = join_blocks(columns, [pages[page] for page, _ in table.rows])
    columns = without_repeats(columns, lambda column: _rank(column, table, pages))
    return columns[:MAX_CELLS]


def _rank(column: Column, table: TableColumns, pages: Sequence[SamplePage]) -> float:
    """Columns that more rows fill come first, links and images after texts."""
    entry, leaf = column.first_leaf()
    kind = pages[table.rows[entry][0]].kinds[leaf][0]
    return column.filled / len(table.rows) - 0.5 * (kind in (HREF, SRC))


def _primary_columns(table: TableColumns, pages: Sequence[SamplePage]) -> Iterator[Column]:
    places = _by_leaf(table)
    for key, rows in table.cells[0].items():
        take = _take([len(leaves) for leaves in rows.values()])
        if take is not None:
            yield _column(Selector(CELL_FAMILIES[0], key, take), table, rows, pages)
            continue
        found = {
            places[table.rows[row][0], leaf] for row, leaves in rows.items() for leaf in leaves
        }
        for place in sorted(found):
            selector = Selector(CELL_FAMILIES[PLACE], place, "first")
            yield _column(selector, table, table.cells[PLACE][place], pages)


def _by_leaf(table: TableColumns) -> dict[Leaf, int]:
    """The key of each leaf's position in its row."""
    return {
        (table.rows[row][0], leaf): key
        for key, rows in table.cells[PLACE].items()
        for row, leaves in rows.items()
        for leaf in leaves
    }


def _take(counts: Sequence[int]) -> str | None:
    """How the leaves of a cell are taken; None if each is a column of its own."""
    usual = choose_positions(counts)
    if usual == ["all"]:
        return "all"
    if isinstance(usual[0], int) and 1 < len(usual) <= MAX_FIXED:
        return None
    # A list in some rows only by accident, or really a list.
    return "first" if sum(counts) < LIST_MEAN * len(counts) else "all"


def _column(
    selector: Selector,
    table: TableColumns,
    rows: dict[int, list[int]],
    pages: Sequence[SamplePage],
) -> Column:
    cells: Cells = [()] * len(table.rows)
    values: list[tuple[str, ...]] = [()] * len(table.rows)
    for row, leaves in rows.items():
        cells[row] = chosen = tuple(selector.choose(leaves))
        values[row] = tuple(map(pages[table.rows[row][0]].values.__getitem__, chosen))
    return Column(cells, values, [selector])


def _join_fallbacks(
    columns: Sequence[Column], table: TableColumns, pages: Sequence[SamplePage]
) -> None:
    """Let less exact keys of a cell answer where they never say anything else."""
    by_value: defaultdict[tuple[int, tuple[str, ...]], list[Column]] = defaultdict(list)
    for column in columns:
        for row, values in enumerate(column.values):
            if values:
                by_value[row, values].append(column)
    for family in range(PLACE + 1, len(CELL_FAMILIES)):
        for key, rows in table.cells[family].items():
            take = "first" if max(map(len, rows.values())) == 1 else "all"
            other = _column(Selector(CELL_FAMILIES[family], key, take), table, rows, pages)
            agreed = Counter(
                column
                for row, values in enumerate(other.values)
                if values
                for column in by_value.get((row, values), ())
            )
            for column, times in agreed.items():
                if times >= AGREEMENT * other.filled and times == column.filled:
                    column.selectors += other.selectors


def _find_label(column: Column, table: TableColumns, pages: Sequence[SamplePage]) -> None:
    """The label that most cells of a column have in their row."""
    counts: Counter[str] = Counter()
    for (page, _), cell in zip(table.rows, column.cells, strict=True):
        label = table.labels.get((page, cell[0])) if cell else None
        if label is not None:
            counts[pages[page].values[label]] += 1
    if counts and counts.total() > 0.5 * column.filled:
        column.label, column.is_labelled = counts.most_common(1)[0][0], True
