"""Gaps of a column, filled by what keys say: a page of another build has the value elsewhere.

Slots know where a value stands on most pages. On pages that are built another way it stands in
another slot, or in none. The columns of the second tier are found by keys, such as a label or a
class, wherever that stands. Where such a column says what a slot says on all pages that have both,
it is the same column, and its other pages are values of the slot, too.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from unmold.templates.columns import Column
from unmold.templates.sample import BLOCK, TEXT, SamplePage
from unmold.templates.slots.merging import are_apart
from unmold.templates.slots.slot_columns import Entry, SlotColumn

ENOUGH = 3
"""Different values that a slot and a key both say, so that they are one column. A guess."""
AGREEING = 0.95
"""Share of the pages with both on which they say the same. A guess."""

SAME_GAPS, SOME_PAGES = 3, 0.4
"""Columns with gaps on the very same pages, and the share of these, if they are of another design:
that is for clusters to decide, which split pages by as many columns. The share is a guess."""

Place = tuple[int, str]
"""A page, and a text on it."""
Said = dict[int, tuple[str, int]]
"""By page what a column says, and the leaf that says it."""


def fill_gaps(
    columns: Sequence[SlotColumn], keyed: Sequence[Column], pages: Sequence[SamplePage]
) -> list[SlotColumn]:
    """The columns of pages, with values that only a key finds on pages where they have none."""
    keys = [said for column in keyed if (said := _single_texts(column, pages))]
    finding: defaultdict[Place, list[Said]] = defaultdict(list)
    for said in keys:
        for page, (text, _) in said.items():
            finding[page, text].append(said)
    saying: defaultdict[Place, list[SlotColumn]] = defaultdict(list)
    for column in columns:
        for (page, _), text in column.texts.items():
            saying[page, text].append(column)
    found = [_find_values(column, finding, saying, len(pages)) for column in columns]
    gaps = Counter(frozenset(said) for said in found if len(said) > SOME_PAGES * len(pages))
    return [
        _fill(column, said) if said and gaps[frozenset(said)] < SAME_GAPS else column
        for column, said in zip(columns, found, strict=True)
    ]


def _fill(column: SlotColumn, found: Said) -> SlotColumn:
    """The column with more values."""
    cells: dict[Entry, tuple[int, ...]] = {(page, -1): (leaf,) for page, (_, leaf) in found.items()}
    texts: dict[Entry, str] = {(page, -1): text for page, (text, _) in found.items()}
    return replace(column, cells=column.cells | cells, texts=column.texts | texts)


def _find_values(
    column: SlotColumn,
    finding: Mapping[Place, list[Said]],
    saying: Mapping[Place, list[SlotColumn]],
    pages: int,
) -> Said:
    """The values of the key that fills most of the gaps of a column."""
    if column.form != "value" or column.is_cut or len(column.cells) >= pages:
        return {}
    texts = _by_page(column)
    near = {id(said): said for place in texts.items() for said in finding.get(place, ())}
    found: Said = {}
    for said in near.values():
        if len(said) <= len(found) or not _are_one(texts, said):
            continue
        free = {
            page: (text, leaf)
            for page, (text, leaf) in said.items()
            if page not in texts
            and all(
                _is_same_elsewhere(other, column, said) for other in saying.get((page, text), ())
            )
        }
        found = max(found, free, key=len)
    return found


def _is_same_elsewhere(other: SlotColumn, column: SlotColumn, said: Said) -> bool:
    """Whether a column is what a key says on pages of another build, and on no others.

    The end of an event that lasts one day is its start, and still the start is no end.
    """
    return are_apart(other, column) and _are_one(_by_page(other), said)


def _single_texts(column: Column, pages: Sequence[SamplePage]) -> Said:
    """What a column says by page; nothing if it says several things, or is none of texts."""
    if any(len(cell) > 1 for cell in column.cells) or column.kind(pages) not in (TEXT, BLOCK):
        return {}
    return {
        page: (values[0], cell[0])
        for page, (values, cell) in enumerate(zip(column.values, column.cells, strict=True))
        if cell
    }


def _by_page(column: SlotColumn) -> dict[int, str]:
    return {page: text for (page, _), text in column.texts.items()}


def _are_one(texts: Mapping[int, str], said: Said) -> bool:
    """Whether a slot and a key say the same wherever a page has both."""
    both = [page for page in texts if page in said]
    same = [texts[page] for page in both if texts[page] == said[page][0]]
    return len({*same}) >= ENOUGH and len(same) >= AGREEING * len(both)
