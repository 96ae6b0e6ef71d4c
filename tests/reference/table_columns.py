"""The columns of child tables, with a dense column over all rows for every key.

Twin of `table_columns` of `unmold._core.LeafSample`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from reference.page_columns import choose_positions
from unmold import _core
from unmold.templates.columns import Cells, Column
from unmold.templates.model import CELL_FAMILIES, MatchedTable, Selector
from unmold.templates.sample import SamplePage

AGREEMENT = 0.95
MIN_CELL_SHARE = 0.08
MAX_FIXED = 12
LIST_MEAN = 1.2
PLACE = 1
Leaf = tuple[int, int]


@dataclass
class TableColumns:
    """The rows of a table, and the leaves in them."""

    rows: list[tuple[int, int]] = field(default_factory=list)
    leaves: set[Leaf] = field(default_factory=set)
    cells: list[dict[int, dict[int, list[int]]]] = field(
        default_factory=lambda: [{} for _ in CELL_FAMILIES]
    )
    labels: dict[Leaf, int] = field(default_factory=dict)


def find_tables(
    parts: Sequence[MatchedTable], pages: Sequence[SamplePage], texts: frozenset[int]
) -> list[TableColumns]:
    """The tables of a matcher with the leaves of their rows."""
    tables = [TableColumns() for _ in parts]
    matcher = _core.LeafMatcher(list(texts), [], list(parts))
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
    return tables


def make_columns(table: TableColumns, pages: Sequence[SamplePage]) -> list[Column]:
    """The columns that enough rows fill and that vary, fall-backs joined and labelled."""
    enough = max(2, MIN_CELL_SHARE * len(table.rows))
    columns = [
        column
        for column in _primary_columns(table, pages)
        if column.filled >= enough and len({*column.values} - {()}) > 1
    ]
    _join_fallbacks(columns, table, pages)
    for column in columns:
        _find_label(column, table, pages)
    return columns


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
