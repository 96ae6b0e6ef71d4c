"""Chooses the row_sets of rows that become tables, each with its parent table.

Decided from the inside out. A table's rows have at least two columns of their own, or one and a
table inside. A row_set whose rows the template's texts name is no table but sections, or labels
with their values. One with a single column is a list in the row around it. Next: `tables`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Sequence
from dataclasses import dataclass

from unmold.templates.chrome import is_in_chrome
from unmold.templates.row_sets import Cell, Leaf, Row, RowSet
from unmold.templates.sample import BLOCK, CONTENT, TEXT, SamplePage

SURE_CELL_SHARE = 0.7
"""The share of rows that have a cell exactly once, if a table may rest on it. A guess."""
MAX_TABLES = 8
"""Of one template; the ones that hold most. A guess."""
FIXED_COUNT_SHARE = 0.9
"""The share of rows with the same number of leaves or inner rows, if it is fixed. A guess."""
INSIDE_SHARE = 0.6
"""The share of a table's rows that are in rows of its parent. A guess."""
MARKED_SHARE = 0.1
"""The share of outer rows that hold an inner table which has a class or id. A guess."""
BARE_SHARE = 0.4
"""The same for an inner table of mere tags, which is often prose. A guess."""
FEW_ROWS = 6
"""Where menus are, at most this many rows on a page are links to other pages. A guess."""

MENU_SHARE = 0.1
"""Rows in the place of menus that are on this share of pages are a menu's: it has variants. A
guess."""

ROWS_ASKED = 100
"""Rows looked at: enough for a majority."""

INLINE = frozenset(
    ("a", "abbr", "b", "cite", "code", "em", "i", "q", "s", "small", "span", "strong", "sub", "u")
)
HOLDS_WORDS = frozenset(("blockquote", "dd", "h1", "h2", "h3", "h4", "h5", "h6", "li", "p", "td"))
"""What repeated inline elements are words of."""


@dataclass(slots=True, eq=False)
class TableRows:
    """A row_set of rows that becomes a table."""

    key: int
    row_set: RowSet
    worth: float
    around: Counter[int]
    """Of how many of its rows each other row_set is around, at any distance."""
    parent: int | None = None
    """The key of the row_set around it."""


def choose_tables(row_sets: dict[int, RowSet], pages: Sequence[SamplePage]) -> list[TableRows]:
    """The row_sets that become tables, outer ones before those inside them."""
    chosen: dict[int, TableRows] = {}
    for key, row_set in sorted(row_sets.items(), key=lambda item: item[1].leaves_per_row):
        worth = _worth(key, row_sets, chosen, pages)
        if worth:
            around = _count_around(row_set, row_sets)
            chosen[key] = TableRows(key, row_set, worth, around)
    for table in chosen.values():
        table.parent = _parent(table, row_sets, chosen)
    return _best({key: table for key, table in chosen.items() if _is_usual(table, row_sets, pages)})


def _is_usual(table: TableRows, row_sets: dict[int, RowSet], pages: Sequence[SamplePage]) -> bool:
    """Whether enough of the rows around have such a table; markup of mere tags is often prose."""
    if table.parent is None:
        return True
    around: set[Row] = set()
    for outer in table.row_set.rows.values():
        while outer is not None and outer[0] != table.parent:
            outer = row_sets[outer[0]].rows.get(outer[1]) if outer[0] in row_sets else None
        if outer is not None:
            around.add(outer[1])
    page, node = next(iter(table.row_set.rows))
    is_marked = any(any(element.split("\t")[1:]) for element in pages[page].ancestors(node)[:2])
    return len(around) >= (MARKED_SHARE if is_marked else BARE_SHARE) * row_sets[table.parent].size


def _worth(
    key: int,
    row_sets: dict[int, RowSet],
    chosen: dict[int, TableRows],
    pages: Sequence[SamplePage],
) -> float:
    """How much data the rows hold in columns of their own; 0 for what is no table."""
    row_set = row_sets[key]
    if _is_part_of_text(row_set, pages):
        return 0.0
    columns, firsts = row_set.own_cells([table.row_set for table in chosen.values()])
    if row_set.is_named_by_texts and not _has_heads(columns, row_set, pages):
        return 0.0
    sure = [cell for cell in columns if _is_sure(cell, row_set.size)]
    if len(sure) < (2 if _is_prose(row_set, pages) else 1):
        return 0.0
    holds = any(table.around[key] >= INSIDE_SHARE * table.row_set.size for table in chosen.values())
    count = sum(_usual_count(cell) for cell in columns if _leaf_kind(cell, pages) != BLOCK)
    if count + holds < 2 or _is_chrome(columns[0].first, firsts, pages):
        return 0.0
    if count <= 2 and not holds and row_set.is_sectioned:
        return 0.0
    if count <= 2 and not holds and _is_fixed_part(key, row_sets, pages):
        return 0.0
    return float(sum(cell.rows for cell in columns) + holds)


def _has_heads(columns: Sequence[Cell], row_set: RowSet, pages: Sequence[SamplePage]) -> bool:
    """Whether rows that the template names are rows all the same: `S, $5, 3 left`.

    What a label names is one value. Several values beside it, or headers above, make a table.
    """
    single = [
        cell
        for cell in columns
        if _is_sure(cell, row_set.size) and _leaf_kind(cell, pages) in (TEXT, CONTENT)
    ]
    headed = [cell for cell in single if pages[cell.first[0]].headers[cell.leaf]]
    return len(single) + bool(headed) >= 2


