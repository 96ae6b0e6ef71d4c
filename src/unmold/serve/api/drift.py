"""`/drift`: what changed since the generation before, or against pages of a new crawl."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from unmold.drift import find_drift
from unmold.errors import UnmoldError
from unmold.serve.api.asked import USUAL, AskedSnapshot
from unmold.serve.api.new_pages import read_lines
from unmold.serve.live import Snapshot
from unmold.serve.page_work import PageWork, SentPage
from unmold.serve.problems import ProblemError, describe_problems
from unmold.serve.request_limits import JSON_LINES, media_type
from unmold.store import Generation, Layout
from unmold.store.table_files import read_table

router = APIRouter(tags=["drift"], responses=USUAL)

MAX_BYTES = 256 << 20
"""Of pages that are compared at once; a larger crawl is for `unmold drift`."""
SECONDS = 600.0
"""How long such a comparison may take."""


class TemplateCount(BaseModel):
    """A template that has more or fewer pages than before."""

    id: str
    name: str
    before: int | None
    after: int | None


class SchemaChange(BaseModel):
    """A table or column that came, went or changed."""

    generation: int
    template: str
    part: str
    tier: int | None
    column: str
    change: str
    before: str | None
    after: str | None


class DriftAnswer(BaseModel):
    """What changed since the generation before."""

    generation: int
    previous: int | None = Field(description="The generation before; null for the first.")
    pages: dict[str, int] = Field(description="`new`, `changed`, `gone`, `known`, `kept`.")
    templates: list[TemplateCount]
    changes: list[SchemaChange] = Field(description="Of all generations, the newest first.")


class CrawlDrift(BaseModel):
    """What changed on the pages of a new crawl, as `unmold drift --json` writes it."""

    pages: int
    templates: list[dict[str, Any]]
    findings: list[dict[str, Any]]


@router.get("/drift")
def get_drift(snapshot: AskedSnapshot) -> DriftAnswer:
    """What changed since the generation before."""
    previous = _find_previous(snapshot)
    changes = snapshot.workspace.changes.to_pylist()
    changes.sort(key=lambda row: -row["generation"])
    names = SchemaChange.model_fields
    return DriftAnswer(
        generation=snapshot.generation,
        previous=previous.number if previous else None,
        pages=snapshot.workspace.summary["changes"],
        templates=list(_count_templates(snapshot, previous)) if previous else [],
        changes=[SchemaChange(**{name: row[name] for name in names}) for row in changes],
    )


def _find_previous(snapshot: Snapshot) -> Generation | None:
    layout = Layout(snapshot.workspace.path)
    older = [number for number in layout.numbers() if number < snapshot.generation]
    return layout.generation(older[-1]) if older else None


def _count_templates(snapshot: Snapshot, previous: Generation) -> Iterator[TemplateCount]:
    columns = ["template_id", "template", "pages"]
    try:
        rows = read_table(previous.table("clusters"), columns).to_pylist()
    except UnmoldError:
        # A run has removed it meanwhile.
        return
    before = {row["template_id"]: row for row in rows if row["template_id"]}
    for one in {**before, **snapshot.templates}:
        entry, old = snapshot.templates.get(one), before.get(one)
        was, now = (old["pages"] if old else None), (entry.pages if entry else None)
        if was != now:
            name = entry.name if entry else old["template"] if old else one
            yield TemplateCount(id=one, name=name, before=was, after=now)


@router.post(
    "/drift",
    responses=describe_problems(408, 413, 415),
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                "application/x-ndjson": {
                    "schema": {
                        "type": "string",
                        "description": "Pages, one object with `html` and perhaps `url` a line.",
                    }
                }
            },
        }
    },
)
async def post_drift(request: Request, snapshot: AskedSnapshot) -> CrawlDrift:
    """What changed on the pages of a new crawl, against what was learned."""
    if media_type(request.headers) not in JSON_LINES:
        raise ProblemError(415, "the body is of another type", f"send {JSON_LINES[0]}")
    pages: list[tuple[str | None, bytes]] = []
    size = 0
    async for sent in read_lines(request):
        if not isinstance(sent, SentPage):
            raise sent
        size += len(sent.data)
        if size > MAX_BYTES:
            raise ProblemError(413, "that are too many pages", "`unmold drift` takes any number")
        pages.append((sent.url, sent.data))
    if not pages:
        raise ProblemError(422, "there is no page to compare", "send pages, one a line")
    pool: PageWork = request.app.state.work
    return await pool.do(lambda: _compare(snapshot, pages), SECONDS)


def _compare(snapshot: Snapshot, pages: list[tuple[str | None, bytes]]) -> CrawlDrift:
    plain = find_drift(snapshot.workspace, iter(pages), jobs=1).to_json()
    return CrawlDrift.model_validate(snapshot.paths.show_all(plain))
