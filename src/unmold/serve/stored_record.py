"""The record of a page as the tables have it, for a page that cannot be read any more.

Tables keep values as they were read, without the places where they stood.
"""

from __future__ import annotations

from typing import Any

from unmold.records import Record
from unmold.serve.live import Snapshot, TemplateEntry
from unmold.serve.queries import quote
from unmold.serve.record_rows import plain
from unmold.store import StoredTable
from unmold.store.rows import PublishedPage

Row = dict[str, Any]


def read_stored_record(
    snapshot: Snapshot, page: PublishedPage, entry: TemplateEntry, tier: int
) -> Record | None:
    """What the tables say of a page; None where they say nothing."""
    tables = {
        table.part: table
        for table in snapshot.workspace.stored_tables.values()
        if (table.template, table.tier) == (entry.name, tier)
    }
    if "" not in tables:
        return None
    roots = _read(snapshot, tables[""], "_key", page.key)
    if not roots:
        return None
    root = roots[0]
    values = _own_values(root)
    for part, rows in _read_parts(snapshot, tables, root["_record"]).items():
        values[part] = rows
    problems = list(root.get("_problems") or [])
    score = page.score or 0.0
    return Record(
        page.path, page.url, page.site, entry.name, score, values, {}, values, {}, problems
    )


def _read(snapshot: Snapshot, table: StoredTable, column: str, value: Any) -> list[Row]:
    names = table.columns
    rows = snapshot.queries.fetch(
        f"SELECT {', '.join(map(quote, names))} FROM {snapshot.queries.relation(table)} "
        f"WHERE {quote(column)} = ? ORDER BY {quote('#row')}",
        [value],
    )
    return [dict(zip(names, map(plain, row), strict=True)) for row in rows]


def _own_values(row: Row) -> Row:
    return {
        name: value
        for name, value in row.items()
        if not name.startswith("_") and value not in (None, [])
    }


def _read_parts(
    snapshot: Snapshot, tables: dict[str, StoredTable], record: int
) -> dict[str, list[Row]]:
    """The rows of a record's parts, with those of inner parts in them."""
    found: dict[str, list[Row]] = {}
    by_row: dict[tuple[str, int], Row] = {}
    # Outer parts come before those inside them.
    for part in sorted(filter(None, tables), key=lambda name: name.count(".")):
        outer, _, name = part.rpartition(".")
        for row in _read(snapshot, tables[part], "_record", record):
            values = _own_values(row)
            by_row[part, row["_row"]] = values
            if not outer:
                found.setdefault(part, []).append(values)
            elif (outer, row.get("_parent")) in by_row:
                by_row[outer, row["_parent"]].setdefault(name, []).append(values)
    return found
