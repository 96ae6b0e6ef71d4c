"""Which links of rows lead to what the rows are about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from unmold.templates.slots.alignment import Slot
from unmold.templates.slots.merging import FORMS_OF_TEXT
from unmold.templates.slots.slot_columns import SlotColumn, SlotTable
from unmold.templates.slots.slot_names import find_main

ALL_ROWS = 0.9
"""Share of rows that have a link which is not that of their title. As those of `Worth`, this was
measured on the 18 development templates of the gold tables, or is a guess; so is the next."""
ONE_LINK = 0.8
"""Share of rows with just one address: several are those of words in a text."""
OTHERS = 0.7
"""Share of different pages among those that the rows of a page lead into. A guess."""
SEVERAL_TEXTS = 2
"""Columns of texts in rows that say more than where they lead."""


def leads_to_pages(column: SlotColumn, table: SlotTable) -> bool:
    """Whether the links of rows lead to a page each, or to what theirs says further below."""
    values = list(column.texts.values())
    single = sum(1 for value in values if "\n" not in value)
    if single < ONE_LINK * len(values):
        return False
    leading = sum(map(_leads_on, values))
    leads_on = leading > 0.5 * len(values) or _leads_into_others(column)
    return leads_on or _leads_below(column, table)


def keep_links_of_titles(columns: Sequence[SlotColumn]) -> list[SlotColumn]:
    """The columns of rows, with one link each where titles begin with one to a place further below.

    `read(Buffer target)` leads to what the page says of `read`, and its parameter elsewhere.
    """
    main, _ = find_main([column for column in columns if column.form in FORMS_OF_TEXT])
    if main is None:
        return [*columns]
    return [_without_inner_links(c, main) if c.form == "link" else c for c in columns]


def _without_inner_links(link: SlotColumn, main: SlotColumn) -> SlotColumn:
    several = {entry for entry, leaves in link.cells.items() if len(leaves) > 1}
    if link.slot is not main.slot or not several:
        return link
    both = [(leaves[0], main.cells[e][0]) for e, leaves in link.cells.items() if e in main.cells]
    # The block that says a title stands before the link that it begins with, its text behind it.
    first = sum(1 for address, title in both if abs(address - title) == 1)
    below = sum(1 for text in link.texts.values() if text.startswith("#"))
    if min(first, below) < ALL_ROWS * len(link.cells):
        return link
    cells = {entry: leaves[:1] for entry, leaves in link.cells.items()}
    texts = {entry: text.partition("\n")[0] for entry, text in link.texts.items()}
    return replace(link, cells=cells, texts=texts)


def is_link_of_rows(link: SlotColumn, main: SlotColumn | None, rows: int) -> bool:
    """Whether nearly all rows have a link, or it is that of their title."""
    return len(link.cells) >= ALL_ROWS * rows or _is_of(link, main)


def _is_of(link: SlotColumn, main: SlotColumn | None) -> bool:
    """Whether a link is that of a row's title: it holds it, or stands in it."""
    return main is None or _is_in(link.slot, main.slot) or _is_in(main.slot, link.slot)


def _is_in(slot: Slot | None, other: Slot) -> bool:
    while slot is not None and slot is not other:
        slot = slot.parent
    return slot is not None


def _leads_on(address: str) -> bool:
    """Whether an address is that of a page, and not of a part of one."""
    return "#" not in address and not address.startswith(("javascript:", "mailto:"))


def _leads_into_others(column: SlotColumn) -> bool:
    """Whether links lead to parts of other pages: those of one page, to several."""
    by_page: defaultdict[int, list[str]] = defaultdict(list)
    for (page, _), address in column.texts.items():
        by_page[page].append(address.partition("#")[0])
    several = [own for own in by_page.values() if len(own) > 1 and all(own)]
    others = sum(len({*own}) for own in several)
    return 2 * len(several) > len(by_page) and others > OTHERS * sum(map(len, several))


def _leads_below(column: SlotColumn, table: SlotTable) -> bool:
    """Whether the names of rows that say more lead to what a page says of each further below."""
    texts = [c for c in table.columns if c.form in FORMS_OF_TEXT]
    main, _ = find_main(texts)
    if len(texts) < SEVERAL_TEXTS or main is None or column.slot is not main.slot:
        return False
    values = [*column.texts.items()]
    own = {(page, address) for (page, _), address in values if address.startswith("#")}
    return len(own) >= ALL_ROWS * len(values)


def leads_inside(table: SlotTable) -> bool:
    """Whether rows lead to places of their own page, as a table of contents does."""
    by_page: defaultdict[int, list[str]] = defaultdict(list)
    for column in table.columns:
        if column.form == "link":
            for (page, _), link in column.texts.items():
                by_page[page].append(link)
    # All rows of a page lead into one document, each to a place of its own in it.
    inside = [
        links
        for links in by_page.values()
        if all("#" in link for link in links) and len({one.partition("#")[0] for one in links}) == 1
    ]
    return bool(by_page) and len(inside) > 0.9 * len(by_page)
