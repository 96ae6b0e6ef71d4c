"""The rows of tables: by which keys they are found again, and which leaves stand in them."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from unmold.templates.model import CELL_FAMILIES, MatchedTable, RowKeys
from unmold.templates.sample import SamplePage
from unmold.templates.slots.alignment import Slot
from unmold.templates.slots.element_keys import element_index
from unmold.templates.slots.selectors import KeyIndex
from unmold.templates.slots.slot_columns import Entry, SlotTable, all_tables
from unmold.templates.slots.slot_regions import RegionFinder

if TYPE_CHECKING:
    from unmold._core import Claims, ElementIndex
    from unmold._core import KeyIndex as CoreIndex

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
        self.nodes = nodes

    def find(self, root: SlotTable, claims: Claims) -> dict[int, FoundTable]:
        """The tables inside a table that are found again, by identity."""
        planned = self._plan(root)
        if not planned:
            return {}
        takes = [self._takes_labels(table) for table, _, _ in planned]
        found = self._assign(planned, takes, claims)
        return {
            id(table): FoundTable(
                table, keys, parent, takes[number], rows, KeyIndex(CELL_FAMILIES, index, claims)
            )
            for number, ((table, keys, parent), (index, rows)) in enumerate(
                zip(planned, found, strict=True)
            )
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
        index = element_index(self.pages, self.nodes, are_rows=True, all_rows=all_rows)
        waiting = [(inner, -1) for inner in root.tables]
        while waiting:
            table, parent = waiting.pop(0)
            assert table.slot is not None
            keys, share = self._row_keys(table, index)
            if not keys.keys or share < FOUND:
                log.debug("rows are not found again (%.2f): %s", share, table.slot.path())
                continue
            waiting += [(inner, len(planned)) for inner in table.tables]
            planned.append((table, keys, parent))
        return planned

    def _row_keys(self, table: SlotTable, index: ElementIndex) -> tuple[RowKeys, float]:
        """The keys of a table's rows; if need be with the label that they stand behind."""
        assert table.slot is not None
        slot: Slot | None = table.slot
        own = table.slot
        rows = [(element.page, element.node) for element in own.elements]
        keys, best, are_right = index.find_row_keys(rows)
        found = RowKeys(tuple(keys))
        # The nearest key may find most rows, and those of other tables, too.
        while not (are_right and best >= SURE) and slot is not None:
            for after, until in self.regions.row_bounds(slot, own):
                if not after or (are_right and best >= SURE):
                    continue
                keys, share, is_right = index.find_row_keys(rows, index.text_ranges(after, until))
                if share > best + BETTER or (share > best and is_right and not are_right):
                    found, best = RowKeys(tuple(keys), after, tuple(sorted(until))), share
                    are_right = is_right
            slot = slot.parent
        return found, best

    def _assign(
        self,
        planned: Sequence[tuple[SlotTable, RowKeys, int]],
        takes: Sequence[bool],
        claims: Claims,
    ) -> list[tuple[CoreIndex, set[Entry]]]:
        """For each table the leaves in its rows by their keys, and its rows."""
        from unmold import _core

        parts = []
        for (table, keys, parent), takes_labels in zip(planned, takes, strict=True):
            is_group = table.slot is not None and table.slot.tag in GROUPS
            parts.append(MatchedTable(keys, is_group, parent, takes_labels))
        matcher = _core.LeafMatcher(list(self.texts), [], parts)
        leaves = [page.leaves for page in self.pages]
        return _core.KeyIndex.of_rows(matcher, len(planned), leaves, claims)

    def _takes_labels(self, table: SlotTable) -> bool:
        """Whether labels in rows are values of the table."""
        for column in table.columns:
            if column.form == "text":
                continue
            if column.is_label:
                return True
            labels = sum(
                self.pages[page].text_ids[leaves[0]] in self.texts
                and self.pages[page].is_labelling(leaves[0])
                for (page, _), leaves in column.cells.items()
            )
            if labels >= LABELS * len(column.cells):
                return True
        return False


LABELS = 0.05
"""Share of the cells of a column that are labels, so that labels are data. A guess."""
