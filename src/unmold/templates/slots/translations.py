"""Columns that are one, but are called otherwise in each language of a site.

A site in two languages has its labels twice: `Bus:` on English pages is `Autocarro:` on Portuguese
ones, in the same place. Each of them is on pages of one language only.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

from unmold.templates.sample import SamplePage
from unmold.templates.slots.merging import MERGED_FORMS
from unmold.templates.slots.slot_columns import SlotColumn

LANGUAGE = 0.15
"""Share of pages in a language that a site has besides another. A guess."""
RARE = 0.1
"""The same of the pages of a language with a column; rarer ones have no counterpart. A guess."""
FILL = 0.5
"""Of the shares of pages of each language that have two columns, the least that the smaller is of
the larger. A guess."""


def join_translations(
    columns: Sequence[SlotColumn], pages: Sequence[SamplePage]
) -> list[SlotColumn]:
    """The columns, with those in one whose labels are translations of each other.

    They are told by their places: in each language equally many stand in places of one kind, and
    are in the same order.
    """
    spoken = [page.language[:2].casefold() for page in pages]
    counts = Counter(filter(None, spoken))
    usual = [name for name, times in counts.most_common() if times >= LANGUAGE * len(pages)]
    if len(usual) < 2:
        return [*columns]
    places: defaultdict[tuple[object, ...], dict[str, list[SlotColumn]]] = defaultdict(dict)
    for column in sorted(columns, key=lambda column: column.order):
        language = _language(column, spoken)
        if language not in usual or not _is_labelled(column):
            continue
        if _share(column, counts, spoken) >= RARE:
            places[_place(column)].setdefault(language, []).append(column)
    joined: dict[int, SlotColumn | None] = {}
    for by_language in places.values():
        main, *others = sorted(by_language, key=usual.index)
        for first, *translated in zip(
            by_language[main],
            *(by_language[name] for name in others if _match(by_language, main, name)),
            strict=True,
        ):
            alike = [one for one in translated if _are_as_usual(first, one, counts, spoken)]
            cells, texts = dict(first.cells), dict(first.texts)
            for one in alike:
                cells |= one.cells
                texts |= one.texts
                joined[id(one)] = None
            joined[id(first)] = replace(first, cells=cells, texts=texts)
    found = (joined.get(id(column), column) for column in columns)
    return [column for column in found if column is not None]


def _language(column: SlotColumn, spoken: Sequence[str]) -> str:
    """The language of all pages that have a column; empty if there are several."""
    languages = {spoken[page] for page, _ in column.cells}
    return languages.pop() if len(languages) == 1 else ""


def _is_labelled(column: SlotColumn) -> bool:
    """Whether a label names a column, and is no part of its texts.

    A free text is found by the one heading that it begins with.
    """
    (text, *_) = column.texts.values()
    return bool(column.label) and column.form in MERGED_FORMS and not text.startswith(column.label)


def _place(column: SlotColumn) -> tuple[object, ...]:
    """What places of one kind have in common."""
    slot, parent = column.slot, column.slot.parent
    around = (parent.tag, parent.words) if parent is not None else ()
    return slot.tag, slot.words, around, column.form, column.part, column.mark


def _match(by_language: dict[str, list[SlotColumn]], main: str, other: str) -> bool:
    return len(by_language[main]) == len(by_language[other])


def _are_as_usual(
    column: SlotColumn, other: SlotColumn, counts: Counter[str], spoken: Sequence[str]
) -> bool:
    """Whether about as many pages of each language have two columns."""
    shares = [_share(one, counts, spoken) for one in (column, other)]
    return min(shares) >= FILL * max(shares)


def _share(column: SlotColumn, counts: Counter[str], spoken: Sequence[str]) -> float:
    """The share of the pages of its language that have a column."""
    return len({page for page, _ in column.cells}) / counts[_language(column, spoken)]
