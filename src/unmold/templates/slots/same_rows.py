"""Rows of one kind that stand in several places of a page: one list, and so one table.

Reviews that many found helpful stand above the others, and markup that an author forgot to close
puts the end of a list deeper than its beginning. The class of rows, what holds them is called, and
the places inside are the same.
"""

from __future__ import annotations

from collections.abc import Callable

from unmold.templates.slots.alignment import Slot
from unmold.templates.slots.merging import FORMS_OF_TEXT
from unmold.templates.slots.siblings import jaccard
from unmold.templates.slots.slot_columns import SlotColumn, SlotTable, all_tables
from unmold.templates.slots.slot_names import table_name

SAME_PLACES = 0.5
"""Jaccard of the places of text inside rows of one kind. A guess."""
SEVERAL_PLACES = 2
"""Places of text that rows of one kind have in common at least: any two lists share a link."""

MakeTable = Callable[[Slot, SlotTable, str], SlotTable]
"""Makes the table of a slot whose elements are rows, inside another table, under a label."""


def join_same_rows(whole: SlotTable, make_table: MakeTable) -> None:
    """Make one table of those inside a table whose rows are of one kind."""
    for table in [whole, *all_tables(whole)]:
        joined: list[SlotTable] = []
        for group in _groups(table.tables):
            joined.append(group[0] if len(group) == 1 else _join(group, table, make_table))
        table.tables = joined


def _groups(tables: list[SlotTable]) -> list[list[SlotTable]]:
    """The tables, with those together whose rows are of one kind."""
    groups: list[list[SlotTable]] = []
    for table in tables:
        for group in groups:
            if _are_same(group[0], table):
                group.append(table)
                break
        else:
            groups.append([table])
    return groups


def _are_same(table: SlotTable, other: SlotTable) -> bool:
    one, two = table.slot, other.slot
    assert one is not None
    assert two is not None
    # Without a class, or where siblings were put together, any list looks like any other.
    kind = _kind(one)
    if not kind or kind != _kind(two):
        return False
    places, others = _places(table), _places(other)
    if len(places & others) < SEVERAL_PLACES or jaccard(places, others) < SAME_PLACES:
        return False
    name, their_name = table_name(table), table_name(other)
    if bool(one.words) and name == their_name:
        return True
    # `Field details` and `Method details` are details of different things, but of one kind.
    is_one_word = name.rpartition("_")[2] == their_name.rpartition("_")[2]
    return is_one_word and _are_sections(one, two) and not (_are_linked(one) or _are_linked(two))


def _kind(rows: Slot) -> tuple[str, ...]:
    """The tags and classes of rows, or of the one element that each of them holds; else empty."""
    kind = [rows.tag]
    while not rows.words and len(rows.children) == 1:
        (rows,) = rows.children
        kind.append(rows.tag)
    return (*kind, *rows.words) if rows.words and rows.words != ("=",) else ()


def _are_sections(one: Slot, other: Slot) -> bool:
    """Whether rows stand in the same place of sections that are siblings.

    Fields, constructors and methods of a class are described under a heading each.
    """
    first, second = one.parent, other.parent
    while first is not None and second is not None and first is not second:
        if first.tag != second.tag:
            return False
        if first.parent is second.parent:
            return first.words == second.words and bool(first.label or second.label)
        first, second = first.parent, second.parent
    return False


def _are_linked(rows: Slot) -> bool:
    """Whether rows begin with a link: such rows lead to what others say."""
    firsts = [run for element in rows.elements if (run := next(element.runs(), None))]
    return sum(2 * run.linked > len(run.text) for run in firsts) > LINKED * len(firsts)


LINKED = 0.5
"""Share of rows that begin with a link, if they are links to other things. A guess."""


def _places(table: SlotTable) -> frozenset[str]:
    """Where in rows texts stand."""
    assert table.slot is not None
    rows = table.slot
    return frozenset(_place(c, rows) for c in table.columns if c.form in FORMS_OF_TEXT)


def _place(column: SlotColumn, rows: Slot) -> str:
    steps = []
    slot: Slot | None = column.slot
    while slot is not None and slot is not rows:
        steps.append(".".join([slot.tag, *slot.words]))
        slot = slot.parent
    return "/".join(reversed(steps))


def _join(group: list[SlotTable], parent: SlotTable, make_table: MakeTable) -> SlotTable:
    slots = [table.slot for table in group if table.slot is not None]
    most = max(slots, key=lambda slot: len(slot.elements))
    name = next(table.name for table in group if table.slot is most)
    elements = [element for slot in slots for element in slot.elements]
    elements.sort(key=lambda element: (element.page, element.node))
    rows = Slot(most.tag, most.words, most.parent, elements)
    return make_table(rows, parent, name or group[0].name)
