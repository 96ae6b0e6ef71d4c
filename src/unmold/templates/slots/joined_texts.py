"""Free texts that are one field: where one is on a page, the other is not.

An article may stand in one element on some pages and in another on the rest, since the site changed
its markup or its authors have two ways to write. A person has one column for both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from unmold.templates.model import Field
from unmold.templates.slots.merging import are_apart
from unmold.templates.slots.slot_columns import SlotColumn


def join_texts(made: Mapping[int, tuple[SlotColumn, Field | None]]) -> dict[int, Field | None]:
    """The fields by number, with unlabelled texts in one that are never on one page together.

    The one that most pages have takes in the others.
    """
    fields = {number: field for number, (_, field) in made.items()}
    plain = [number for number, (column, field) in made.items() if _is_plain(column, field)]
    if len(plain) < 2:
        return fields
    main, *others = sorted(plain, key=lambda number: (-len(made[number][0].cells), number))
    column = made[main][0]
    for number in others:
        other = made[number][0]
        joined = _join(column, fields[main], other, fields[number])
        if joined is not None:
            fields[main], fields[number] = joined, None
            column = replace(
                column, cells=column.cells | other.cells, texts=column.texts | other.texts
            )
    return fields


def _is_plain(column: SlotColumn, field: Field | None) -> bool:
    """Whether a column is a free text that its element alone finds."""
    if field is None or field.region is None or column.form != "text":
        return False
    region = field.region
    is_whole = not (region.anchor or region.after or region.until)
    return is_whole and not column.label and not column.slot.is_section


def _join(
    column: SlotColumn, field: Field | None, other: SlotColumn, more: Field | None
) -> Field | None:
    """One field of two, if the elements of one are not where the other has its texts."""
    assert field is not None
    assert more is not None
    if not are_apart(column, other):
        return None
    # On each page the first key counts whose element is there, be it empty.
    if not _stands_beside(column, other):
        first, second = field, more
    elif not _stands_beside(other, column):
        first, second = more, field
    else:
        return None
    assert first.region is not None
    assert second.region is not None
    keys = (
        *first.region.keys,
        *(key for key in second.region.keys if key not in first.region.keys),
    )
    without = tuple(sorted({*first.region.without, *second.region.without}))
    return replace(
        field,
        region=replace(first.region, keys=keys, without=without),
        selectors=(*first.selectors, *second.selectors),
        fill=min(1.0, round(field.fill + more.fill, 3)),
    )


def _stands_beside(column: SlotColumn, other: SlotColumn) -> bool:
    """Whether the element of a column is on pages where the other has a text."""
    pages = {page for page, _ in other.cells}
    return any(element.page in pages for element in column.slot.elements)
