"""Writes one table to a file: CSV, JSON lines or Parquet."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from unmold.csv_rows import cell_text, csv_lines, csv_row, defuse
from unmold.export.table_file import (
    Convert,
    WriteOptions,
    WrittenTable,
    convert_columns,
    convert_rows,
    is_plain,
    keep,
    to_text,
)
from unmold.store import StoredTable


def write_csv(
    tables: Sequence[StoredTable], path: Path, options: WriteOptions
) -> list[WrittenTable]:
    """A head and the rows; lists are JSON in their cell, and null is an empty cell."""
    return _write_lines(tables, path, lambda table: _csv_table(table, options.safe_csv))


def write_jsonl(
    tables: Sequence[StoredTable], path: Path, options: WriteOptions
) -> list[WrittenTable]:
    """One object a line with a key for each column."""
    return _write_lines(tables, path, _json_lines)


def write_parquet(
    tables: Sequence[StoredTable], path: Path, options: WriteOptions
) -> list[WrittenTable]:
    """The table as the workspace has it."""
    (table,) = tables
    rows = 0
    with pq.ParquetWriter(path, table.schema, compression="zstd") as writer:
        for batch in table.batches():
            writer.write_batch(batch)
            rows += batch.num_rows
    return [_written(table, rows)]


def _write_lines(tables: Sequence[StoredTable], path: Path, lines: Any) -> list[WrittenTable]:
    (table,) = tables
    with path.open("wb") as stream:
        stream.writelines(line.encode() for line in lines(table))
    return [_written(table, len(table))]


def _written(table: StoredTable, rows: int) -> WrittenTable:
    return WrittenTable(table.name, table.name, rows, len(table.columns))


def _csv_table(table: StoredTable, is_safe: bool) -> Iterator[str]:
    def converter(data_type: pa.DataType) -> Convert:
        if pa.types.is_string(data_type):
            return defuse if is_safe else keep
        return keep if pa.types.is_integer(data_type) else cell_text

    yield csv_row(table.columns, is_safe=is_safe)
    converters = convert_columns(table.schema, converter)
    for batch in table.batches():
        yield from csv_lines(convert_rows(batch, converters))


def _json_lines(table: StoredTable) -> Iterator[str]:
    names, encode = table.columns, json.JSONEncoder(ensure_ascii=False).encode
    converters = convert_columns(table.schema, _json_converter)
    for batch in table.batches():
        for row in convert_rows(batch, converters):
            entry = dict(zip(names, row, strict=True))
            yield encode(entry) + "\n"


def _json_converter(data_type: pa.DataType) -> Convert:
    if pa.types.is_floating(data_type):
        return _json_number
    if pa.types.is_list(data_type):
        convert = _json_converter(data_type.value_type)
        return lambda items: [None if item is None else convert(item) for item in items]
    return keep if is_plain(data_type) else to_text


def _json_number(number: float) -> float | str:
    """A number; JSON has none that is infinite, or no number."""
    return number if math.isfinite(number) else str(number)
