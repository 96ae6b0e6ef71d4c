"""Describes what is other than in the previous generation: pages, templates, tables, columns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from unmold.errors import UnmoldError
from unmold.report.overview import Overview
from unmold.report.safe_values import show_text
from unmold.report.views import ChangesView, CountChangeView, NumberView, SchemaChangeView
from unmold.store import Generation, Layout, Workspace
from unmold.store.record_files import rank_name
from unmold.store.table_files import read_table

SHOWN = 200
"""Changes of each kind that are listed; the rest is counted."""

_STATES = {
    "new": "new",
    "changed": "changed",
    "gone": "gone",
    "known": "as they were",
    "kept": "kept from earlier sources",
}


def describe_changes(workspace: Workspace, overview: Overview) -> ChangesView:
    """What changed since the generation before."""
    previous = _find_previous(workspace)
    before = _count_pages(previous) if previous is not None else None
    counts = list(_compare_counts(before, overview)) if before is not None else []
    schema = list(_list_schema(workspace)) if before is not None else []
    states = workspace.summary["changes"]
    return ChangesView(
        workspace.generation.number,
        previous.number if previous is not None and before is not None else None,
        tuple(NumberView(words, f"{states.get(name, 0):,}") for name, words in _STATES.items()),
        tuple(counts[:SHOWN]),
        tuple(schema[:SHOWN]),
        max(len(counts) - SHOWN, 0),
        max(len(schema) - SHOWN, 0),
    )


def _find_previous(workspace: Workspace) -> Generation | None:
    layout = Layout(workspace.path)
    older = [number for number in layout.numbers() if number < workspace.generation.number]
    return layout.generation(older[-1]) if older else None


Counts = dict[str, tuple[str, int]]
"""By id of a template its name and how many pages it has."""


def _count_pages(previous: Generation) -> Counts | None:
    """What was in the generation; None where a run has removed it meanwhile."""
    columns = ["template_id", "template", "pages"]
    try:
        rows = read_table(previous.table("clusters"), columns).to_pylist()
    except UnmoldError:
        return None
    return {row["template_id"]: (row["template"], row["pages"]) for row in rows if row["template"]}


def _compare_counts(before: Counts, overview: Overview) -> Iterator[CountChangeView]:
    now: Counts = {size.id: (size.name, size.pages) for size in overview.sizes}
    names = {one: name for one, (name, _) in (before | now).items()}
    for one in sorted(names, key=lambda one: rank_name(names[one])):
        was, became = (counts[one][1] if one in counts else None for counts in (before, now))
        if was != became:
            yield CountChangeView(show_text(names[one], 200), was, became)


def _list_schema(workspace: Workspace) -> Iterator[SchemaChangeView]:
    """Changes of columns and tables that this generation brought; new templates are counted."""
    for row in workspace.changes.to_pylist():
        if row["generation"] == workspace.generation.number and row["tier"] is not None:
            yield SchemaChangeView(
                show_text(row["template"], 200), _place(row), row["change"], _detail(row)
            )


def _place(row: dict[str, Any]) -> str:
    name = ".".join(filter(None, [row["part"], row["column"]])) or "whole table"
    return show_text(f"{name} (second tier)" if row["tier"] == 2 else name, 200)


def _detail(row: dict[str, Any]) -> str:
    before, after = row["before"], row["after"]
    if before is not None and after is not None:
        words = f"from {before} to {after}"
    else:
        words = before or after or ""
    return show_text(words, 200)