def _leaf_kind(cell: Cell, pages: Sequence[SamplePage]) -> int:
    return pages[cell.first[0]].kinds[cell.leaf][0]


def _is_sure(cell: Cell, number: int) -> bool:
    """Whether nearly every row has the cell, once."""
    return cell.single >= SURE_CELL_SHARE * number


def _is_prose(row_set: RowSet, pages: Sequence[SamplePage]) -> bool:
    """Whether the rows are what articles are written in."""
    ((page, node),) = row_set.first_rows(1)
    return tags(pages[page], node)[0] in HOLDS_WORDS - {"li", "td", "dd"}


def _usual_count(cell: Cell) -> int:
    """How many columns a cell makes: several if each row has the same number of leaves in it."""
    count, times = cell.usual
    return count if times >= FIXED_COUNT_SHARE * cell.rows else 1


def _is_part_of_text(row_set: RowSet, pages: Sequence[SamplePage]) -> bool:
    """Whether the rows are cells of an HTML table, whose rows are its `tr`, or marked words."""
    ((page, node),) = row_set.first_rows(1)
    tag, above = ([*(tags(pages[page], node)), "", ""])[:2]
    if tag in ("td", "th") or (tag in INLINE and above in (*INLINE, *HOLDS_WORDS)):
        return True
    if tag not in INLINE:
        return False
    rows = row_set.first_rows(ROWS_ASKED)
    return sum(pages[page].is_in_text(node) for page, node in rows) >= 0.5 * len(rows)


def tags(page: SamplePage, node: int) -> list[str]:
    """The tags of an element and those around it."""
    return [element.split("\t")[0] for element in page.ancestors(node)]


def _is_chrome(first: Row, leaves: Sequence[Leaf], pages: Sequence[SamplePage]) -> bool:
    """Whether most rows are on most pages, as those of a menu are; of each row a leaf is given."""
    if len(pages) < 2:
        return False
    on_pages: defaultdict[str, set[int]] = defaultdict(set)
    values = [(page, pages[page].values[leaf]) for page, leaf in leaves]
    for page, value in values:
        on_pages[value].add(page)
    is_around = is_in_chrome(pages[first[0]], first[1])
    if is_around and len(leaves) <= FEW_ROWS * len({page for page, _ in leaves}):
        return True
    share = MENU_SHARE if is_around else 0.5
    common = sum(1 for _, value in values if len(on_pages[value]) > max(1, share * len(pages)))
    return common > 0.5 * len(values)


def _is_fixed_part(key: int, row_sets: dict[int, RowSet], pages: Sequence[SamplePage]) -> bool:
    """Whether every row around has the same number of these rows, beside columns of its own."""
    row_set = row_sets[key]
    around = Counter(outer for outer in row_set.rows.values() if outer is not None)
    if not around:
        return False
    outer = row_sets.get(Counter(outer for outer, _ in around).most_common(1)[0][0])
    if outer is None or outer.is_named_by_texts or outer.size < 3:
        return False
    count, times = Counter(around.values()).most_common(1)[0]
    is_fixed = count > 1 and times >= FIXED_COUNT_SHARE * outer.size
    return is_fixed and bool(outer.own_cells([row_set])[0])


def _count_around(row_set: RowSet, row_sets: dict[int, RowSet]) -> Counter[int]:
    """Of how many rows of a row_set each other one is around, at any distance."""
    found: Counter[int] = Counter()
    # Rows beside each other are inside the same ones.
    for outer, times in Counter(row_set.rows.values()).items():
        seen: set[int] = set()
        around = outer
        while around is not None:
            seen.add(around[0])
            around = row_sets[around[0]].rows.get(around[1]) if around[0] in row_sets else None
        for key in seen:
            found[key] += times
    return found


def _parent(table: TableRows, row_sets: dict[int, RowSet], chosen: Container[int]) -> int | None:
    """The nearest chosen row_set around most rows of a table."""
    found: Counter[int | None] = Counter()
    for outer, times in Counter(table.row_set.rows.values()).items():
        around = outer
        while around is not None and around[0] not in chosen:
            around = row_sets[around[0]].rows.get(around[1]) if around[0] in row_sets else None
        found[around[0] if around else None] += times
    key, times = found.most_common(1)[0]
    return key if times >= INSIDE_SHARE * table.row_set.size else None


def _best(chosen: dict[int, TableRows]) -> list[TableRows]:
    """The tables that hold most, with all tables inside them, outer ones first."""
    inner: defaultdict[int | None, list[TableRows]] = defaultdict(list)
    for table in chosen.values():
        inner[table.parent].append(table)
    trees = [_tree(table, inner) for table in inner[None]]
    trees.sort(key=lambda tree: -sum(table.worth for table in tree))
    best: list[TableRows] = []
    for tree in trees:
        if len(best) + len(tree) <= MAX_TABLES:
            best += tree
    return best


def _tree(table: TableRows, inner: dict[int | None, list[TableRows]]) -> list[TableRows]:
    found = [table]
    for number in range(MAX_TABLES):
        if number < len(found):
            found += inner.get(found[number].key, [])
    return found
