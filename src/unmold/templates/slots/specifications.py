"""Specifications: one table of labels and values where a column for each label would not do.

A camera has some of a hundred properties. Those that nearly every page states are columns; with one
for each of the others, most cells of the table would be empty, and properties that the sample lacks
would have no place at all. A shop of all kinds of things has few properties a page, but most of
them on few pages: beside columns for those that many pages have, the others would be lost.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Hashable, Iterator, Sequence

from unmold.templates.sample import SamplePage
from unmold.templates.slots.alignment import Slot
from unmold.templates.slots.outline import Element, Run
from unmold.templates.slots.own_labels import has_word
from unmold.templates.slots.said_again import Known, without_repeats
from unmold.templates.slots.siblings import signature
from unmold.templates.slots.slot_columns import Entry, SlotColumn, SlotTable

MANY = 24
"""Labels of a specification that is long: two screens of columns. Of the lists of labels with
values on swde's sites developed on, `various` and `wild`, all but one (66) have up to 20."""
USUAL = 0.9
"""Share of pages that have a label which is a column nevertheless. All columns that the attributes
of swde are found in are filled on more."""
VALUES = 0.4
"""Share of rows with a value behind their label, if the others are headings: `Image sensor` may be
a heading and the first label below it. A guess."""
WANTED = 0.5
"""Labels that gave a column, by those that make a list long: all the entries of a menu give none.
A guess."""

RARE = 0.15
"""Share of a list's pairs whose label is on too few pages for a column, if they are worth a table.
A guess."""
SOME_LABELS = 3
"""Labels beside which others are labels, too. A guess."""
SAME_SHAPE = 0.9
"""Share of rows without a known label that look like those with one. A guess."""
MAX_NAME = 60
"""Letters of a label. A guess."""

_Pair = tuple[Element, Run, tuple[int, ...], str]
"""A row with its label, the leaves of the value behind it, and what these say."""


def add_specifications(whole: SlotTable, root: Slot, pages: Sequence[SamplePage]) -> None:
    """Add tables of labels and values, and take the columns of their rare labels out."""
    _add_long_lists(whole, root, pages)
    _add_mixed_lists(whole, root)


def _add_long_lists(whole: SlotTable, root: Slot, pages: Sequence[SamplePage]) -> None:
    for rows in _find_long_lists(root):
        inside = {id(slot): row for row in rows for slot in row.walk()}
        labels = {row.label for row in rows}
        wanted = {row.label for c in whole.columns if (row := inside.get(id(c.slot)))}
        if len(wanted) < WANTED * MANY:
            continue
        listed = len({element.page for row in rows for element in row.elements})
        left, excerpts = [], []
        for column in whole.columns:
            own = inside.get(id(column.slot))
            # An excerpt of the specification, elsewhere, says some of it again.
            is_kept = own.pages >= USUAL * listed if own else column.label not in labels
            if is_kept:
                left.append(column)
            elif own is None:
                excerpts.append(column)
        if len(left) < len(whole.columns):
            known: Known = {}
            whole.columns = [c for c in left if not _is_said_by(c, excerpts, pages, known)]
            whole.tables.append(_make_table(rows, whole))


def _add_mixed_lists(whole: SlotTable, root: Slot) -> None:
    """Add tables of lists some of whose labels are on too few pages for a column."""
    for rows, others in _find_mixed_lists(root, {id(column.slot) for column in whole.columns}):
        inside = {id(slot) for row in others for slot in row.walk()}
        whole.columns = [c for c in whole.columns if id(c.slot) not in inside]
        whole.tables = [t for t in whole.tables if id(t.slot) not in inside]
        whole.tables.append(_make_table([*rows, *others], whole))


def _find_mixed_lists(
    root: Slot, wanted: Container[int]
) -> Iterator[tuple[list[Slot], list[Slot]]]:
    """Rows with labels of which some gave columns, and rows like them beside these.

    `wanted` are the slots of columns, by identity.
    """
    for slot in root.walk():
        beside: defaultdict[Hashable, list[Slot]] = defaultdict(list)
        for child in slot.children:
            beside[child.tag, child.words].append(child)
        for children in beside.values():
            labelled = [c for c in children if c.label and any(id(s) in wanted for s in c.walk())]
            if len(labelled) < SOME_LABELS:
                continue
            others = [child for child in children if not child.label and not child.is_section]
            if any(map(_holds_rows, children)):
                continue
            if others and _are_pairs(others, labelled):
                yield labelled, others


def _holds_rows(slot: Slot) -> bool:
    """Whether a slot has rows of a table inside: with what heads these it is no pair."""
    return any(inner.tag == "tr" for inner in slot.walk() if inner is not slot)


