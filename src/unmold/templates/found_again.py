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
    from unmold import _core

    native = compile_template(template)
    leaves, addresses = [page.leaves for page in sample], [page.url for page in sample]
    (found,), *_ = _core.extract_leaves(native, leaves, addresses)
    rows = {id(table) for table in _found_tables(template, found)}
    kept = {id(field): _as_read(field, own) for field, own in _found_fields(template, found)}
    return replace(
        template,
        fields=_of_those(template.fields, kept),
        tables=tuple(_kept_tables(template.tables, rows, kept)),
    )


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


def _as_read(field: Field, column: ColumnBuffers | None) -> Field:
    """A field, as a text if most of what is found cannot be read as its type."""
    if column is None or field.type not in VALID:
        return field
    _, _, (offsets, _), typed, _ = column
    bounds = memoryview(offsets).cast("i")
    said = sum(end > start for start, end in pairwise(bounds))
    read = int.from_bytes(typed[VALID[field.type]]).bit_count()
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
