"""`/try`: a page that somebody drops or pastes: its template, what it says, and its overlay."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs

from fastapi import APIRouter, Request, Response

from unmold.records import Record
from unmold.serve.api.asked import AskedSettings, AskedSnapshot
from unmold.serve.given_pages import given_pages
from unmold.serve.live import Snapshot
from unmold.serve.page_work import Judged, PageWork, SentPage, extract_page
from unmold.serve.problems import ProblemError
from unmold.serve.request_limits import media_type
from unmold.serve.views.page import Overlay, group_places, name_tables
from unmold.serve.views.rendering import ViewRoute, render
from unmold.settings import Limits

router = APIRouter(route_class=ViewRoute)

FORM = "application/x-www-form-urlencoded"

# A browser names the origin of what a form sends only where it may say where it comes from.
_HEADERS = {"Referrer-Policy": "same-origin"}


@router.get("/try")
def show_try(request: Request) -> Response:
    """The form."""
    return _render(request)


@router.post("/try")
async def try_page(
    request: Request, snapshot: AskedSnapshot, settings: AskedSettings, url: str = ""
) -> Response:
    """What is known of a page: sent by a form, or by the app as it is."""
    data = await request.body()
    given = ""
    if media_type(request.headers) == FORM:
        values = parse_qs(data.decode("utf-8", "replace"))
        given = values.get("html", [""])[0]
        url = values.get("url", [""])[0]
        data = given.encode("utf-8", "replace")
    if not data.strip():
        raise ProblemError(422, "there is no page", "paste HTML, or drop a file")
    pool: PageWork = request.app.state.work
    sent = SentPage(data, url.strip() or None, "utf-8" if given else None)
    limits = Limits(max_bytes=settings.max_page_bytes)
    judged, record = await pool.do(
        lambda: extract_page(snapshot, sent, limits, 1), size=len(sent.data)
    )
    name = snapshot.shown_name(judged.template)
    overlay = _lay_over(request, snapshot, judged, name, record)
    return _render(request, given, url, _describe(snapshot, judged, name), overlay, snapshot, name)


def _describe(snapshot: Snapshot, judged: Judged, name: str | None) -> SimpleNamespace:
    entry = snapshot.templates_by_name.get(name or "")
    return SimpleNamespace(
        template=entry.id if entry else None, name=name, score=judged.score, why=judged.reason
    )


def _lay_over(
    request: Request,
    snapshot: Snapshot,
    judged: Judged,
    name: str | None,
    record: Record | None,
) -> Overlay | None:
    """The overlay of a page that fits a template; it is kept for the frame that shows it."""
    if judged.page is None or record is None or name is None:
        return None
    made = snapshot.overlay_maker(name).make(judged.page, record)
    kept = given_pages(request.app).keep(judged.page)
    entry = snapshot.templates_by_name[name]
    about = {"id": kept, "path": "", "url": judged.page.url, "template": entry.id, "name": name}
    return {"page": about, "frame": f"/frame/{kept}", **made.to_json()}


def _render(
    request: Request,
    given: str = "",
    url: str = "",
    result: SimpleNamespace | None = None,
    overlay: Overlay | None = None,
    snapshot: Snapshot | None = None,
    name: str | None = None,
) -> Response:
    context: dict[str, Any] = {"given": given, "url": url, "result": result, "overlay": overlay}
    groups = group_places(overlay) if overlay else []
    tables = name_tables(snapshot, name) if snapshot else {}
    answer = render(request, "view_try.html.jinja", **context, groups=groups, tables=tables)
    answer.headers.update(_HEADERS)
    return answer
