"""The records of one template as Parquet files: tables of records and the keys of their
pages enter.

One file for the records and one for each repeated part, joined by `_record`; the records' `_key` is
that of the page in the table of pages.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pyarrow as pa
import pyarrow.compute as pc

from unmold.records.table_layout import ROOT, lay_out_tables
from unmold.store.layout import Generation
from unmold.store.tables import TableWriter, read_table, writing_table
from unmold.store.verified import share_verified
from unmold.templates.model import Template


def number_parts(template: Template) -> dict[str, str]:
    """By name of each repeated part its number, by which its file is named."""
    parts = list(lay_out_tables(template).walk())[1:]
    return {part.name.removeprefix(f"{ROOT}."): part.number for part in parts}


class RecordWriter:
    """The records of one template under way."""

    def __init__(self, writers: dict[str, TableWriter]) -> None:
        self._writers = writers
        self.count = 0

    def write(self, keys: list[str], tables: dict[str, pa.Table]) -> None:
        """Add the records of a batch of pages, numbered from 0, with the keys of their pages."""
        for name, rows in tables.items():
            renumbered = rows.set_column(
                0, rows.schema.field(0), pc.add(rows.column(0), self.count)
            )
            self._writers[name].write(_add_key(renumbered, keys) if name == ROOT else renumbered)
        self.count += len(keys)

    def copy(self, source: Generation, template: Template) -> None:
        """Begin with the records of an earlier generation, as they are."""
        for table in lay_out_tables(template).walk():
            rows = read_table(source.record_table(template.id, table.number))
            self._writers[table.name].write(rows)
            if table.name == ROOT:
                self.count += rows.num_rows


@contextmanager
def writing_records(generation: Generation, template: Template) -> Iterator[RecordWriter]:
    """Write the records of a template in batches."""
    with ExitStack() as files:
        writers = {
            table.name: files.enter_context(
                writing_table(
                    generation.record_table(template.id, table.number),
                    _with_key(table.schema) if table.name == ROOT else table.schema,
                )
            )
            for table in lay_out_tables(template).walk()
        }
        yield RecordWriter(writers)


def share_records(source: Generation, target: Generation, template: Template) -> None:
    """Let a generation have the same records of a template as an earlier one."""
    for number in ("", *number_parts(template).values()):
        share_verified(
            source.record_table(template.id, number), target.record_table(template.id, number)
        )


def _with_key(schema: pa.Schema) -> pa.Schema:
    return schema.insert(1, pa.field("_key", pa.string(), nullable=False))


def _add_key(rows: pa.Table, keys: list[str]) -> pa.Table:
    columns = [rows.column(0), pa.array(keys, type=pa.string()), *rows.columns[1:]]
    return pa.Table.from_arrays(columns, schema=_with_key(rows.schema))
