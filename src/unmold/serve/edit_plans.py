"""Edits as requests say them: made, or only tried, with what they would change.

A request names templates, tables and columns as `unmold edit` does; pages by their ids.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from unmold.edits import AnyEdit, EditLog, describe_edit
from unmold.edits.model import Undo
from unmold.serve.live import Snapshot
from unmold.serve.record_rows import plain
from unmold.store import StoredTable, Workspace
from unmold.store.editing import plan_edit

ROWS = 5
"""Rows of a table that a preview shows."""


@dataclass(frozen=True, slots=True)
class AskedEdit:
    """An edit of a request."""

    do: str
    targets: tuple[str, ...]
    options: dict[str, Any]


def name_pages(snapshot: Snapshot, asked: AskedEdit) -> AskedEdit:
    """The edit with pages named by their keys, where it names them by their ids."""
    targets = tuple(_name_page(snapshot, target) for target in asked.targets)
    options = dict(asked.options)
    if options.get("page"):
        options["page"] = [_name_page(snapshot, page) for page in options["page"]]
    return AskedEdit(asked.do, targets, options)


def _name_page(snapshot: Snapshot, name: str) -> str:
    found = snapshot.pages.find_published(name)
    return name if found is None else found.key


def preview_edit(snapshot: Snapshot, asked: AskedEdit) -> dict[str, Any]:
    """What an edit would change that nobody has made yet."""
    asked = name_pages(snapshot, asked)
    workspace = snapshot.workspace
    edit = plan_edit(workspace, asked.do, asked.targets, asked.options)
    log = EditLog((*workspace.edits.edits, edit), workspace.edits.version)
    after = workspace.with_edits(log)
    takes_run = edit.is_structural or (
        isinstance(edit, Undo) and workspace.edits.find(edit.edit).is_structural
    )
    shown = {} if takes_run else _changed_tables(workspace, after)
    return {
        "what": describe_edit(edit),
        "takes_run": takes_run,
        "examples": list(getattr(edit, "examples", ())),
        "fill": getattr(edit, "fill", None),
        "tables": snapshot.paths.show_all(list(shown.values())),
    }


def _changed_tables(before: Workspace, after: Workspace) -> dict[str, dict[str, Any]]:
    """By place the tables whose names or columns differ, with their first rows."""
    old, new = _by_place(before), _by_place(after)
    found = {}
    for place in {**old, **new}:
        one, other = old.get(place), new.get(place)
        if _describe(one) != _describe(other):
            found[str(place)] = {"before": _show(one), "after": _show(other)}
    return found


def _by_place(workspace: Workspace) -> dict[tuple[str, int], StoredTable]:
    """Record tables by their file and tier: names may change."""
    return {
        (str(table.path), table.tier): table
        for table in workspace.stored_tables.values()
        if table.tier is not None
    }


def _describe(table: StoredTable | None) -> Any:
    return None if table is None else (table.name, table.schema)


def _show(table: StoredTable | None) -> dict[str, Any] | None:
    if table is None:
        return None
    names = [name for name in table.columns if not name.startswith("_")]
    batch = next(table.contents.batches(ROWS), None)
    rows = [] if batch is None else batch.slice(0, ROWS).select(names).to_pylist()
    return {
        "table": table.name,
        "columns": names,
        "rows": [[plain(row[name]) for name in names] for row in rows],
    }


def describe_target(edit: AnyEdit) -> str:
    """What an edit is about, without the name of its kind."""
    return describe_edit(edit).removeprefix(edit.do).strip()
