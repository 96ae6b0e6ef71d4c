"""`/search`: records by their words, with marked snippets and what could narrow them down."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from unmold.errors import UsageError
from unmold.serve.api.asked import AskedSnapshot
from unmold.serve.api.search import Count, HitAnswer, search_records
from unmold.serve.live import Snapshot
from unmold.serve.problems import hide_paths
from unmold.serve.views.rendering import ViewRoute, render, with_query

router = APIRouter(route_class=ViewRoute)

HITS = 20
"""Hits of one page of results."""
FURTHEST = 10_000
"""Nobody reads further; the index goes no deeper for the API, too."""

_NAMES = {"site": "Site", "template": "Template", "field": "Column"}
Narrow = dict[str, str]
"""What a search is narrowed down to, by `site`, `template` and `field`."""


@router.get("/search")
def show_search(
    request: Request,
    snapshot: AskedSnapshot,
    q: Annotated[str, Query(max_length=2000)] = "",
    site: str = "",
    template: str = "",
    field: str = "",
    offset: Annotated[int, Query(ge=0, le=FURTHEST)] = 0,
) -> Response:
    """The field, and what was found."""
    narrow = {"site": site, "template": template, "field": field}
    view = describe_search(snapshot, q.strip(), narrow, offset)
    return render(request, "view_search.html.jinja", view=view)


def describe_search(snapshot: Snapshot, query: str, narrow: Narrow, offset: int) -> SimpleNamespace:
    """All that the view shows."""
    view = SimpleNamespace(
        query=query,
        kept=[(name, value) for name, value in narrow.items() if value],
        chosen=[],
        hits=[],
        problem=None,
        without_facets=_link(query, {}),
    )
    if not query:
        return view
    try:
        asked = {name: value or None for name, value in narrow.items()}
        found = search_records(snapshot, query, **asked, offset=offset, limit=HITS)
    except UsageError as error:
        paths = snapshot.secret_paths()
        hint = hide_paths(error.hint or "", paths)
        view.problem = SimpleNamespace(detail=hide_paths(error.message, paths), hint=hint)
        return view
    view.hits = [_describe_hit(hit) for hit in found.hits]
    view.chosen = [_describe_chosen(snapshot, query, narrow, name) for name, _ in view.kept]
    view.pager = _describe_pager(query, narrow, offset, len(found.hits), found.total)
    view.facets = [
        (words, _describe_facet(query, narrow, name, getattr(found.facets, name)))
        for name, words in _NAMES.items()
    ]
    return view


def _link(query: str, narrow: Narrow, offset: int = 0) -> str:
    return with_query("/search", [("q", query), *narrow.items(), ("offset", str(offset or ""))])


def _describe_hit(hit: HitAnswer) -> SimpleNamespace:
    return SimpleNamespace(
        id=hit.page.id,
        title=hit.title or hit.page.url or hit.page.path,
        address=hit.page.url or hit.page.path,
        template=hit.template or "",
        name=hit.name,
        snippets=[(one.field, one.pieces) for one in hit.snippets],
    )


def _describe_chosen(snapshot: Snapshot, query: str, narrow: Narrow, name: str) -> SimpleNamespace:
    value = narrow[name]
    shown = snapshot.template(value).name if name == "template" else value
    rest = _link(query, {**narrow, name: ""})
    return SimpleNamespace(text=f"{_NAMES[name].lower()} {shown}", link=rest)


def _describe_facet(
    query: str, narrow: Narrow, name: str, counts: list[Count]
) -> list[SimpleNamespace]:
    """Where hits are; of one that is chosen already there is nothing to choose."""
    if narrow[name] or len(counts) < 2:
        return []
    return [
        SimpleNamespace(
            text=one.name,
            count=one.count,
            chosen=False,
            link=_link(query, {**narrow, name: one.value}),
        )
        for one in counts
    ]


def _describe_pager(
    query: str, narrow: Narrow, offset: int, shown: int, total: int
) -> SimpleNamespace:
    last = offset + shown
    return SimpleNamespace(
        words=f"{offset + 1:,} to {last:,} of {total:,}" if total > shown else f"{total:,} found",
        previous=_link(query, narrow, max(offset - HITS, 0)) if offset else "",
        next=_link(query, narrow, last) if last < min(total, FURTHEST) else "",
    )
