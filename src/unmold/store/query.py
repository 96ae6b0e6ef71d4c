"""SQL over the tables of a workspace: a query enters, an Arrow table leaves.

DuckDB reads the Parquet files through Arrow datasets. It is told to touch no file and no network
and to let no query change that; and only statements that read are run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from unmold.errors import UsageError
from unmold.store.disk import explained_damage

_READING = ("SELECT", "EXPLAIN")


def run_query(
    query: str, parameters: Sequence[Any] | Mapping[str, Any] | None, tables: Mapping[str, Path]
) -> Any:
    """Run one reading statement over Parquet files by name; an Arrow table."""
    import duckdb
    import pyarrow.dataset as ds

    with closing(duckdb.connect(":memory:")) as connection:
        for name, path in tables.items():
            with explained_damage(path):
                connection.register(name, ds.dataset(path, format="parquet"))
        connection.execute("SET python_enable_replacements = false")
        connection.execute("SET enable_external_access = false")
        connection.execute("SET lock_configuration = true")
        try:
            _check(connection.extract_statements(query))
            return connection.sql(query, params=parameters).to_arrow_table()
        except duckdb.Error as error:
            raise UsageError(
                str(error).strip(), hint=f"there are {', '.join(list(tables)[:30])}"
            ) from error


def _check(statements: Sequence[Any]) -> None:
    """Refuse what is not one statement that reads."""
    if len(statements) != 1:
        raise UsageError(f"one statement is wanted, not {len(statements)}")
    if statements[0].type.name not in _READING:
        raise UsageError(
            f"a workspace is only read, and {statements[0].type.name} writes",
            hint="give a SELECT; `COPY` and other writing is for the Parquet files in `tables`",
        )
