"""Rows of plain cells that head the rows below them.

Many tables mark the names of their columns by nothing but their place: a first row of words that is
the same on all pages. One page alone cannot say whether that row is data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from unmold.templates.sample import SamplePage
from unmold.templates.slots.outline import Element
from unmold.templates.slots.siblings import consists_of_headers
from unmold.templates.slots.slot_columns import Entry, SlotColumn, SlotTable, all_tables

HEADED = 0.7
"""Share of the cells of every column that the same word heads, if the row of words is a header.
Measured on swde: .95 and more where it is one (si, espn, boxofficemojo), below .4 elsewhere."""
MIN_HEADED = 3
"""Columns that are headed: of two, the first row may be a label and its value."""


def take_headers(root: SlotTable, pages: Sequence[SamplePage]) -> None:
    """Name the columns of tables by the first rows of words, and take these out of the rows."""
    for table in all_tables(root):
        headers = _headers(table.columns, pages)
        if len({*headers.values()}) < MIN_HEADED:
            continue
        for column in table.columns:
            column.header = headers.get(id(column), "")
        _remove_headers(table)


def _headers(columns: Sequence[SlotColumn], pages: Sequence[SamplePage]) -> dict[int, str]:
    """The word that heads each column, by its identity; none if one of them changes."""
    found: dict[int, str] = {}
    for column in columns:
        if column.form not in ("value", "list"):
            continue
        counts: Counter[str] = Counter()
        on: set[int] = set()
        for (page, _), leaves in column.cells.items():
            if top := pages[page].tops[leaves[0]]:
                counts[top] += 1
                on.add(page)
        if not counts:
            continue
        top, times = counts.most_common(1)[0]
        if times < HEADED * counts.total() or len(on) < min(2, len(pages)):
            return {}
        if 2 * counts.total() >= len(column.cells):
            found[id(column)] = top
    return found if len(pages) > 1 else {}


def _remove_headers(table: SlotTable) -> None:
    """Take the rows that say no more than the headers out of all columns."""
    said: Counter[Entry] = Counter()
    other: set[Entry] = set()
    for column in table.columns:
        for entry, text in column.texts.items():
            if text == column.header:
                said[entry] += 1
            else:
                other.add(entry)
    heads = {entry for entry, times in said.items() if times > 1 and entry not in other}
    for column in table.columns if heads else ():
        column.cells = {e: leaves for e, leaves in column.cells.items() if e not in heads}
        column.texts = {e: text for e, text in column.texts.items() if e not in heads}
    table.columns = [column for column in table.columns if column.cells]


def find_head_rows(page: SamplePage, rows: Iterable[Element], texts: frozenset[int]) -> set[int]:
    """The rows of tables on a page that only head others, by node.

    They say nothing but texts of the template, or consist of header cells that mostly do: a word of
    them may be a value elsewhere.
    """
    found: set[int] = set()
    ids = page.text_ids
    for element in rows:
        said = (ids[leaf] for run in element.runs() for leaf in run.leaves)
        # Where tables are layout, a row may hold most of the page: its first texts tell.
        first = element.first_run()
        begins = first is not None and all(ids[leaf] in texts for leaf in first.leaves[:1])
        is_head = begins and all(text in texts for text in said)
        if is_head and sum(len(run.leaves) for run in element.runs()) >= MIN_HEADED:
            found.add(element.node)
        elif consists_of_headers(element):
            own = [ids[leaf] in texts for run in element.runs() for leaf in run.leaves]
            if sum(own) >= MOSTLY_OWN * len(own):
                found.add(element.node)
    return found


MOSTLY_OWN = 0.5
"""Share of texts in header cells that are the template's own, if the row heads others. A guess."""
