"""Columns and tables that the alignment put into several slots, though they are one.

What never stands on one page together and is alike in form and label is one field: its place only
depends on what else a page has.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import replace
from statistics import median

from unmold.templates.slots.alignment import Slot
from unmold.templates.slots.siblings import HEADINGS
from unmold.templates.slots.slot_columns import SlotColumn, SlotTable

MERGED_FORMS = ("value", "list")
FORMS_OF_TEXT = (*MERGED_FORMS, "text")
OVERLAP = 0.02
"""Share of the entries of the smaller column on which both may stand. A guess."""


def merge_columns(columns: list[SlotColumn]) -> list[SlotColumn]:
    """The columns, with those in one that are one."""
    merged: list[SlotColumn] = []
    by_kind: dict[Hashable, list[int]] = {}
    for column in columns:
        kind = _kind(column)
        for at in by_kind.get(kind, ()) if kind is not None else ():
            other = merged[at]
            if are_apart(column, other):
                more, fewer = sorted((column, other), key=lambda c: -len(c.cells))
                is_list = "list" in (column.form, other.form)
                cells = more.cells | fewer.cells
                merged[at] = replace(
                    more,
                    cells=cells,
                    order=median(cell[0] for cell in cells.values()),
                    texts=more.texts | fewer.texts,
                    form="list" if is_list else more.form,
                    name=more.name or fewer.name,
                )
                break
        else:
            by_kind.setdefault(kind, []).append(len(merged))
            merged.append(column)
    return merged


def _kind(column: SlotColumn) -> Hashable | None:
    """What columns that are one have in common; None for those that are never merged."""
    if column.form not in MERGED_FORMS:
        return None
    if column.label:
        # One of them is a `Writer:`, several are `Writers:`.
        label = column.label.casefold().rstrip(": ").removesuffix("s")
        return label, column.slot.tag, column.mark if column.mark != "a" else ""
    slot, parent = column.slot, column.slot.parent
    if not slot.words and (parent is None or not parent.words):
        return None
    around = (parent.tag, parent.words) if parent is not None else ()
    # Of which level a heading is may depend on how its page is laid out.
    tag = "heading" if slot.tag in HEADINGS and slot.words else slot.tag
    return tag, slot.words, slot.place, around, column.mark, column.part


def are_apart(column: SlotColumn, other: SlotColumn) -> bool:
    """Whether two columns are hardly ever on one page together."""
    both = len(column.cells.keys() & other.cells.keys())
    return both <= OVERLAP * min(len(column.cells), len(other.cells))


def merge_tables(tables: list[SlotTable]) -> list[SlotTable]:
    """The tables, with those in one that are one."""
    merged: list[SlotTable] = []
    for table in tables:
        for at, other in enumerate(merged):
            if _are_one(table, other):
                merged[at] = _join(other, table)
                break
        else:
            merged.append(table)
    return merged


def _are_one(table: SlotTable, other: SlotTable) -> bool:
    one, two = table.slot, other.slot
    assert one is not None
    assert two is not None
    if one.tag != two.tag or one.words != two.words or table.name != other.name:
        return False
    if not one.words and not table.name and _path(one) != _path(two):
        return False
    pages, others = {e.page for e in one.elements}, {e.page for e in two.elements}
    return len(pages & others) <= OVERLAP * min(len(pages), len(others))


def _path(slot: Slot) -> list[tuple[str, tuple[str, ...]]]:
    steps = []
    current: Slot | None = slot
    while current is not None:
        steps.append((current.tag, current.words))
        current = current.parent
    return steps


def _join(table: SlotTable, other: SlotTable) -> SlotTable:
    """One table of the rows and columns of two."""
    first, second = table.slot, other.slot
    assert first is not None
    assert second is not None
    slot = replace(first, elements=[*first.elements, *second.elements])
    columns = {_inner_kind(column, first): column for column in table.columns}
    for column in other.columns:
        kind = _inner_kind(column, second)
        own = columns.get(kind)
        columns[kind] = (
            column
            if own is None
            else replace(own, cells=own.cells | column.cells, texts=own.texts | column.texts)
        )
    tables = [*table.tables, *other.tables]
    return SlotTable(slot, table.parent, [*columns.values()], tables, table.name)


def _inner_kind(column: SlotColumn, rows: Slot) -> Hashable:
    """Where in a row a column stands."""
    steps = []
    slot: Slot | None = column.slot
    while slot is not None and slot is not rows:
        steps.append((slot.tag, slot.words, slot.label, slot.place))
        slot = slot.parent
    return tuple(steps), column.form in MERGED_FORMS or column.form, column.label, column.mark


SAME = 0.9
"""Share of pages on which a table says all that another says. A guess."""


def without_same_tables(tables: list[SlotTable]) -> list[SlotTable]:
    """The tables without those that only say again what another says, as for small screens."""
    said = [_said_by_page(table) for table in tables]
    dropped: set[int] = set()
    for at, own in enumerate(said):
        for other_at, other in enumerate(said):
            if other_at == at or other_at in dropped or not own or tables[at].tables:
                continue
            is_within = sum(1 for page in own if own[page] <= other.get(page, frozenset()))
            is_equal = own == other and other_at > at
            if is_within >= SAME * len(own) and not is_equal:
                dropped.add(at)
    return [table for at, table in enumerate(tables) if at not in dropped]


def _said_by_page(table: SlotTable) -> dict[int, frozenset[str]]:
    """What the rows of a table say, by page."""
    found: defaultdict[int, set[str]] = defaultdict(set)
    for column in table.columns:
        for (page, _), text in column.texts.items():
            found[page].add(text)
    return {page: frozenset(texts) for page, texts in found.items()}
