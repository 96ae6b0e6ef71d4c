"""`/drift`: what changed between the generations of the workspace."""

from __future__ import annotations

from types import SimpleNamespace
from urllib.parse import urlsplit

from fastapi import APIRouter, Request, Response

from unmold.report.describe_changes import describe_changes
from unmold.report.overview import Overview
from unmold.serve.api.asked import AskedSnapshot
from unmold.serve.live import Snapshot
from unmold.serve.views.rendering import ViewRoute, render
from unmold.serve.views.site import ADDRESSES

router = APIRouter(route_class=ViewRoute)


@router.get("/drift")
def show_drift(request: Request, snapshot: AskedSnapshot) -> Response:
    """Pages, templates and columns beside those of the generation before."""
    workspace = snapshot.workspace
    view = SimpleNamespace(
        changes=describe_changes(workspace, Overview(workspace, ADDRESSES)),
        base=_guess_address(snapshot),
    )
    return render(request, "view_drift.html.jinja", view=view)


def _guess_address(snapshot: Snapshot) -> str:
    """Where the only site of a workspace lies on the web; nothing where there are several."""
    relation = snapshot.queries.relation(snapshot.table("pages"))
    rows = snapshot.queries.fetch(f"SELECT min(url), count(DISTINCT site) FROM {relation}")
    address, sites = rows[0]
    parts = urlsplit(address or "")
    return f"{parts.scheme}://{parts.netloc}/" if sites == 1 and parts.netloc else ""
