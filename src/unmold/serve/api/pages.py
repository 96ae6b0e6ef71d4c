"""`GET /pages`: the pages of the workspace, and one of them with its record."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field
from starlette.responses import Response

from unmold.model import Problem, ProblemCode, page_id
from unmold.records import Record
from unmold.serve.api.asked import (
    USUAL,
    After,
    AskedSnapshot,
    Limit,
    PageId,
    Tier,
    bad_cursor,
    read_cursor,
    write_cursor,
)
from unmold.serve.live import Snapshot
from unmold.serve.overlays import describe_overlay
from unmold.serve.problems import describe_problems
from unmold.serve.queries import ROW, quote
from unmold.serve.record_rows import plain as make_plain
from unmold.serve.record_rows import write_json
from unmold.serve.stored_record import read_stored_record

router = APIRouter(tags=["pages"], responses={**USUAL, **describe_problems(404)})

State = Literal["ok", "changed", "gone", "unreadable"]

_COLUMNS = ("key", "path", "url", "site", "template", "score", "problems")


class PageLine(BaseModel):
    """A page as lists have it."""

    id: str
    path: str
    url: str
    site: str
    template: str | None = Field(description="The id of its template.")
    name: str | None = Field(description="The name of its template.")
    score: float | None = Field(description="How well it fits its template.")
    problem: str | None = Field(description="What was wrong with it, if anything was.")


class PagesAnswer(BaseModel):
    """Some pages."""

    pages: list[PageLine]
    next: str | None = Field(description="`after` for those that follow; null at the end.")


class OverlaidPage(BaseModel):
    """The page of an overlay."""

    id: str
    path: str
    url: str
    site: str
    template: str | None
    name: str | None
    score: float | None


class PageAnswer(PageLine):
    """A page with what it says."""

    state: State = Field(
        description="Whether the page is where, and what, it was when it was read."
    )
    reason: str = Field(description="Why it is not; empty where it is.")
    bytes: int
    generation: int
    record: dict[str, Any] | None = Field(
        description="What the page says, as a line of `unmold extract --json`; null of a page "
        "without a template. Of a page that is changed or gone, what the tables say of it."
    )


@router.get("/pages/{page}")
def get_page(page: PageId, snapshot: AskedSnapshot, tier: Tier = 1) -> PageAnswer:
    """One page, and its record."""
    row = snapshot.find_page(page)
    found = snapshot.record(page, tier) if row.template else snapshot.read_page(page)
    entry = snapshot.templates_by_name.get(row.template or "")
    record: Record | None = found if isinstance(found, Record) else None
    if isinstance(found, Problem) and entry is not None:
        record = read_stored_record(snapshot, row, entry, tier)
    state, reason = describe_state(found)
    line = _line(snapshot, {name: getattr(row, name) for name in _COLUMNS})
    return PageAnswer(
        **line.model_dump(),
        state=state,
        reason=snapshot.hide_paths(reason),
        bytes=row.bytes,
        generation=snapshot.generation,
        record=make_plain(show_record(snapshot, record)) if record else None,
    )


class OverlayAnswer(BaseModel):
    """What a page says, place by place, as marks of the page in its frame."""

    page: OverlaidPage
    frame: str = Field(description="The address of the cleaned page.")
    state: State
    reason: str
    places: list[dict[str, Any]] = Field(description="Where values stand, to the letter.")
    rows: list[dict[str, Any]] = Field(description="Where rows of repeated parts stand.")
    texts: list[dict[str, Any]] = Field(description="What all other texts are.")
    unseen: list[dict[str, Any]] = Field(description="Values that cannot be seen, and why.")
    missing: list[dict[str, Any]] = Field(description="Usual columns that found nothing.")
    left_out: int


@router.get("/pages/{page}/overlay", response_model=OverlayAnswer)
def get_overlay(page: PageId, snapshot: AskedSnapshot) -> Response:
    """Where every value of a page's record stands on it."""
    # Nobody validates what was just made: a page may have thousands of places.
    overlay = write_json(describe_overlay(snapshot, page))
    return Response(overlay, media_type="application/json")


def describe_state(found: object) -> tuple[State, str]:
    """Whether a page could be read again, and why not."""
    if not isinstance(found, Problem):
        return "ok", ""
    if found.code == ProblemCode.CHANGED:
        return "changed", found.message
    return ("gone" if found.code == ProblemCode.MISSING else "unreadable"), found.message


def show_record(snapshot: Snapshot, record: Record) -> dict[str, Any]:
    """A record as JSON has it, without the places of files."""
    plain = record.to_json()
    plain["path"] = snapshot.paths.show_path(record.path)
    plain["url"] = snapshot.paths.show_path(record.url)
    shown: dict[str, Any] = snapshot.paths.show_all(plain)
    return shown


@router.get("/pages")
def get_pages(
    snapshot: AskedSnapshot,
    site: Annotated[str | None, Query(description="Only pages of this site.")] = None,
    template: Annotated[
        str | None, Query(description="Only pages of the template with this id; `none` has none.")
    ] = None,
    q: Annotated[
        str | None, Query(max_length=500, description="Only pages whose address holds this text.")
    ] = None,
    after: After = None,
    limit: Limit = 100,
) -> PagesAnswer:
    """Pages in the order in which they were read."""
    conditions, parameters = _filter(snapshot, site, template, q)
    if after is not None:
        place = read_cursor(after)
        if not isinstance(place, int) or not 0 <= place < 1 << 62:
            raise bad_cursor()
        conditions.append(f"{quote(ROW)} > ?")
        parameters.append(place)
    relation = snapshot.queries.relation(snapshot.table("pages"))
    columns = ", ".join(map(quote, (*_COLUMNS, ROW)))
    where = f"WHERE {' AND '.join(conditions)}" if conditions else ""
    rows = snapshot.queries.fetch(
        f"SELECT {columns} FROM {relation} {where} ORDER BY {quote(ROW)} LIMIT {limit + 1}",
        parameters,
    )
    lines = [_line(snapshot, dict(zip(_COLUMNS, row, strict=False))) for row in rows[:limit]]
    has_more = len(rows) > limit
    return PagesAnswer(pages=lines, next=write_cursor(rows[limit - 1][-1]) if has_more else None)


def _filter(
    snapshot: Snapshot, site: str | None, template: str | None, text: str | None
) -> tuple[list[str], list[Any]]:
    conditions: list[str] = []
    parameters: list[Any] = []
    if site is not None:
        conditions.append("site = ?")
        parameters.append(snapshot.paths.find_site(site))
    if template == "none" and template not in snapshot.templates:
        conditions.append("template IS NULL")
    elif template is not None:
        conditions.append("template = ?")
        parameters.append(snapshot.template(template).name)
    if text:
        conditions.append("(contains(lower(url), lower(?)) OR contains(lower(path), lower(?)))")
        parameters += [text, text]
    return conditions, parameters


def _line(snapshot: Snapshot, row: dict[str, Any]) -> PageLine:
    entry = snapshot.templates_by_name.get(row["template"] or "")
    problems = row["problems"]
    return PageLine(
        id=page_id(row["key"]),
        path=snapshot.paths.show_path(row["path"]),
        url=snapshot.paths.show_path(row["url"]),
        site=snapshot.paths.show(row["site"]),
        template=entry.id if entry else None,
        name=entry.name if entry else None,
        score=row["score"],
        problem=snapshot.hide_paths("; ".join(problems)) if problems else None,
    )
