"""The overlay of a page: what it says, place by place, or why it cannot be shown."""

from __future__ import annotations

from typing import Any

from unmold.model import Page, Problem
from unmold.overlay import OverlayPage, explain_problem
from unmold.records import Record
from unmold.serve.live import Snapshot


def describe_overlay(snapshot: Snapshot, page: str) -> dict[str, Any]:
    """The overlay of a page of the workspace, with what frames need around it."""
    row = snapshot.find_page(page)
    found = snapshot.read_page(page)
    made = lay_over(snapshot, row.template, found)
    entry = snapshot.templates_by_name.get(row.template or "")
    about = {
        "id": page,
        "path": snapshot.paths.show_path(row.path),
        "url": snapshot.paths.show_path(row.url),
        "site": snapshot.paths.show(row.site),
        "template": entry.id if entry else None,
        "name": entry.name if entry else None,
        "score": row.score,
    }
    shown = snapshot.paths.show_all(made.to_json())
    return {"page": about, "frame": f"/frame/{page}", **shown}


def lay_over(snapshot: Snapshot, template: str | None, page: Page | Problem) -> OverlayPage:
    """What a page says by the template that it is shown to have."""
    if isinstance(page, Problem):
        return explain_problem(page)
    record = snapshot.extract(page, template, 1) if template else None
    if not isinstance(record, Record) or template is None:
        return OverlayPage()
    return snapshot.overlay_maker(template).make(page, record)
