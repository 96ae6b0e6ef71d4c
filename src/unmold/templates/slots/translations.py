"""Columns that are one, but are called otherwise in each language of a site.

A site in two languages has its labels twice: `Bus:` on English pages is `Autocarro:` on Portuguese
ones, in the same place. Each of them is on pages of one language only, and their values share
words: numbers, names and codes are not translated.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

from unmold.templates.class_words import words_of
from unmold.templates.sample import SamplePage
from unmold.templates.slots.merging import MERGED_FORMS
from unmold.templates.slots.slot_columns import SlotColumn

LANGUAGE = 0.15
"""Share of pages in a language that a site has besides another. A guess."""
SHARED = 0.25
"""Of the different words of the column with fewer, those that both have, if they are one. A guess;
what a manual says of syntax in one language and of context in another shares none."""


def join_translations(
    columns: Sequence[SlotColumn], pages: Sequence[SamplePage]
) -> list[SlotColumn]:
    """The columns, with those in one whose labels are translations of each other."""
    spoken = [page.language[:2].casefold() for page in pages]
    counts = Counter(filter(None, spoken))
    usual = [name for name, times in counts.most_common() if times >= LANGUAGE * len(pages)]
    if len(usual) < 2:
        return [*columns]
    places: defaultdict[tuple[object, ...], list[tuple[str, SlotColumn]]] = defaultdict(list)
    for column in columns:
        language = _language(column, spoken)
        if language in usual and _is_labelled(column):
            places[_place(column)].append((language, column))
    joined: dict[int, SlotColumn | None] = {}
    for own in places.values():
        for one, other in _pairs(own):
            first = joined.get(id(one), one)
            if first is not None and joined.get(id(other), other) is other:
                cells, texts = first.cells | other.cells, first.texts | other.texts
                joined[id(one)] = replace(first, cells=cells, texts=texts)
                joined[id(other)] = None
    found = (joined.get(id(column), column) for column in columns)
    return [column for column in found if column is not None]


def is_of_languages(column: SlotColumn, pages: Sequence[SamplePage]) -> bool:
    """Whether a column says one thing in each language of a site: that is the template's own text.

    Pages that all say `Menu` have no column for it; nor have those that say `Menü` in German.
    """
    said: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for (page, _), text in column.texts.items():
        said[pages[page].language[:2].casefold()][text] += 1
    usual = [texts.most_common(1)[0] for texts in said.values()]
    own = sum(times for _, times in usual)
    several = sum(times >= SPOKEN for _, times in usual)
    return several > 1 and len({text for text, _ in usual}) > 1 and own >= SAME * len(column.texts)


SPOKEN = 3
"""Pages of a language that say the same, if that is no chance. A guess."""
SAME = 0.97
"""Share of values that are the one of their language. A guess."""


def _pairs(columns: Sequence[tuple[str, SlotColumn]]) -> list[tuple[SlotColumn, SlotColumn]]:
    """Columns of two languages, each the most alike to the other; the fuller one comes first."""
    said = {id(column): {*words_of(" ".join(column.texts.values()))} for _, column in columns}
    best: dict[tuple[int, str], tuple[float, SlotColumn]] = {}
    for language, column in columns:
        for other_language, other in columns:
            if other_language != language:
                own, others = said[id(column)], said[id(other)]
                shared = len(own & others) / max(1, min(len(own), len(others)))
                known = best.get((id(column), other_language))
                if shared >= SHARED and (known is None or shared > known[0]):
                    best[id(column), other_language] = shared, other
    return [
        (column, other)
        for language, column in sorted(columns, key=lambda item: -len(item[1].cells))
        for (number, _), (_, other) in best.items()
        if number == id(column) and len(other.cells) <= len(column.cells)
        if best.get((id(other), language), (0.0, None))[1] is column
    ]


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
