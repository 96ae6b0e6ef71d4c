"""Edits as requests say them: made, or only tried, with what they would change.

A request names templates, tables and columns as `unmold edit` does; pages by their ids.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from unmold.edits import AnyEdit, EditLog, describe_edit
from unmold.edits.model import Column, Move, Retype, Split, Undo
from unmold.serve.live import Snapshot
from unmold.serve.record_rows import plain
from unmold.store import StoredTable, Workspace
from unmold.store.editing import plan_edit

ROWS, LETTERS = 8, 80
"""Rows of a table of which a preview shows values, and letters of each. A guess."""


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
    takes_run = edit.is_structural or (
        isinstance(edit, Undo) and workspace.edits.find(edit.edit).is_structural
    )
    changes = _Changes()
    if takes_run:
        _describe_structural(edit, changes)
    else:
        log = EditLog((*workspace.edits.edits, edit), workspace.edits.version)
        _compare_tables(workspace, workspace.with_edits(log), changes)
        if isinstance(edit, Retype) and not changes.columns:
            # Another type whose values are stored alike, as prices and numbers are.
            about = {"template": edit.template.name, "part": edit.table.name}
            change = {"change": "retyped", "after": edit.to.type, "examples": []}
            changes.columns.append({**about, "column": edit.column.name, **change})
    return {
        "what": snapshot.hide_paths(describe_edit(edit)),
        "immediate": not takes_run,
        "fill": getattr(edit, "fill", None),
        "pages": snapshot.paths.show_all(changes.pages),
        "columns": snapshot.paths.show_all(changes.columns),
        "samples": snapshot.paths.show_all(changes.samples),
        "waiting": {},
    }


@dataclass(slots=True)
class _Changes:
    """What an edit changes, as answers have it."""

    pages: list[dict[str, Any]] = field(default_factory=list)
    columns: list[dict[str, Any]] = field(default_factory=list)
    samples: list[dict[str, Any]] = field(default_factory=list)

    def add(self, table: StoredTable, column: str, change: str, **more: Any) -> None:
        entry = {"template": table.template or "", "part": table.part, "column": column}
        self.columns.append({**entry, "change": change, "examples": [], **more})


def _describe_structural(edit: AnyEdit, changes: _Changes) -> None:
    """What is known before a run of an edit that takes one."""
    if isinstance(edit, Column):
        entry = {"template": edit.template.name, "part": "", "column": edit.to, "change": "added"}
        changes.columns.append({**entry, "examples": list(edit.examples)})
    elif isinstance(edit, Split):
        addresses = [page.url for page in edit.pages[:ROWS]]
        moved: dict[str, Any] = {
            "before": edit.template.name,
            "after": edit.to,
            "pages": len(edit.pages),
        }
        changes.pages.append({**moved, "examples": addresses})
    elif isinstance(edit, Move):
        after = edit.template.name if edit.template else None
        changes.pages.append(
            {"before": None, "after": after, "pages": 1, "examples": [edit.page.url]}
        )


def _compare_tables(before: Workspace, after: Workspace, changes: _Changes) -> None:
    """Note the tables and columns that differ."""
    old, new = _by_place(before), _by_place(after)
    for place in {**old, **new}:
        one, other = old.get(place), new.get(place)
        if one is None and other is not None:
            changes.add(other, "", "added", after=other.name)
        elif other is None and one is not None:
            changes.add(one, "", "removed", before=one.name)
        elif one is not None and other is not None:
            if one.name != other.name:
                changes.add(one, "", "renamed", before=one.name, after=other.name)
            _compare_columns(one, other, changes)


def _by_place(workspace: Workspace) -> dict[tuple[str, int], StoredTable]:
    """Record tables by their file and tier: names may change."""
    return {
        (str(table.path), table.tier): table
        for table in workspace.stored_tables.values()
        if table.tier is not None
    }


def _compare_columns(one: StoredTable, other: StoredTable, changes: _Changes) -> None:
    """Note the columns that come, go, or are of another type; one for one is another name."""
    before = {field.name: field.type for field in one.schema if not field.name.startswith("_")}
    after = {field.name: field.type for field in other.schema if not field.name.startswith("_")}
    gone = [name for name in before if name not in after]
    come = [name for name in after if name not in before]
    if len(gone) == len(come) == 1:
        changes.add(one, gone[0], "renamed", before=gone[0], after=come[0])
    else:
        for name in gone:
            changes.add(one, name, "removed", examples=_examples(one, name))
        for name in come:
            changes.add(other, name, "added", examples=_examples(other, name))
    for name in before:
        if name in after and before[name] != after[name]:
            was, now = str(before[name]), str(after[name])
            changes.add(one, name, "retyped", before=was, after=now)
            changes.samples += [
                {"before": old, "after": new}
                for old, new in zip(_values(one, name), _values(other, name), strict=True)
            ]


def _values(table: StoredTable, column: str) -> list[Any]:
    batch = next(table.contents.batches(ROWS), None)
    if batch is None:
        return []
    return [plain(value) for value in batch.slice(0, ROWS).column(column).to_pylist()]


def _examples(table: StoredTable, column: str) -> list[str]:
    found = [value for value in _values(table, column) if value not in (None, "", [])]
    return [str(value)[:LETTERS] for value in found]


def describe_target(edit: AnyEdit) -> str:
    """What an edit is about, without the name of its kind."""
    return describe_edit(edit).removeprefix(edit.do).strip()
