"""Runs SQL over the tables of a workspace.

DuckDB reads the Parquet files through Arrow datasets. It is told to touch no file and no network
and to let no query change that; and only statements that read are run.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from unmold.errors import UsageError
from unmold.store.explained_errors import explained_damage
from unmold.store.stored_table import StoredTable
from unmold.store.table_contents import EditedContents, FileContents, ShownColumn
from unmold.store.table_files import list_parts
from unmold.store.verified import verify_file, verify_whole

_READING = ("SELECT", "EXPLAIN")


def run_query(
    query: str,
    parameters: Sequence[Any] | Mapping[str, Any] | None,
    tables: Mapping[str, StoredTable],
) -> Any:
    """Run one reading statement over tables by name; an Arrow table."""
    import duckdb

    _require_unicode(query, parameters)
    read = _mentioned(query, tables)
    with closing(duckdb.connect(":memory:")) as connection:
        for name, table in tables.items():
            with explained_damage(table.path):
                if name in read:
                    verify_file(table.path)
                _register(connection, table, name in read)
        connection.execute("SET python_enable_replacements = false")
        connection.execute("SET enable_external_access = false")
        connection.execute("SET lock_configuration = true")
        try:
            _check(connection.extract_statements(query))
            return connection.sql(query, params=parameters).to_arrow_table()
        except duckdb.Error as error:
            # Whoever mistypes a name does not wait until tables are read.
            if not isinstance(error, duckdb.BinderException | duckdb.CatalogException):
                _refuse_damage(table.path for table in read.values())
            raise UsageError(
                str(error).strip(), hint=f"there are {', '.join(list(tables)[:30])}"
            ) from error


def _require_unicode(query: str, parameters: Sequence[Any] | Mapping[str, Any] | None) -> None:
    """Refuse what DuckDB could not encode: bytes of a command line that are no UTF-8."""
    values = parameters.values() if isinstance(parameters, Mapping) else parameters or ()
    for text in (query, *(value for value in values if isinstance(value, str))):
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise UsageError(
                f"the query is not valid Unicode at character {error.start + 1}",
                hint="write it, and its parameters, in UTF-8",
            ) from None


def _open_checked(path: Path) -> Any:
    """A table of which every page that is read is checked."""
    import pyarrow.dataset as ds

    options = ds.ParquetFragmentScanOptions(page_checksum_verification=True)
    checked = ds.ParquetFileFormat(default_fragment_scan_options=options)
    return ds.dataset([str(part) for part in list_parts(path)], format=checked)


def _register(connection: Any, table: StoredTable, is_read: bool) -> None:
    """Let a query know a table: a file as it is, under other names, or as it was computed."""
    contents = table.contents
    if isinstance(contents, FileContents):
        connection.register(table.name, _open_checked(table.path))
    elif isinstance(contents, EditedContents) and not contents.is_computed:
        stored = f"{table.name} as stored"
        connection.register(stored, _open_checked(table.path))
        columns = ", ".join(_select(column) for column in contents.columns)
        connection.execute(
            f"CREATE VIEW {_quote(table.name)} AS SELECT {columns} FROM {_quote(stored)}"
        )
    else:
        # What no query asks for is not computed.
        whole = contents.to_arrow() if is_read else contents.schema.empty_table()
        connection.register(table.name, whole)


def _select(column: ShownColumn) -> str:
    """A stored column under its name, with other values for some."""
    value = stored = _quote(column.stored[0].name)
    if column.names:
        cases = " ".join(
            f"WHEN {_literal(old)} THEN {_literal(new)}" for old, new in column.names.items()
        )
        value = f"CASE {stored} {cases} ELSE {stored} END"
    return f"{value} AS {_quote(column.name)}"


def _quote(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _mentioned(query: str, tables: Mapping[str, StoredTable]) -> dict[str, StoredTable]:
    """The tables that a query may read: a name that it does not spell it cannot ask for.

    Only `query` and `query_table` put a name together from other values.
    """
    text = query.casefold()
    if "query" in text:
        return dict(tables)
    return {name: table for name, table in tables.items() if name.casefold() in text}


def _refuse_damage(files: Iterable[Path]) -> None:
    """Say which file is damaged, if one is: of a page's checksum DuckDB names no file."""
    for path in files:
        with explained_damage(path):
            verify_whole(path)


def _check(statements: Sequence[Any]) -> None:
    """Refuse what is not one statement that reads."""
    if len(statements) != 1:
        raise UsageError(f"expected one statement, got {len(statements)}")
    if statements[0].type.name not in _READING:
        raise UsageError(
            f"a workspace is only read, and {statements[0].type.name} writes",
            hint="give a SELECT; `COPY` and other writing is for the Parquet files in `tables`",
        )
