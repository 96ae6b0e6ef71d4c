"""All rows of a query as CSV, JSON lines or Parquet, a few thousand of them in memory at a time.

The first portion is made before the answer begins, so that what fails at once is still answered by
an error. The first column, `_page`, holds the ids of the pages.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from unmold.csv_rows import cell_text, csv_lines, csv_row, defuse
from unmold.model import page_id
from unmold.serve.queries import ROW, quote, scan_file
from unmold.serve.record_queries import (
    Condition,
    Order,
    RecordTable,
    TableColumn,
    join_conditions,
    write_order,
)
from unmold.serve.record_rows import plain

BATCH = 4096
"""Rows that are written at a time: some hundred kilobytes. A guess."""
PAGE = "_page"
STREAM_SECONDS = 3600.0
"""How long all rows may take to be read; a client that reads none is given up much earlier."""


def stream_records(
    table: RecordTable,
    columns: Sequence[TableColumn],
    conditions: Sequence[Condition],
    order: Order | None,
    form: str,
) -> Iterator[bytes]:
    """The rows of a query in one of `FORMS`."""
    portions = FORMS[form][1](_batches(table, columns, conditions, order))
    first = next(portions, b"")
    return chain([first], portions)


def _batches(
    table: RecordTable,
    columns: Sequence[TableColumn],
    conditions: Sequence[Condition],
    order: Order | None,
) -> Iterator[pa.RecordBatch]:
    """The rows as Arrow has them, with the ids of pages; at least one batch, for its schema."""
    where, parameters = join_conditions(conditions)
    names = ", ".join(quote(one.name) for one in columns)
    key = quote("_key")
    source = table.relation if not table.stored.part else _with_keys(table)
    query = f"SELECT {key}{', ' if names else ''}{names} FROM {source} {where} {write_order(order)}"
    show = table.snapshot.paths.show_all
    queries = table.snapshot.queries
    with queries.reading(query, parameters, BATCH, STREAM_SECONDS) as reader:
        fields = [pa.field(PAGE, pa.string()), *list(reader.schema)[1:]]
        schema = pa.schema(fields)
        yield pa.RecordBatch.from_pylist([], schema=schema)
        for batch in reader:
            ids = pa.array([key and page_id(key) for key in batch.column(0).to_pylist()])
            rest = batch.columns[1:]
            if not table.snapshot.paths.hides_nothing:
                rest = [_show(one, show) for one in rest]
            yield pa.RecordBatch.from_arrays([ids, *rest], schema=schema)


def _show(array: pa.Array, show: Callable[[Any], Any]) -> pa.Array:
    """Values without the places of files on the server."""
    if pa.types.is_string(array.type) or pa.types.is_list(array.type):
        return pa.array([show(value) for value in array.to_pylist()], type=array.type)
    return array


def _with_keys(table: RecordTable) -> str:
    """The rows of a part with the keys of the pages that they stand on."""
    generation = table.snapshot.workspace.generation
    root = generation.record_table(table.entry.learned, tier=table.tier)
    keys = scan_file(root, [quote("_record"), quote("_key")])
    return (
        f"(SELECT rows.*, keys.{quote('_key')} FROM {table.relation} AS rows "
        f"LEFT JOIN (SELECT * EXCLUDE ({quote(ROW)}) FROM {keys}) AS keys "
        f"USING ({quote('_record')}))"
    )


def _write_csv(batches: Iterator[pa.RecordBatch]) -> Iterator[bytes]:
    """A head and the rows; no cell is one that a spreadsheet would run."""
    head = next(batches)
    yield csv_row(head.schema.names, is_safe=True).encode()
    for batch in batches:
        columns = [_texts(one) for one in batch.columns]
        yield "".join(csv_lines(zip(*columns, strict=True))).encode()


def _texts(array: pa.Array) -> list[Any]:
    values = array.to_pylist()
    if pa.types.is_string(array.type):
        return [defuse(value) for value in values]
    return values if pa.types.is_integer(array.type) else [cell_text(value) for value in values]


def _write_jsonl(batches: Iterator[pa.RecordBatch]) -> Iterator[bytes]:
    head = next(batches)
    names, encode = head.schema.names, json.JSONEncoder(ensure_ascii=False).encode
    for batch in batches:
        columns = [[plain(value) for value in one.to_pylist()] for one in batch.columns]
        rows = (dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True))
        yield "".join(f"{encode(row)}\n" for row in rows).encode()


def _write_parquet(batches: Iterator[pa.RecordBatch]) -> Iterator[bytes]:
    head = next(batches)
    sink = _Sink()
    with pq.ParquetWriter(sink, head.schema, compression="zstd") as writer:
        for batch in batches:
            writer.write_batch(batch)
            yield sink.take()
    yield sink.take()


class _Sink:
    """A file whose contents are taken away as they are written."""

    closed = False

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0

    def write(self, data: Any) -> int:
        part = bytes(data)
        self._parts.append(part)
        self._size += len(part)
        return len(part)

    def tell(self) -> int:
        return self._size

    def flush(self) -> None:
        """What was written is there already."""

    def close(self) -> None:
        self.closed = True

    def take(self) -> bytes:
        taken = b"".join(self._parts)
        self._parts.clear()
        return taken


FORMS: dict[str, tuple[str, Callable[[Iterator[pa.RecordBatch]], Iterator[bytes]]]] = {
    "csv": ("text/csv; charset=utf-8", _write_csv),
    "jsonl": ("application/x-ndjson", _write_jsonl),
    "parquet": ("application/vnd.apache.parquet", _write_parquet),
}
"""By ending: the type of the answer, and what writes it."""
