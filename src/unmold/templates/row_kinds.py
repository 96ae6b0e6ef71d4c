"""Finds all repeated parts of pages that might be tables, as kinds of rows.

A row is an element that repeats among its siblings, or several siblings together. Rows of one kind
share the tags above them, their own tag and first class. Next: `nesting` chooses among them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from unmold.templates.sample import TEXT, SamplePage
from unmold.templates.structure import Structure

MIN_PAGE_SHARE = 0.1
"""The share of pages on which an element must repeat. A guess."""
NAMED_SHARE = 0.4
"""The share of rows that begin with a text of the template, if it names them. A guess."""
REPEATED_SHARE = 0.25
"""Of the pages that have rows, the share that has several. A guess."""
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

    cells: defaultdict[int, defaultdict[Row, list[int]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(list))
    )
    rows: dict[Row, tuple[int, Row] | None] = field(default_factory=dict)
    """In document order, with the kind and the row around each."""

    first_text: dict[Row, int] = field(default_factory=dict)
    """The first text of each row that is data."""

    named_rows: set[Row] = field(default_factory=set)
    """Rows that begin with a text of the template that begins no other row of their page."""

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
        return sum(len(leaves) for rows in self.cells.values() for leaves in rows.values()) / len(
            self.rows
        )

    def repeats(self, pages: int) -> bool:
        """Whether there are several rows on enough pages."""
        by_page = Counter(page for page, _ in self.rows)
        repeated = sum(1 for count in by_page.values() if count >= 2)
        enough = max(1, MIN_PAGE_SHARE * pages, REPEATED_SHARE * len(by_page))
        return len(self.rows) >= 3 and repeated >= enough

    headed: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    """For each page the template's texts before each run of rows with the same parent."""

    def is_named_by_texts(self) -> bool:
        """Whether the template names most rows: they are its sections or labelled values."""
        return len(self.named_rows) >= NAMED_SHARE * len(self.rows)

    def is_sectioned(self) -> bool:
        """Whether the rows are under different texts of the template, each a list of its own."""
        several = [texts for texts in self.headed.values() if len(texts) > 1]
        apart = sum(1 for texts in several if len({*texts}) > 0.5 * len(texts))
        return len(several) > 0.3 * len(self.headed) and apart > 0.5 * len(several)


def find_row_kinds(
    pages: Sequence[SamplePage], texts: frozenset[int], structure: Structure
) -> dict[int, RowKind]:
    """The kinds of rows that repeat, by key."""
    keys = _repeated_keys(pages) - {key for keys in structure.mixed.values() for key in keys}
    keys |= set(structure.mixed)
    kinds: dict[int, RowKind] = {}
    for number, page in enumerate(pages):
        cells, text_rows = page.leaves.cells(texts, keys, structure.leaders)
        begun = _add_cells(kinds, number, page, cells, structure)
        _find_headed(kinds, number, page, texts, begun)
        _find_named_rows(kinds, number, text_rows)
    return {key: kind for key, kind in kinds.items() if kind.repeats(len(pages))}


def _repeated_keys(pages: Sequence[SamplePage]) -> set[int]:
    counts: Counter[int] = Counter()
    for page in pages:
        counts.update(page.repeated)
    return {key for key, times in counts.items() if times >= MIN_PAGE_SHARE * len(pages)}


def _add_cells(
    kinds: dict[int, RowKind],
    number: int,
    page: SamplePage,
    cells: Sequence[tuple[int, int, int, int]],
    structure: Structure,
) -> dict[int, list[tuple[int, int]]]:
    """Add the cells of a page to their kinds of rows; those of a leaf go from the outside in.

    The rows that begin on the page, by kind, each with its first leaf.
    """
    begun: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    last = -1
    around: tuple[int, Row] | None = None
    for leaf, node, key, cell in cells:
        kind = kinds.get(key)
        if kind is None:
            is_group = key ^ ALL_BITS in structure.leaders
            kind = kinds[key] = RowKind(key ^ ALL_BITS if is_group else key, is_group)
        row = (number, node)
        if row not in kind.rows:
            kind.rows[row] = around if leaf == last else None
            begun[key].append((node, leaf))
        if row not in kind.first_text and page.kinds[leaf][0] == TEXT:
            kind.first_text[row] = leaf
        kind.cells[cell][row].append(leaf)
        last, around = leaf, (key, row)
    return begun


def _find_headed(
    kinds: dict[int, RowKind],
    number: int,
    page: SamplePage,
    texts: frozenset[int],
    begun: dict[int, list[tuple[int, int]]],
) -> None:
    before = {leaf: text for leaf, _, text, _ in page.data(texts)}
    for key, rows in begun.items():
        kind = kinds[key]
        last = -1
        for node, leaf in rows:
            text, parent = before[leaf], page.parents[node]
            if parent != last and text >= 0 and page.nodes[text] < node:
                kind.headed[number].append(page.text_ids[text])
            last = parent


def _find_named_rows(
    kinds: dict[int, RowKind], page: int, found: Sequence[tuple[int, int, int, int]]
) -> None:
    """Mark rows that begin with a text of the template that begins no other row of the page."""
    begins: dict[tuple[int, int], tuple[int, int]] = {}
    for leaf, node, key, text in found:
        begins.setdefault((key, node), (leaf, text))
    rows_of: defaultdict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for (key, node), (leaf, text) in begins.items():
        rows_of[key, text].append((node, leaf))
    for (key, _), rows in rows_of.items():
        kind = kinds.get(key)
        if kind is not None and len(rows) == 1:
            row, leaf = (page, rows[0][0]), rows[0][1]
            if row in kind.rows and leaf < kind.first_text.get(row, leaf + 1):
                kind.named_rows.add(row)