def _are_pairs(others: Sequence[Slot], labelled: Sequence[Slot]) -> bool:
    """Whether rows without a known label are enough, and look like those with one."""
    rows = [element for slot in others for element in slot.elements]
    known = sum(len(slot.elements) for slot in labelled)
    if len(rows) < RARE * (len(rows) + known):
        return False
    shapes = {signature(element) for slot in labelled for element in slot.elements}
    alike = sum(1 for row in rows if _is_named(row) and signature(row) in shapes)
    return alike >= SAME_SHAPE * len(rows)


def _is_named(row: Element) -> bool:
    """Whether a row has a short text with a word in it, one cell with a value, and no other."""
    pair = _pair(row)
    cells = sum(1 for cell in row.children() if cell.first_run() is not None)
    return (
        pair is not None
        and cells <= 2
        and len(pair[1].first) <= MAX_NAME
        and has_word(pair[1].first)
    )


def _is_said_by(
    column: SlotColumn,
    excerpts: Sequence[SlotColumn],
    pages: Sequence[SamplePage],
    known: Known,
) -> bool:
    """Whether an excerpt says what a column without a label says: the maker above the price."""
    if column.label or column.form != "value":
        return False
    return any(
        without_repeats([excerpt, column], None, pages, known) == [excerpt]
        for excerpt in excerpts
        if excerpt.form == "value"
    )


def _find_long_lists(root: Slot) -> Iterator[list[Slot]]:
    """Rows of one kind with many labels and values, be they under one heading or under several."""
    by_kind: defaultdict[Hashable, list[Slot]] = defaultdict(list)
    for slot in root.walk():
        if slot.label and slot.parent is not None:
            by_kind[_kind(slot)].append(slot)
    for rows in by_kind.values():
        # Few lists are so long that it is worth to look at what they say.
        if len(rows) >= MANY:
            valued = [row for row in rows if _has_values(row)]
            if len({row.label for row in valued}) >= MANY:
                yield valued


def _kind(row: Slot) -> Hashable:
    """What rows of one kind have in common: tags and classes, their own and those around."""
    steps = []
    slot: Slot | None = row
    while slot is not None:
        steps.append((slot.tag, slot.words))
        slot = slot.parent
    return tuple(steps)


def _has_values(row: Slot) -> bool:
    """Whether anything stands behind the label of a slot, besides that it heads others, too."""
    pairs = sum(_pair(element) is not None for element in row.elements)
    return pairs >= VALUES * len(row.elements)


def _make_table(rows: Sequence[Slot], whole: SlotTable) -> SlotTable:
    """The table of labels and values."""
    pairs = [pair for row in rows for element in row.elements if (pair := _pair(element))]
    pairs.sort(key=lambda pair: (pair[0].page, pair[0].node))
    slot = Slot(rows[0].tag, rows[0].words, rows[0].parent, [pair[0] for pair in pairs])
    table = SlotTable(slot, whole, is_specification=True)
    entries = [(row.page, row.node) for row, *_ in pairs]
    by_entry = [*zip(entries, pairs, strict=True)]
    labels = Slot("th", (), slot, [_holder(row, label.leaf) for row, label, *_ in pairs])
    values = Slot("td", (), slot, [_holder(row, leaves[0]) for row, _, leaves, _ in pairs])
    names: dict[Entry, tuple[int, ...]] = {
        entry: (label.leaves[0],) for entry, (_, label, *_) in by_entry
    }
    cells = {entry: leaves for entry, (*_, leaves, _) in by_entry}
    called = {
        entry: label.texts[0] if label.texts else label.text for entry, (_, label, *_) in by_entry
    }
    texts = {entry: text for entry, (*_, text) in by_entry}
    table.columns = [
        SlotColumn(labels, names, "value", texts=called, name="name", is_label=True),
        SlotColumn(values, cells, "value", order=1, texts=texts, name="value"),
    ]
    return table


def _pair(row: Element) -> _Pair | None:
    """A row with its label and what stands behind it, if anything does."""
    runs = [*row.runs()]
    if not runs:
        return None
    label, *said = runs
    if said:
        return row, label, tuple(run.leaf for run in said), "\n".join(run.text for run in said)
    if len(label.leaves) > 1 and label.texts:
        return row, label, label.leaves[1:], " ".join(label.texts[1:])
    return None


def _holder(row: Element, leaf: int) -> Element:
    """The element inside a row that says a leaf directly."""
    for element in row.elements():
        for item in element.content:
            if type(item) is Run and (item.leaf == leaf or leaf in item.leaves):
                return element
    return row
