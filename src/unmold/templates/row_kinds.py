"""Kinds of rows: the leaves of a sample enter, all repeated parts that might be tables leave.

A row is an element that repeats among its siblings, or several siblings together. Rows of one kind
share the tags above them, their own tag and first class. Next: `nesting` chooses among them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from unmold.templates.sample import SamplePage
from unmold.templates.structure import Structure

MIN_PAGE_SHARE = 0.1
ALL_BITS = (1 << 64) - 1

Row = tuple[int, int]
"""The number of a page and the node of the element that the row is or begins with."""
Leaf = tuple[int, int]
"""The number of a page and the position of the leaf."""


@dataclass(slots=True, eq=False)
class RowKind:
    """All rows of one kind in the sample: their leaves by cell."""

    key: int
    is_group: bool
    """Whether a row is several siblings."""

    cells: dict[int, dict[Row, list[int]]] = field(default_factory=dict)
    rows: dict[Row, tuple[int, Row] | None] = field(default_factory=dict)
    """In document order, with the kind and the row around each."""

    told_apart: set[Row] = field(default_factory=set)
    """Rows with a text of the template that no other row of their page has."""

    def leaves(self) -> set[Leaf]:
        """All leaves in rows of the kind."""
        return {
            (row[0], leaf)
            for rows in self.cells.values()
            for row, leaves in rows.items()
            for leaf in leaves
        }

    def leaves_per_row(self) -> float:
        """How many leaves a row has on average."""
        return sum(
            len(leaves) for rows in self.cells.values() for leaves in rows.values()
        ) / len(self.rows)

    def repeats(self, pages: int) -> bool:
        """Whether there are several rows on enough pages."""
        by_page = Counter(page for page, _ in self.rows)
        repeated = sum(1 for count in by_page.values() if count >= 2)
        return len(self.rows) >= 3 and repeated >= max(1, MIN_PAGE_SHARE * pages)

    def is_told_apart(self) -> bool:
        """Whether the template names most rows: they are its sections or labelled values."""
        return len(self.told_apart) > 0.5 * len(self.rows)


def find_row_kinds(
    pages: Sequence[SamplePage], texts: set[int], structure: Structure
) -> dict[int, RowKind]:
    """The kinds of rows that repeat, by key."""
    keys = _repeated_keys(pages) - {key for keys in structure.mixed.values() for key in keys}
    keys |= set(structure.mixed)
    kinds: dict[int, RowKind] = {}
    for number, page in enumerate(pages):
        found = page.leaves.cells(texts, keys, structure.leaders)
        for leaf, chain in _chains(found):
            _add_leaf(kinds, number, leaf, chain, structure.leaders)
        _tell_apart(kinds, number, page.leaves.text_rows(texts, keys, structure.leaders))
    return {key: kind for key, kind in kinds.items() if kind.repeats(len(pages))}


def _repeated_keys(pages: Sequence[SamplePage]) -> set[int]:
    counts: Counter[int] = Counter()
    for page in pages:
        counts.update(page.leaves.repeated())
    return {key for key, times in counts.items() if times >= MIN_PAGE_SHARE * len(pages)}


Chain = list[tuple[int, int, int]]
"""The rows around a leaf, nearest first: node, kind, cell."""


def _chains(cells: Sequence[tuple[int, int, int, int]]) -> Iterator[tuple[int, Chain]]:
    start = 0
    while start < len(cells):
        leaf, end = cells[start][0], start + 1
        while end < len(cells) and cells[end][0] == leaf:
            end += 1
        yield leaf, [(node, kind, cell) for _, node, kind, cell in cells[start:end]]
        start = end


def _add_leaf(
    kinds: dict[int, RowKind], page: int, leaf: int, chain: Chain, leaders: set[int]
) -> None:
    around: tuple[int, Row] | None = None
    for node, key, cell in reversed(chain):
        kind = kinds.get(key)
        if kind is None:
            is_group = key ^ ALL_BITS in leaders
            kind = kinds[key] = RowKind(key ^ ALL_BITS if is_group else key, is_group)
        row = (page, node)
        kind.rows.setdefault(row, around)
        kind.cells.setdefault(cell, {}).setdefault(row, []).append(leaf)
        around = (key, row)


def _tell_apart(
    kinds: dict[int, RowKind], page: int, found: Sequence[tuple[int, int, int, int]]
) -> None:
    rows_of: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for _, node, key, text in found:
        rows_of[key, text].add(node)
    for (key, _), nodes in rows_of.items():
        kind = kinds.get(key)
        if kind is not None and len(nodes) == 1:
            row = (page, next(iter(nodes)))
            if row in kind.rows:
                kind.told_apart.add(row)
