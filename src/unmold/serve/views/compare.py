"""`/compare`: two pages side by side, by all measures and as aligned trees."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from fastapi import APIRouter, Request, Response

from unmold.features.compare import MEANINGS
from unmold.report.pictures import draw_bar
from unmold.serve.api.asked import AskedSettings, AskedSnapshot
from unmold.serve.api.compare import CompareRequest, compare
from unmold.serve.api.pages import PageLine, get_pages
from unmold.serve.live import Snapshot
from unmold.serve.problems import ProblemError
from unmold.serve.views.rendering import ViewRoute, render, with_query

router = APIRouter(route_class=ViewRoute)

AROUND = 2
"""Elements that are the same and shown before and after one that differs."""

SUGGESTED = 12
"""Pages that are suggested. A guess."""


@router.get("/compare")
async def show_compare(
    request: Request, snapshot: AskedSnapshot, settings: AskedSettings, a: str = "", b: str = ""
) -> Response:
    """The two fields, and how alike the pages in them are."""
    view = SimpleNamespace(
        a=SimpleNamespace(id="", text=a),
        b=SimpleNamespace(id="", text=b),
        problem="",
        suggestions=[],
        measures=[],
        alignment=[],
    )
    try:
        for side, text in ((view.a, a.strip()), (view.b, b.strip())):
            if text:
                found = find_page(snapshot, text)
                side.id, side.text = found.id, found.url or found.path
        if view.a.id and view.b.id:
            asked = CompareRequest(a=view.a.id, b=view.b.id)
            _show_result(view, await compare(request, snapshot, settings, asked))
    except ProblemError as error:
        view.problem = f"{error.detail}. {error.hint}"
    if not view.measures:
        view.suggestions = list(_suggest(snapshot, view.a.id or view.b.id))
    return render(request, "view_compare.html.jinja", view=view)


def find_page(snapshot: Snapshot, text: str) -> PageLine:
    """The page with an id, an address, or the only one whose address holds the text."""
    known = snapshot.pages.find_published(text)
    asked = known.url or known.path if known else text
    found = get_pages(snapshot, q=snapshot.paths.show(asked), limit=SUGGESTED).pages
    exact = [one for one in found if text in (one.id, one.url, one.path)]
    if len(exact) == 1 or len(found) == 1:
        return (exact or found)[0]
    if not found:
        raise ProblemError(404, f"no page has an address with {text[:200]!r}")
    names = ", ".join(one.url or one.path for one in found[:3])
    raise ProblemError(404, f"several pages have {text[:200]!r}", f"write more of it, as {names}")


def _suggest(snapshot: Snapshot, other: str) -> Iterator[SimpleNamespace]:
    """Pages to compare with: some of the same template, then one of each other."""
    own = snapshot.find_page(other).template if other else None
    entries = sorted(snapshot.templates.values(), key=lambda one: (one.name != own, -one.pages))
    for entry in entries[:SUGGESTED]:
        for page in get_pages(
            snapshot, template=entry.id, limit=4 if entry.name == own else 1
        ).pages:
            if page.id != other:
                sides = [("a", other), ("b", page.id)] if other else [("a", page.id)]
                yield SimpleNamespace(
                    link=with_query("/compare", sides), text=page.url or page.path, note=entry.name
                )


def _show_result(view: SimpleNamespace, found: dict[str, Any]) -> None:
    view.measures = [
        SimpleNamespace(
            name=name,
            value=value,
            bar=draw_bar(value) if value is not None else None,
            meaning=MEANINGS.get(name, ""),
            reason=found["reasons"].get(name, ""),
        )
        for name, value in found["measures"].items()
    ]
    rows = found["alignment"]["rows"]
    view.aligned = len(rows)
    view.differing = sum(row["state"] != "same" for row in rows)
    view.cut = found["alignment"]["cut"]
    view.alignment = list(fold_rows(rows))


def fold_rows(rows: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Rows that differ with some around them; how many others are left out between them."""
    differing = [number for number, row in enumerate(rows) if row["state"] != "same"]
    wanted = {near for at in differing for near in range(at - AROUND, at + AROUND + 1)}
    skipped = 0
    for number, row in enumerate(rows):
        if number not in wanted:
            skipped += 1
            continue
        if skipped:
            yield {"skipped": skipped}
        skipped = 0
        yield {**row, "skipped": 0}
    if skipped:
        yield {"skipped": skipped}
