"""`GET /pages`: the pages of the workspace, and one of them with its record."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from unmold.model import page_id
from unmold.serve.api.asked import (
    USUAL,
    After,
    AskedSnapshot,
    Limit,
    bad_cursor,
    read_cursor,
    write_cursor,
)
from unmold.serve.live import Snapshot
from unmold.serve.queries import ROW, quote

router = APIRouter(tags=["pages"], responses=USUAL)

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
        parameters.append(site)
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
        site=row["site"],
        template=entry.id if entry else None,
        name=entry.name if entry else None,
        score=row["score"],
        problem="; ".join(problems) if problems else None,
    )
