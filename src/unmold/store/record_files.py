"""The records of one template as Parquet files: records with their pages' keys enter.

One file for the records and one for each repeated part, joined by `_record`; the records' `_key` is
that of the page in the table of pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack

import pyarrow as pa

from unmold.records.record import Record
from unmold.records.table_layout import ROOT, lay_out_tables
from unmold.records.tables import stream_tables
from unmold.store.disk import share_file
from unmold.store.layout import Generation
from unmold.store.tables import safe_text, writing_table
from unmold.templates.model import Template


def number_parts(template: Template) -> dict[str, str]:
    """By name of each repeated part its number, by which its file is named."""
    parts = list(lay_out_tables(template).walk())[1:]
    return {part.name.removeprefix(f"{ROOT}."): part.number for part in parts}


def write_records(
    generation: Generation, template: Template, records: Iterable[tuple[str, Record]]
) -> int:
    """Write the records of a template, each with its page's key; returns how many there are."""
    layout = list(lay_out_tables(template).walk())
    keys: list[str] = []
    with ExitStack() as files:
        writers = {
            table.name: files.enter_context(
                writing_table(
                    generation.record_table(template.id, table.number),
                    _with_key(table.schema) if table.name == ROOT else table.schema,
                )
            )
            for table in layout
        }
        for batch in stream_tables(template, _note_keys(records, keys)):
            for name, rows in batch.items():
                writers[name].write(_add_key(rows, keys) if name == ROOT else rows)
    return writers[ROOT].rows


def share_records(source: Generation, target: Generation, template: Template) -> None:
    """Let a generation have the same records of a template as an earlier one."""
    for number in ("", *number_parts(template).values()):
        share_file(
            source.record_table(template.id, number), target.record_table(template.id, number)
        )


def _note_keys(records: Iterable[tuple[str, Record]], keys: list[str]) -> Iterator[Record]:
    for key, record in records:
        keys.append(safe_text(key))
        yield record


def _with_key(schema: pa.Schema) -> pa.Schema:
    return schema.insert(1, pa.field("_key", pa.string(), nullable=False))


def _add_key(rows: pa.Table, keys: list[str]) -> pa.Table:
    """The rows with the keys of their pages, which are not needed after that."""
    own, keys[:] = keys[: rows.num_rows], keys[rows.num_rows :]
    columns = [rows.column(0), pa.array(own, type=pa.string()), *rows.columns[1:]]
    return pa.Table.from_arrays(columns, schema=_with_key(rows.schema))
