"""`/`: the site, or all sites, as in the report, but live; and the style sheet of the report."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from types import SimpleNamespace

from fastapi import APIRouter, Request, Response

import unmold
from unmold.model import page_id
from unmold.report.describe_site import (
    count_lines,
    describe_left_over,
    describe_map,
    describe_numbers,
    describe_problems,
    describe_sites,
)
from unmold.report.overview import Addresses, Overview
from unmold.report.pictures import draw_treemap
from unmold.report.views import ProblemView
from unmold.serve.api.asked import AskedSnapshot
from unmold.serve.api.pages import get_pages
from unmold.serve.live import Snapshot
from unmold.serve.views.rendering import ViewRoute, address_of_template, render

router = APIRouter(route_class=ViewRoute)

WITHOUT = 5
"""Pages without a template that are named. A guess."""

ADDRESSES = Addresses(address_of_template, lambda key: f"/pages/{page_id(key)}")
"""Where templates and pages are shown in the app."""


@router.get("/")
def show_site(request: Request, snapshot: AskedSnapshot) -> Response:
    """Numbers, templates, problems."""
    workspace = snapshot.workspace
    overview = Overview(workspace, ADDRESSES)
    show = snapshot.paths.show_path
    sites = tuple(replace(one, site=show(one.site)) for one in describe_sites(overview))
    without = sum(one.without for one in sites)
    view = SimpleNamespace(
        title=sites[0].site if len(sites) == 1 else request.app.state.live.name,
        generation=snapshot.generation,
        version=unmold.__version__,
        numbers=describe_numbers(workspace, overview),
        sites=sites,
        lines=[replace(one, site=show(one.site)) for one in count_lines(workspace, overview)],
        treemap=draw_treemap([size.tile for size in overview.sizes]),
        alike=describe_map(overview),
        problems=[_without_paths(one, snapshot) for one in describe_problems(workspace)],
        left_over=describe_left_over(workspace),
        without=get_pages(snapshot, template="none", limit=WITHOUT).pages if without else (),
    )
    return render(request, "view_site.html.jinja", view=view)


def _without_paths(view: ProblemView, snapshot: Snapshot) -> ProblemView:
    show = snapshot.paths.show
    return replace(view, examples=tuple((show(where), show(why)) for where, why in view.examples))


@router.get("/report.css")
def give_style() -> Response:
    """The colours and tables that report and app share."""
    text = files("unmold.report").joinpath("parts/style.css").read_text(encoding="utf-8")
    return Response(text, media_type="text/css", headers={"Cache-Control": "no-cache"})
