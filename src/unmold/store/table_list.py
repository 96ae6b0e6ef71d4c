"""Which tables a workspace has: found by name, and shown in a notebook."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import TYPE_CHECKING

from unmold.errors import UnknownTableError
from unmold.notebook import count_more, show_table
from unmold.store.layout import TABLES
from unmold.store.stored_table import StoredTable

if TYPE_CHECKING:
    from unmold.store.workspace import Workspace

_NAMED = 30
"""Names in a hint; more would hide the error above it."""
_SHOWN = 40
"""Tables that a notebook shows."""


def list_tables(workspace: Workspace) -> Iterator[StoredTable]:
    """All tables: those of records in the order of `tables.parquet`, then those about the whole."""
    rows = workspace.tables.to_pylist()
    names = {(row["template"], row["tier"], row["part"]): row["name"] for row in rows}
    for row in rows:
        template, tier, part = row["template"], row["tier"], row["part"]
        parent = names.get((template, tier, part.rpartition(".")[0])) if part else None
        path = workspace.generation.path / row["file"]
        yield StoredTable(row["name"], path, template, part, tier, parent)
    for name in TABLES:
        yield StoredTable(name, workspace.generation.table(name))


def find_table(workspace: Workspace, name: str) -> StoredTable:
    """The table of that name."""
    tables = workspace.stored_tables
    if name not in tables:
        raise UnknownTableError(
            f"there is no table {name!r} in {workspace.path}", hint=_hint(str(name), list(tables))
        )
    return tables[name]


def _hint(name: str, known: list[str]) -> str:
    near = get_close_matches(name.lower(), known, n=3)
    if near:
        return f"did you mean {', '.join(near)}? `unmold tables` lists all"
    shown = ", ".join(known[:_NAMED])
    return f"there are {shown}{' and others' if len(known) > _NAMED else ''}"


def show_workspace(workspace: Workspace) -> str:
    """A workspace as a notebook shows it: its tables, those of the first tier."""
    rows = [row for row in workspace.tables.to_pylist() if row["tier"] == 1]
    tables = workspace.stored_tables
    cells = [
        (row["name"], row["rows"], row["columns"], tables[row["name"]].parent)
        for row in rows[:_SHOWN]
    ]
    pages, templates = len(tables["pages"]), len(workspace.templates)
    title = f"{workspace.path}: {pages:,} pages, {templates:,} templates, {len(rows):,} tables"
    head = ("table", "rows", "columns", "rows of")
    return show_table(title, head, cells, count_more(len(rows), len(cells), "table"))
