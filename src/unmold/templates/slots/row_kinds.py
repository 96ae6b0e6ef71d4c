"""What rows are, by what they say: products have prices, posts a date and a text."""

from __future__ import annotations

from collections.abc import Sequence

from unmold.templates.model import Field
from unmold.templates.slots.row_links import leads_inside
from unmold.templates.slots.slot_columns import SlotTable
from unmold.templates.slots.slot_names import UNKNOWN, RowKind

LINKS = 2
"""Fields of rows that are nothing but links: what is written on them, and where they lead."""


def find_row_kind(table: SlotTable, fields: Sequence[Field]) -> RowKind:
    """What the columns of rows say that rows are."""
    types = {field.type for field in fields}
    names = {field.name for field in fields}
    has_link, has_text = "url" in types, any(column.form == "text" for column in table.columns)
    if "price" in types and has_link and "title" in names:
        return RowKind("products", "products")
    if "date" in types and has_text and has_link:
        return RowKind("posts", "posts")
    if has_text and "date" not in types and (leads_inside(table) or not has_link):
        name = "sections" if "title" in names else "definitions"
        return RowKind(name if _are_sections(table) else "", name)
    if len(fields) <= LINKS and has_link and "title" in names:
        return RowKind(guessed="links")
    return UNKNOWN


def _are_sections(table: SlotTable) -> bool:
    """Whether rows are marked as sections."""
    slot = table.slot
    return slot is not None and ("section" in slot.words or slot.tag == "section")
