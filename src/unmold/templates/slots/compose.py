"""The first tier of a template: the tables that a person would keep.

Slots give wanted columns; here those worth having are chosen, named, put in a person's order, and
given selectors by which they are found on other pages.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from unmold.templates.columns import Column
from unmold.templates.model import Field, Table, TemplateText
from unmold.templates.sample import SamplePage
from unmold.templates.slots.alignment import Slot, align, align_inside, free_alternatives
from unmold.templates.slots.cards import (
    Cards,
    add_cards,
    find_cards,
    free_titles_of_cards,
    mark_layout,
)
from unmold.templates.slots.changing_words import drop_changing_words
from unmold.templates.slots.column_finder import ColumnFinder
from unmold.templates.slots.frame import Frame
from unmold.templates.slots.header_rows import take_headers
from unmold.templates.slots.outline import Outlines, outline_pages
from unmold.templates.slots.own_labels import find_own_labels
from unmold.templates.slots.page_titles import free_titles, head_title_ids
from unmold.templates.slots.same_rows import join_same_rows
from unmold.templates.slots.slot_columns import SlotColumn, SlotTable, all_columns, all_tables
from unmold.templates.slots.slot_fields import FieldMaker
from unmold.templates.slots.specifications import add_specifications
from unmold.templates.slots.worth import Chooser


@dataclass(slots=True)
class FirstTier:
    """What a person would keep of a sample."""

    texts: frozenset[int]
    fields: tuple[Field, ...] = ()
    tables: tuple[Table, ...] = ()
    labels: tuple[TemplateText, ...] = ()
    """Those of the texts that were not known before."""


def compose(
    pages: Sequence[SamplePage],
    texts: frozenset[int],
    others: Iterable[Sequence[SamplePage]] = (),
    keyed: Sequence[Column] = (),
) -> FirstTier:
    """The first tier of a sample, and the template's texts without those that are values.

    `others` are samples of other templates of the site: what they say, too, is frame. `keyed` are
    the columns of the second tier.
    """
    outlines = outline_pages(pages)
    drop_changing_words(outlines)
    outlines = replace(outlines, fixed=free_titles(outlines, pages))
    cards = find_cards(outlines)
    outlines = replace(outlines, fixed=free_titles_of_cards(cards, outlines.fixed))
    slots = align(outlines)
    table = _find_columns(slots, outlines, cards, pages, texts)
    take_headers(table, pages)
    chooser = Chooser(pages, Frame.of_pages(others))
    chooser.choose(table, keyed)
    labels = {text.key: text for text in _labels(table, pages, texts)}
    kept = (texts - _values_among(texts, table, pages) - _signs(pages)) | labels.keys()
    if chooser.title is None:
        # The title that the pages of a long list share is theirs, and not the template's.
        kept -= head_title_ids(pages)
    fields, tables = FieldMaker(pages, outlines, kept, chooser).make(table)
    _release(slots, table)
    return FirstTier(kept, fields, tables, tuple(labels.values()))


def _find_columns(
    slots: Slot,
    outlines: Outlines,
    cards: Sequence[Cards],
    pages: Sequence[SamplePage],
    texts: frozenset[int],
) -> SlotTable:
    """The tables and columns of slots; rows of one kind are in one table, wherever they stand."""
    fixed = free_alternatives(slots, outlines.fixed)

    def make_table(rows: Slot, parent: SlotTable, label: str) -> SlotTable:
        align_inside(rows, outlines, find_own_labels(outlines))
        return ColumnFinder(pages, fixed, texts, rows).find_rows(parent, label)

    mark_layout(slots, cards)
    table = ColumnFinder(pages, fixed, texts, slots).find()
    join_same_rows(table, make_table)
    add_cards(table, cards, make_table)
    add_specifications(table, slots, pages)
    return table


def _release(slots: Slot, table: SlotTable) -> None:
    """Cut what leads back to parents, so that all is freed at once.

    Else the collector would have to look through hundreds of thousands of elements.
    """
    for slot in slots.walk():
        slot.parent = None
        for element in slot.elements:
            element.parent = None
    for inner in all_tables(table):
        inner.parent = None


def _values_among(
    texts: frozenset[int], table: SlotTable, pages: Sequence[SamplePage]
) -> frozenset[int]:
    """The texts that are values of a column wherever they stand: frequent, but no labels."""
    from unmold import _core

    said: list[int] = []
    for column in all_columns(table):
        if column.form != "text" and not column.is_label:
            for (page, _), leaves in column.cells.items():
                # A block says what the one text in it says.
                own = pages[page].text_ids
                said += [own[leaf] or own[min(leaf + 1, len(own) - 1)] for leaf in leaves]
    wanted = Counter(filter(texts.__contains__, said))
    asked = wanted.keys()
    total = _core.count_text_ids([page.leaves for page in pages], {*asked}) if asked else {}
    return frozenset(text for text in asked if wanted[text] >= 0.5 * total[text])


def _labels(
    table: SlotTable, pages: Sequence[SamplePage], texts: frozenset[int]
) -> list[TemplateText]:
    """Rare labels of columns that are the template's own, as most labels beside them are."""
    on: defaultdict[int, set[int]] = defaultdict(set)
    said: dict[int, str] = {}
    known: dict[Slot, bool] = {}
    for slot in {id(slot): slot for slot in map(_labelled, all_columns(table)) if slot}.values():
        keys = _label_keys(slot, pages)
        known[slot] = not texts.isdisjoint(key for key, _ in keys)
        if not known[slot] and _are_labels(slot, pages, texts, known):
            for key, page in keys:
                on[key].add(page)
                said[key] = slot.label
    return [
        TemplateText(key, text, round(len(on[key]) / len(pages), 3))
        for key, text in said.items()
        if len(on[key]) > 1
    ]


def _label_keys(slot: Slot, pages: Sequence[SamplePage]) -> list[tuple[int, int]]:
    """The identities of the label of a slot, with their pages."""
    found = []
    for element in slot.elements:
        run, page = element.first_run(), pages[element.page]
        leaf = run.leaves[0] if run is not None and run.leaves else -1
        if leaf >= 0 and page.values[leaf] == slot.label and page.text_ids[leaf]:
            found.append((page.text_ids[leaf], element.page))
    return found


def _are_labels(
    slot: Slot, pages: Sequence[SamplePage], texts: frozenset[int], known: dict[Slot, bool]
) -> bool:
    """Whether most of what stands before the values beside a slot is known to be labels.

    `known` says of the slots that were asked for whether theirs are: each has many siblings.
    """
    siblings = slot.parent.children if slot.parent is not None else []
    beside = [c for c in siblings if c.label and c.tag == slot.tag and c.words == slot.words]
    for child in beside:
        if child not in known:
            known[child] = any(key in texts for key, _ in _label_keys(child, pages))
    return 2 * sum(known[child] for child in beside) > len(beside)


def _labelled(column: SlotColumn) -> Slot | None:
    """The slot whose label a column has."""
    slot: Slot | None = column.slot if column.label else None
    while slot is not None and slot.label != column.label:
        slot = slot.parent
    return slot


def _signs(pages: Sequence[SamplePage]) -> frozenset[int]:
    """Texts without a letter or digit: they separate values, but name none."""
    from unmold import _core

    short = _core.short_texts([page.leaves for page in pages], 3)
    return frozenset(identity for identity, text in short if not any(map(str.isalnum, text)))
