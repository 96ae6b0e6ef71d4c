"""Tables that were exported, read back by other programs and compared with the workspace's."""

import csv
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import date, datetime
from pathlib import Path
from typing import Any

import duckdb
import openpyxl
import pyarrow.parquet as pq
from openpyxl.utils.escape import unescape

from unmold.export.tables import ExportedFile
from unmold.store import StoredTable

Rows = list[tuple[Any, ...]]


def rows_of(table: StoredTable) -> Rows:
    """What the workspace says."""
    return [tuple(row.values()) for row in table.to_arrow().to_pylist()]


def _plain_json(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain_json(item) for item in value]
    return value.isoformat() if isinstance(value, date) else value


def _json_cell(value: Any) -> Any:
    plain = _plain_json(value)
    return json.dumps(plain, ensure_ascii=False) if isinstance(plain, list) else plain


def _as_csv(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(_json_cell(value))


def _as_xlsx(value: Any) -> Any:
    """Numbers of more than 15 digits, and days before March 1900, are texts; no text is empty."""
    if value == "":
        return None
    if isinstance(value, date):
        return value if value >= date(1900, 3, 1) else value.isoformat()
    if isinstance(value, int) and abs(value) >= 10**15:
        return str(value)
    return _json_cell(value)


def read_csv(path: Path, name: str) -> tuple[list[str], Rows]:
    with path.open(newline="", encoding="utf-8") as stream:
        head, *rows = csv.reader(stream)
    return head, [tuple(row) for row in rows]


def read_jsonl(path: Path, name: str) -> tuple[list[str], Rows]:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n")[:-1]]
    return list(rows[0]) if rows else [], [tuple(row.values()) for row in rows]


def read_parquet(path: Path, name: str) -> tuple[list[str], Rows]:
    table = pq.read_table(path)
    return table.column_names, [tuple(row.values()) for row in table.to_pylist()]


def read_xlsx(path: Path, name: str) -> tuple[list[str], Rows]:
    workbook = openpyxl.load_workbook(path, read_only=True)
    with closing(workbook):
        lines = [tuple(map(_xlsx_value, row)) for row in workbook[name].iter_rows()]
    return list(lines[0]), lines[1:]


def _xlsx_value(cell: Any) -> Any:
    assert cell.data_type != "f", f"a formula: {cell.value!r}"
    if isinstance(cell.value, str):
        return unescape(cell.value)
    return cell.value.date() if isinstance(cell.value, datetime) else cell.value


def read_sqlite(path: Path, name: str) -> tuple[list[str], Rows]:
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute(f'SELECT * FROM "{name}" ORDER BY rowid')
        return [column[0] for column in found.description], found.fetchall()


def read_duckdb(path: Path, name: str) -> tuple[list[str], Rows]:
    with closing(duckdb.connect(str(path), read_only=True)) as connection:
        found = connection.execute(f'SELECT * FROM "{name}" ORDER BY rowid')
        return [column[0] for column in found.description], found.fetchall()


READERS: dict[str, Callable[[Path, str], tuple[list[str], Rows]]] = {
    "csv": read_csv,
    "jsonl": read_jsonl,
    "parquet": read_parquet,
    "xlsx": read_xlsx,
    "sqlite": read_sqlite,
    "duckdb": read_duckdb,
}
EXPECTED: dict[str, Callable[[Any], Any]] = {
    "csv": _as_csv,
    "jsonl": _plain_json,
    "parquet": lambda value: value,
    "xlsx": _as_xlsx,
    "sqlite": _json_cell,
    "duckdb": lambda value: value,
}


def compare(to: str, files: tuple[ExportedFile, ...], tables: dict[str, StoredTable]) -> None:
    """Hold all that was written against the tables it was written from."""
    written = {one.table: (file.path, one) for file in files for one in file.tables}
    assert list(written) == list(tables)
    for name, table in tables.items():
        path, one = written[name]
        head, found = READERS[to](path, one.name)
        rows = rows_of(table)
        if to != "jsonl" or rows:
            assert head == table.columns
        assert found == [tuple(map(EXPECTED[to], row)) for row in rows], f"{to} {name}"
        assert (one.rows, one.columns) == (len(rows), len(table.columns))
