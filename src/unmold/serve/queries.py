"""One warm DuckDB over the Parquet files of a generation.

Only queries that unmold builds are run here: identifiers are those of known columns, quoted, and
whatever a request says is a parameter. A query that takes too long is stopped. What a reader writes
in SQL stays with `unmold sql`, where DuckDB can open no file at all.
"""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

from unmold.errors import MachineError
from unmold.serve.problems import busy
from unmold.store import StoredTable, Workspace
from unmold.store.table_contents import EditedContents, FileContents, ShownColumn
from unmold.store.table_files import list_parts, measure_table, writing_table
from unmold.store.verified import verify_file

ROW = "#row"
"""The position of a row in its file: what orders rows that nothing else does."""

LATE_ROWS = 1000
"""Rows of an answer of which other columns are read only once it is known which rows they are."""


class Queries:
    """Runs queries over the tables of a workspace."""

    def __init__(self, workspace: Workspace, seconds: float) -> None:
        self._workspace = workspace
        self._seconds = seconds
        self._relations: dict[str, str] = {}
        self._lock = threading.Lock()
        self._made = tempfile.TemporaryDirectory(prefix="unmold-serve-")

    @cached_property
    def _connection(self) -> Any:
        import duckdb

        connection = duckdb.connect(
            ":memory:",
            config={
                "autoinstall_known_extensions": "false",
                "autoload_known_extensions": "false",
                "python_enable_replacements": "false",
                "temp_directory": "",
            },
        )
        folders = [str(self._workspace.generation.path.resolve()), self._made.name]
        allowed = ", ".join(quote_text(f"{folder}/") for folder in folders)
        connection.execute("SET parquet_metadata_cache = true")
        connection.execute(f"SET late_materialization_max_rows = {LATE_ROWS}")
        # No query needs more than this, so none can have it.
        connection.execute(f"SET allowed_directories = [{allowed}]")
        connection.execute("SET enable_external_access = false")
        connection.execute("SET lock_configuration = true")
        return connection

    def prepare(self) -> None:
        """Open the database now, so that the first query need not wait for it."""
        self.fetch("SELECT 1")

    def relation(self, table: StoredTable) -> str:
        """What stands behind FROM for a table, with the position of each row in `#row`."""
        with self._lock:
            if table.name not in self._relations:
                self._relations[table.name] = self._make_relation(table)
            return self._relations[table.name]

    def _make_relation(self, table: StoredTable) -> str:
        verify_file(table.path)
        contents = table.contents
        if isinstance(contents, FileContents):
            return scan_file(table.path, [quote(name) for name in contents.schema.names])
        if isinstance(contents, EditedContents) and not contents.is_computed:
            return scan_file(table.path, [_select(column) for column in contents.columns])
        return scan_file(self._write(table), [quote(name) for name in contents.schema.names])

    def _write(self, table: StoredTable) -> Path:
        """Compute a table once, and keep what came out for as long as it is served."""
        path = Path(self._made.name) / f"{len(self._relations)}.parquet"
        with writing_table(path, table.contents.schema) as writer:
            for batch in table.contents.batches():
                import pyarrow as pa

                writer.write(pa.Table.from_batches([batch]))
        return path

    def fetch(self, query: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """All rows that a query gives; there must be few of them."""
        with self._cursor(self._seconds) as cursor:
            rows: list[tuple[Any, ...]] = cursor.execute(query, list(parameters)).fetchall()
            return rows

    @contextmanager
    def reading(
        self, query: str, parameters: Sequence[Any], rows: int, seconds: float
    ) -> Iterator[Any]:
        """The rows of a query as Arrow has them, in batches; there may be many of them."""
        with self._cursor(seconds) as cursor:
            yield cursor.sql(query, params=list(parameters)).to_arrow_reader(rows)

    @contextmanager
    def _cursor(self, seconds: float) -> Iterator[Any]:
        """What runs one query, within a time limit."""
        import duckdb

        cursor = self._connection.cursor()
        timer = threading.Timer(seconds, cursor.interrupt)
        timer.daemon = True
        timer.start()
        try:
            yield cursor
        except duckdb.InterruptException:
            raise busy(
                f"the query took longer than {seconds:g} s",
                "ask for fewer columns, or leave out a filter",
            ) from None
        except duckdb.IOException as error:
            raise MachineError(
                "a table of the workspace cannot be read",
                hint="`unmold check WORKSPACE` says what is wrong with it",
            ) from error
        finally:
            timer.cancel()
            cursor.close()

    def close(self) -> None:
        """Let go of the database and of tables that were computed."""
        if "_connection" in self.__dict__:
            self._connection.close()
        self._made.cleanup()


def quote(name: str) -> str:
    """A name as SQL takes it, whatever it holds."""
    return '"' + name.replace('"', '""') + '"'


def quote_text(text: str) -> str:
    """A text as SQL takes it."""
    return "'" + text.replace("'", "''") + "'"


def scan_file(path: Path, columns: Sequence[str]) -> str:
    """What stands behind FROM for a table of the generation, with some of its columns."""
    first, parts = 0, []
    for part in list_parts(path.resolve()):
        # A path may hold what DuckDB reads as a pattern of many files.
        name = "".join(f"[{one}]" if one in "*?[" else one for one in str(part))
        source = f"read_parquet({quote_text(name)}, file_row_number=true)"
        number = f"file_row_number + {first}" if first else "file_row_number"
        parts.append(f"SELECT {', '.join(columns)}, {number} AS {quote(ROW)} FROM {source}")
        first += measure_table(part)[0] if path.is_dir() else 0
    return f"({' UNION ALL '.join(parts)})"


def _select(column: ShownColumn) -> str:
    """A stored column under its name, with other values for some."""
    stored = quote(column.stored[0].name)
    if not column.names:
        return f"{stored} AS {quote(column.name)}"
    cases = " ".join(
        f"WHEN {quote_text(old)} THEN {quote_text(new)}" for old, new in column.names.items()
    )
    return f"CASE {stored} {cases} ELSE {stored} END AS {quote(column.name)}"
