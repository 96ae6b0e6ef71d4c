"""Leaves out of the first tier what its keys do not find on the very pages it was learned from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from unmold.templates.compiled import compile_template
from unmold.templates.model import Field, Table, Template
from unmold.templates.sample import SamplePage
from unmold.templates.value_types import CELLS
from unmold.values import ValueType

if TYPE_CHECKING:
    from unmold._core import ColumnBuffers, RecordBuffers


FOUND = 0.25
"""Share of the values meant that are found, so that a column is kept. A guess: where classes change
from page to page, keys found a tenth of the images that rows have."""


def keep_found(template: Template, sample: Sequence[SamplePage]) -> Template:
    """The template without tables that have no rows, and columns that are empty.

    A column that says the same on all pages, though different values were meant, is none either. A
    column of numbers, dates or the like most of which are none is one of texts.
    """
    found = _extract(template, sample)
    template, found = _without_vain_selectors(template, found, sample)
    rows = {id(table) for table in _found_tables(template, found)}
    kept = {id(field): _as_read(field, own) for field, own in _found_fields(template, found)}
    return _with_fields(template, rows, kept)


def _extract(template: Template, sample: Sequence[SamplePage]) -> RecordBuffers:
    from unmold import _core

    leaves, addresses = [page.leaves for page in sample], [page.url for page in sample]
    (found,), *_ = _core.extract_leaves(compile_template(template), leaves, addresses)
    return found


def _with_fields(template: Template, rows: set[int], kept: Mapping[int, Field]) -> Template:
    tables = tuple(_kept_tables(template.tables, rows, kept))
    return replace(template, fields=_of_those(template.fields, kept), tables=tables)


def _without_vain_selectors(
    template: Template, found: RecordBuffers, sample: Sequence[SamplePage]
) -> tuple[Template, RecordBuffers]:
    """The template, with the first selector only where others find nothing that can be read.

    Where a page has no old price, a key of its place finds the currency of the other.
    """
    kept = {id(field): field for _, field in template.columns()}
    doubtful = {
        id(field): _read(field, column)
        for (_, field), column in zip(template.columns(), found[5], strict=True)
        if column is not None and _is_doubtful(field, column)
    }
    if not doubtful:
        return template, found
    rows = {id(table) for _, table in template.all_tables()}
    first = {
        number: replace(kept[number], selectors=kept[number].selectors[:1]) for number in doubtful
    }
    trial = _with_fields(template, rows, kept | first)
    again = _extract(trial, sample)
    said = zip(trial.columns(), again[5], strict=True)
    columns = {id(field): column for (_, field), column in said}
    for number, (_, read) in doubtful.items():
        column = columns[id(first[number])]
        if column is None or _read(first[number], column)[1] < read:
            del first[number]
    if len(first) == len(doubtful):
        return trial, again
    if not first:
        return template, found
    template = _with_fields(template, rows, kept | first)
    return template, _extract(template, sample)


def _of_those(fields: Sequence[Field], kept: Mapping[int, Field]) -> tuple[Field, ...]:
    return tuple(kept[id(field)] for field in fields if id(field) in kept)


def _kept_tables(
    tables: Sequence[Table], rows: set[int], kept: Mapping[int, Field]
) -> Iterator[Table]:
    """Tables that have rows, with what is kept of them; those of which nothing is are left out."""
    for table in tables:
        fields = _of_those(table.fields, kept)
        inner = tuple(_kept_tables(table.tables, rows, kept))
        if id(table) in rows and (fields or inner):
            yield replace(table, fields=fields, tables=inner)


def _found_tables(template: Template, found: RecordBuffers) -> Iterator[Table]:
    """The tables that have rows."""
    rows = (own[0] for own in found[4])
    for (_, table), records in zip(template.all_tables(), rows, strict=True):
        if records:
            yield table


def _found_fields(
    template: Template, found: RecordBuffers
) -> Iterator[tuple[Field, ColumnBuffers | None]]:
    """The fields that say something, and what; those that are never extracted, too."""
    for (_, field), column in zip(template.columns(), found[5], strict=True):
        if column is None or _says_anything(field, column):
            yield field, column


VALID = {"number": 2, "price": 2, "date": 1, "boolean": 1}
"""Types that not every text can be read as, and where the core says which texts are."""


def _is_doubtful(field: Field, column: ColumnBuffers) -> bool:
    """Whether some of what several selectors find cannot be read as the type of their column."""
    if field.type not in VALID or len(field.selectors) < 2 or field.is_joined:
        return False
    said, read = _read(field, column)
    return read < said


def _read(field: Field, column: ColumnBuffers) -> tuple[int, int]:
    """How many texts are found, and how many can be read as the type of their column."""
    _, _, (offsets, _), typed, _ = column
    bounds = memoryview(offsets).cast("i")
    said = sum(end > start for start, end in pairwise(bounds))
    return said, int.from_bytes(typed[VALID[field.type]]).bit_count()


def _as_read(field: Field, column: ColumnBuffers | None) -> Field:
    """A field, as a text if most of what is found cannot be read as its type."""
    if column is None or field.type not in VALID:
        return field
    said, read = _read(field, column)
    if read >= CELLS * said:
        return field
    plain = ValueType("text")
    return replace(
        field,
        type=plain.name,
        number_format=plain.number_format,
        date_order=plain.date_order,
        is_whole=plain.is_whole,
        currency=plain.currency,
    )


def _says_anything(field: Field, column: ColumnBuffers) -> bool:
    filled, ends, (offsets, text), *_ = column
    found = int.from_bytes(filled).bit_count()
    entries = len(memoryview(offsets if ends is None else ends).cast("i")) - 1
    if not found or found < FOUND * field.fill * entries:
        return False
    if len(field.examples) < 2:
        return True
    if ends is not None:
        return not _are_lists_equal(ends, offsets, text)
    return not _are_all_equal(offsets, text)


def _are_lists_equal(ends: bytes, offsets: bytes, text: bytes) -> bool:
    """Whether several entries have items, and all have the same ones."""
    bounds, items = memoryview(ends).cast("i"), memoryview(offsets).cast("i")
    filled = [(start, end) for start, end in pairwise(bounds) if end > start]
    lists = {
        tuple(text[items[at] : items[at + 1]] for at in range(start, end)) for start, end in filled
    }
    return len(filled) > 1 and len(lists) == 1


def _are_all_equal(offsets: bytes, text: bytes) -> bool:
    """Whether there are several texts that are not empty, and all say the same."""
    bounds = memoryview(offsets).cast("i")
    texts = [text[start:end] for start, end in pairwise(bounds) if end > start]
    return len(texts) > 1 and len({*texts}) == 1
