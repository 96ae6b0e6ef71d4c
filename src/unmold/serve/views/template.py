"""`/templates/ID`: one template as in the report, but live and with corrections."""

from __future__ import annotations

from dataclasses import replace

from fastapi import APIRouter, Request, Response

from unmold.report.describe_templates import describe_templates
from unmold.report.detail import choose_detail
from unmold.report.overview import Overview
from unmold.report.views import PageView, TemplateView
from unmold.serve.api.asked import AskedSnapshot, TemplateId
from unmold.serve.live import Snapshot
from unmold.serve.views.rendering import ViewRoute, render
from unmold.serve.views.site import ADDRESSES

router = APIRouter(route_class=ViewRoute)

_NO_PAGE = "/pages/"


@router.get("/templates/{template}")
def show_template(request: Request, snapshot: AskedSnapshot, template: TemplateId) -> Response:
    """Tables, columns, samples, pattern."""
    view = _describe(snapshot, template)
    example = next((one.link.removeprefix(_NO_PAGE) for one in view.examples if one.link), None)
    hidden = list_hidden(snapshot, template)
    return render(request, "view_template.html.jinja", view=view, example=example, hidden=hidden)


def _describe(snapshot: Snapshot, template: str) -> TemplateView:
    """The template with all that the report says of a few."""
    kept = snapshot.template(template)
    overview = Overview(snapshot.workspace, ADDRESSES)
    size = overview.by_id[kept.id]
    detail = replace(choose_detail(1), show=snapshot.paths.show_all)
    described = next(describe_templates(snapshot.workspace, overview, detail, [size]))
    examples = tuple(_without_path(page, snapshot) for page in described.view.examples)
    site = snapshot.paths.show_path(described.view.site)
    return replace(described.view, examples=examples, site=site)


def _without_path(page: PageView, snapshot: Snapshot) -> PageView:
    return replace(page, text=snapshot.paths.show_path(page.text))


def list_hidden(snapshot: Snapshot, template: str) -> list[dict[str, object]]:
    """Columns that edits hide, so that they can come back."""
    views = snapshot.workspace.views
    entry = snapshot.template(template)
    shown = views.by_learned.get(entry.learned) if views else None
    if shown is None:
        return []
    names = {
        (one.tier, one.part): one.name
        for one in snapshot.workspace.stored_tables.values()
        if one.template == entry.name
    }
    return [
        {"table": names[tier, shown.shown_part(table)], "name": column.name, "tier": tier}
        for tier in (1, 2)
        for table in shown.tables(tier)
        if (tier, shown.shown_part(table)) in names
        for column in table.columns
        if column.is_hidden and not column.field.is_noise
    ]
