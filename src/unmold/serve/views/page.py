"""`/pages/PAGE`: a page as it looks, and beside it what it says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from fastapi import APIRouter, Request, Response

from unmold.model import page_id
from unmold.report.safe_values import safe_link, show_text
from unmold.serve.api.asked import AskedSnapshot, PageId
from unmold.serve.api.pages import get_page
from unmold.serve.live import Snapshot
from unmold.serve.overlays import describe_overlay
from unmold.serve.queries import ROW, quote
from unmold.serve.views.rendering import ViewRoute, render

router = APIRouter(route_class=ViewRoute)

Overlay = dict[str, Any]
"""An overlay as the API gives it."""

LETTERS = 1000
"""Of a value in the list; the page itself shows all of it."""


@dataclass(frozen=True, slots=True)
class Said:
    """A value in the list."""

    id: int | None
    """The number of its place on the page, if it has one."""

    column: str
    value: str


@dataclass(slots=True)
class SaidRow:
    """The values of a record, or of one row of a repeated part."""

    number: int
    places: list[Said] = field(default_factory=list)


@dataclass(slots=True)
class SaidTable:
    """What a page says for one table."""

    table: str
    """Empty for the record itself."""

    rows: list[SaidRow] = field(default_factory=list)


@router.get("/pages/{page}")
def show_page(request: Request, snapshot: AskedSnapshot, page: PageId) -> Response:
    """Left the page with the overlay, right what it says."""
    found = snapshot.find_page(page)
    entry = snapshot.templates_by_name.get(found.template or "")
    overlay = describe_overlay(snapshot, page)
    previous, following = _find_neighbours(snapshot, page, found.template)
    view = SimpleNamespace(
        id=page,
        title=snapshot.paths.show_path(found.url or found.path),
        link=safe_link(found.url),
        template=entry.id if entry else None,
        name=entry.name if entry else None,
        score=found.score,
        why="",
        previous=previous,
        next=following,
    )
    return render(
        request,
        "view_page.html.jinja",
        view=view,
        overlay=overlay,
        groups=group_places(overlay) or _group_record(snapshot, page, overlay),
        tables=name_tables(snapshot, found.template),
    )


def _find_neighbours(
    snapshot: Snapshot, page: str, template: str | None
) -> tuple[str | None, str | None]:
    """The pages before and after one, among those of its template."""
    number = snapshot.pages.find_number(page)
    relation = snapshot.queries.relation(snapshot.table("pages"))
    row, found = quote(ROW), []
    for sign, order in (("<", "DESC"), (">", "ASC")):
        rows = snapshot.queries.fetch(
            f"SELECT key FROM {relation} WHERE template IS NOT DISTINCT FROM ? AND {row} {sign} ? "
            f"ORDER BY {row} {order} LIMIT 1",
            [template, number],
        )
        found.append(page_id(rows[0][0]) if rows else None)
    return found[0], found[1]


def name_tables(snapshot: Snapshot, template: str | None) -> dict[str, str]:
    """By tier and part what the tables of a template are called."""
    return {
        f"{one.tier}:{one.part}": one.name
        for one in snapshot.workspace.stored_tables.values()
        if one.template is not None and one.template == template
    }


def group_places(overlay: Overlay) -> list[SaidTable]:
    """The values of a page by table and row, in the order of the page."""
    tables: dict[str, SaidTable] = {}
    rows: dict[tuple[str, int], SaidRow] = {}
    cells: set[int] = set()
    for place in overlay["places"]:
        # A value that spans several texts has several places.
        if place["verdict"] != "value" or place["tier"] != 1 or place["cell"] in cells:
            continue
        cells.add(place["cell"])
        name, number = place["table"], place["row"] or 0
        table = tables.setdefault(name, SaidTable(name))
        if (name, number) not in rows:
            rows[name, number] = SaidRow(number)
            table.rows.append(rows[name, number])
        value = show_text(place["value"], LETTERS)
        rows[name, number].places.append(Said(place["id"], place["column"], value))
    return sorted(tables.values(), key=lambda table: bool(table.table))


def _group_record(snapshot: Snapshot, page: str, overlay: Overlay) -> list[SaidTable]:
    """What the tables say of a page that cannot be shown."""
    if overlay["state"] == "ok":
        return []
    record = get_page(page, snapshot).record or {}
    return list(_walk_record(record.get("values") or {}))


def _walk_record(values: dict[str, Any], around: str = "") -> Iterator[SaidTable]:
    own = {name: value for name, value in values.items() if not _is_part(value)}
    said = [Said(None, name, show_text(value, LETTERS)) for name, value in own.items()]
    yield SaidTable(around, [SaidRow(0, said)] if said else [])
    for name, rows in values.items():
        if not _is_part(rows):
            continue
        path = f"{around}.{name}" if around else name
        table = SaidTable(path)
        for number, row in enumerate(rows):
            plain = {key: value for key, value in row.items() if not _is_part(value)}
            cells = [Said(None, key, show_text(value, LETTERS)) for key, value in plain.items()]
            table.rows.append(SaidRow(number, cells))
        yield table


def _is_part(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)
