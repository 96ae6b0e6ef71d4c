"""Writes tables to one file of a database: SQLite or DuckDB."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa

from unmold.errors import MachineError
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
from unmold.export.table_names import database_name, name_all, sqlite_name
from unmold.model import ProblemCode
from unmold.store import StoredTable

_ROWS = "_rows_that_unmold_writes"
"""What DuckDB knows a batch by while it is written."""


def write_sqlite(
    tables: Sequence[StoredTable], path: Path, options: WriteOptions
) -> list[WrittenTable]:
    """A database of SQLite; lists are JSON, dates texts, truth values 0 and 1."""
    names = name_all((table.name for table in tables), sqlite_name)
    with _explained(sqlite3.Error), closing(sqlite3.connect(path)) as connection:
        # The file takes its place when it is whole: nothing is ever rolled back.
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        written = [
            _fill_sqlite(connection, table, name, options)
            for table, name in zip(tables, names, strict=True)
        ]
        connection.commit()
    return written


def _fill_sqlite(
    connection: sqlite3.Connection, table: StoredTable, name: str, options: WriteOptions
) -> WrittenTable:
    most = min(
        connection.getlimit(sqlite3.SQLITE_LIMIT_COLUMN),
        connection.getlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER),
    )
    kept = table.columns[:most]
    note_columns(table, most, "SQLite", options)
    columns = name_all(kept, database_name)
    note_names(table, name, columns, options)
    kinds = [_sqlite_type(field.type) for field in table.schema][:most]
    described = ", ".join(
        f"{_quote(column)} {data_type}" for column, data_type in zip(columns, kinds, strict=True)
    )
    connection.execute(f"CREATE TABLE {_quote(name)} ({described})")
    insert = f"INSERT INTO {_quote(name)} VALUES ({', '.join('?' * len(columns))})"
    converters = convert_columns(table.schema, _sqlite_converter)[:most]
    for batch in table.batches():
        connection.executemany(insert, convert_rows(batch, converters))
    return WrittenTable(table.name, name, len(table), len(columns))


def _sqlite_type(data_type: pa.DataType) -> str:
    if pa.types.is_integer(data_type) or pa.types.is_boolean(data_type):
        return "INTEGER"
    return "REAL" if pa.types.is_floating(data_type) else "TEXT"


def _sqlite_converter(data_type: pa.DataType) -> Convert:
    return keep if is_plain(data_type) else to_text


def write_duckdb(
    tables: Sequence[StoredTable], path: Path, options: WriteOptions
) -> list[WrittenTable]:
    """A database of DuckDB, with all types and lists as the workspace has them."""
    import duckdb

    names = name_all((table.name for table in tables), database_name)
    log = path.with_name(f"{path.name}.wal")
    try:
        with _explained(duckdb.Error), closing(duckdb.connect(str(path))) as connection:
            return [
                _fill_duckdb(connection, table, name, options)
                for table, name in zip(tables, names, strict=True)
            ]
    finally:
        log.unlink(missing_ok=True)


def _fill_duckdb(
    connection: Any, table: StoredTable, name: str, options: WriteOptions
) -> WrittenTable:
    columns = name_all(table.columns, database_name)
    note_names(table, name, columns, options)
    rows = table.schema.empty_table().rename_columns(columns)
    connection.execute("BEGIN")
    connection.register(_ROWS, rows)
    connection.execute(f"CREATE TABLE {_quote(name)} AS SELECT * FROM {_ROWS}")
    connection.unregister(_ROWS)
    for batch in table.batches():
        connection.register(_ROWS, pa.Table.from_batches([batch]).rename_columns(columns))
        connection.execute(f"INSERT INTO {_quote(name)} SELECT * FROM {_ROWS}")
        connection.unregister(_ROWS)
    connection.execute("COMMIT")
    return WrittenTable(table.name, name, len(table), len(columns))


def note_columns(table: StoredTable, most: int, program: str, options: WriteOptions) -> None:
    """Say which columns are left out, if any are."""
    left_out = table.columns[most:]
    if left_out:
        options.note(
            ProblemCode.CUT_COLUMNS,
            table.name,
            f"{len(left_out):,} columns from {left_out[0]!r} on were left out: {program} has "
            f"{most:,} at most",
        )


def note_names(
    table: StoredTable, name: str, columns: Sequence[str], options: WriteOptions
) -> None:
    """Say which names are not those of the workspace."""
    if name != table.name:
        options.note(ProblemCode.RENAMED, table.name, f"is called {name!r} in the file")
    for old, new in zip(table.columns, columns, strict=False):
        if old != new:
            options.note(ProblemCode.RENAMED, f"{table.name}.{old}", f"is called {new!r}")


def _quote(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


@contextmanager
def _explained(failure: type[Exception]) -> Iterator[None]:
    try:
        yield
    except failure as error:
        reason = next(iter(str(error).splitlines()), type(error).__name__)
        raise MachineError(f"cannot write the database: {reason}") from error
