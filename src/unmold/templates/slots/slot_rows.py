"""The rows of tables: by which keys they are found again, and which leaves stand in them."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Container, Sequence
from dataclasses import dataclass

from unmold.templates.model import CELL_FAMILIES, MatchedTable, RowKeys
from unmold.templates.sample import SamplePage
from unmold.templates.slots.element_keys import ElementKeys, find_row_keys
from unmold.templates.slots.selectors import KeyIndex
from unmold.templates.slots.slot_columns import Entry, SlotTable, all_tables
from unmold.templates.slots.slot_regions import RegionFinder

log = logging.getLogger(__name__)

SURE = 0.9
"""Share of pages on which keys find the right rows, so that no better ones are sought. A guess."""
FOUND = 0.5
"""Share of pages on which the rows of a table must be found. A guess."""
BETTER = 0.05
"""How much more rows a label must find that they stand behind. A guess."""
GROUPS = ("pair", "section", "group")
"""What stands for siblings that are one row together."""


@dataclass(frozen=True, slots=True)
class FoundTable:
    """How the rows of a table are found again."""

    table: SlotTable
    keys: RowKeys
    parent: int
    """The number of the table around it, or -1."""
    takes_labels: bool
    rows: set[Entry]
    index: KeyIndex

    @property
    def is_group(self) -> bool:
        """Whether a row is several siblings."""
        return self.table.slot is not None and self.table.slot.tag in GROUPS


class RowFinder:
    """Finds the rows of tables."""

    def __init__(
        self,
        pages: Sequence[SamplePage],
        nodes: Sequence[Sequence[int]],
        texts: frozenset[int],
        regions: RegionFinder,
    ) -> None:
        self.pages = pages
        self.texts = texts
        self.regions = regions
        self.keys = ElementKeys(pages, nodes, are_rows=True)

    def find(self, root: SlotTable, wanted: Container[tuple[int, int]]) -> dict[int, FoundTable]:
        """The tables inside a table that are found again, by identity."""
        planned = self._plan(root)
        if not planned:
            return {}
        takes = [self._takes_labels(table) for table, _, _ in planned]
        leaves, rows = self._assign(planned, takes)
        return {
            id(table): FoundTable(
                table,
                keys,
                parent,
                takes[number],
                rows[number],
                KeyIndex.build(CELL_FAMILIES, leaves[number], wanted),
            )
            for number, (table, keys, parent) in enumerate(planned)
        }

    def _plan(self, root: SlotTable) -> list[tuple[SlotTable, RowKeys, int]]:
        """All tables, outer ones first: the keys of their rows, the number of the outer one."""
        planned: list[tuple[SlotTable, RowKeys, int]] = []
        all_rows = {
            (element.page, element.node)
            for table in all_tables(root)
            if table.slot is not None
            for element in table.slot.elements
        }
        by_page: defaultdict[int, set[int]] = defaultdict(set)
        for page, node in all_rows:
            by_page[page].add(node)
        # Asked for all tables at once, pages are looked through once.
        self.keys.candidates(by_page)
        waiting = [(inner, -1) for inner in root.tables]
        while waiting:
            table, parent = waiting.pop(0)
            assert table.slot is not None
            keys, share = self._row_keys(table, all_rows)
            if not keys.keys or share < FOUND:
                log.debug("rows are not found again (%.2f): %s", share, table.slot.path())
                continue
            waiting += [(inner, len(planned)) for inner in table.tables]
            planned.append((table, keys, parent))
        return planned

    def _row_keys(self, table: SlotTable, all_rows: set[tuple[int, int]]) -> tuple[RowKeys, float]:
        """The keys of a table's rows; if need be with the label that they stand behind."""
        slot = table.slot
        assert slot is not None
        rows: defaultdict[int, set[int]] = defaultdict(set)
        for element in slot.elements:
            rows[element.page].add(element.node)
        others = all_rows - {(element.page, element.node) for element in slot.elements}
        keys, best = find_row_keys(rows, self.keys, others)
        found = RowKeys(keys)
        while best < SURE and slot is not None:
            if slot.label or slot.is_section:
                after, until = self.regions.bounds(slot)
                ranges = self.regions.within(after, until) if after else None
                keys, share = find_row_keys(rows, self.keys, others, ranges)
                if after and share > best + BETTER:
                    found, best = RowKeys(keys, after, tuple(sorted(until))), share
            slot = slot.parent
        return found, best

    def _assign(
        self, planned: Sequence[tuple[SlotTable, RowKeys, int]], takes: Sequence[bool]
    ) -> tuple[list[list[tuple[Entry, int, Sequence[int]]]], list[set[Entry]]]:
        """For each table the leaves in its rows with their keys, and its rows."""
        from unmold import _core

        parts = []
        for (table, keys, parent), takes_labels in zip(planned, takes, strict=True):
            is_group = table.slot is not None and table.slot.tag in GROUPS
            parts.append(MatchedTable(keys, is_group, parent, takes_labels))
        matcher = _core.LeafMatcher(list(self.texts), [], parts)
        leaves: list[list[tuple[Entry, int, Sequence[int]]]] = [[] for _ in planned]
        found: list[set[Entry]] = [set() for _ in planned]
        assigned = matcher.assign([page.leaves for page in self.pages])
        for number, (cells, rows) in enumerate(assigned):
            for table_number, node, _ in rows:
                found[table_number].add((number, node))
            for leaf, row, cell_keys, _ in cells:
                table_number, node, _ = rows[row]
                leaves[table_number].append(((number, node), leaf, cell_keys))
        return leaves, found

    def _takes_labels(self, table: SlotTable) -> bool:
        """Whether labels in rows are values of the table."""
        for column in table.columns:
            if column.form == "text":
                continue
            labels = sum(
                self.pages[page].is_labelling(leaves[0])
                and self.pages[page].text_ids[leaves[0]] in self.texts
                for (page, _), leaves in column.cells.items()
            )
            if labels >= LABELS * len(column.cells):
                return True
        return False


LABELS = 0.3
"""Share of the cells of a column that are labels, so that labels are data. A guess."""
