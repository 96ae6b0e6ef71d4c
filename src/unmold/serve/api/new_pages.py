"""`POST /classify`, `/extract`: pages that are sent, one as HTML or many as JSON lines."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from unmold.serve.api.asked import USUAL, AskedSettings, AskedSnapshot, Tier
from unmold.serve.live import Snapshot
from unmold.serve.page_work import (
    Judged,
    PageWork,
    SentPage,
    extract_page,
    judge_page,
    read_html,
    read_line,
)
from unmold.serve.problems import ProblemError, describe_problems
from unmold.serve.record_rows import write_json
from unmold.serve.request_limits import JSON_LINES, media_type
from unmold.serve.streams import BoundedStream, StreamRoom
from unmold.settings import Limits

HTML = ("text/html", "application/xhtml+xml")
AHEAD = 8
"""Pages of one stream that are worked on together, so that a stream leaves room for others."""


class ClassifyAnswer(BaseModel):
    """The template of a page."""

    url: str | None
    site: str | None
    template: str | None = Field(description="The id of its template; null where none fits.")
    name: str | None = Field(description="The name of its template.")
    score: float | None = Field(description="How well the page fits it, or the best one.")
    why: str = Field(description="Why there is none; empty where there is one.")


class ExtractAnswer(ClassifyAnswer):
    """The template of a page, and what the page says by it."""

    record: dict[str, Any] | None


router = APIRouter(tags=["new pages"], responses={**USUAL, **describe_problems(408, 413, 415)})

Work = Callable[[SentPage], bytes]
"""Makes the answer about a page, as JSON."""
Url = Annotated[
    str | None, Query(max_length=10_000, description="The address of the page, if it has one.")
]


def _describe_body() -> dict[str, Any]:
    """One page as HTML, or many as JSON lines."""
    lines = {
        "description": "Pages, one object with `html` and perhaps `url` a line.",
        "type": "string",
    }
    html = {"type": "string", "description": "One page."}
    content: dict[str, Any] = {kind: {"schema": html} for kind in HTML}
    content["application/x-ndjson"] = {"schema": lines}
    return {"requestBody": {"required": True, "content": content}}


_STREAMED: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Of one page an object; of many an object a line, in their order.",
        "content": {"application/x-ndjson": {"schema": {"type": "string"}}},
    }
}


@router.post(
    "/classify",
    response_model=ClassifyAnswer,
    responses=_STREAMED,
    openapi_extra=_describe_body(),
)
async def classify(
    request: Request, snapshot: AskedSnapshot, settings: AskedSettings, url: Url = None
) -> Response:
    """The template of each page, or none, and why."""
    limits = Limits(max_bytes=settings.max_page_bytes)

    def work(sent: SentPage) -> bytes:
        return write_json(_describe(snapshot, judge_page(snapshot, sent, limits)))

    return await _answer(request, work, url)


@router.post(
    "/extract",
    response_model=ExtractAnswer,
    responses=_STREAMED,
    openapi_extra=_describe_body(),
)
async def extract(
    request: Request,
    snapshot: AskedSnapshot,
    settings: AskedSettings,
    url: Url = None,
    tier: Tier = 1,
) -> Response:
    """The record of each page, or none, and why."""
    limits = Limits(max_bytes=settings.max_page_bytes)

    def work(sent: SentPage) -> bytes:
        judged, record = extract_page(snapshot, sent, limits, tier)
        about = _describe(snapshot, judged)
        # Its values are the sender's own; where the site lies is not.
        shown = {**record.to_json(), "site": about["site"]} if record else None
        return write_json({**about, "record": shown})

    return await _answer(request, work, url)


def _describe(snapshot: Snapshot, judged: Judged) -> dict[str, Any]:
    shown = snapshot.shown_name(judged.template)
    entry = snapshot.templates_by_name.get(shown or "")
    return {
        "url": judged.page.url if judged.page else None,
        "site": snapshot.paths.show(judged.page.site) if judged.page else None,
        "template": entry.id if entry else None,
        "name": shown,
        "score": judged.score,
        "why": judged.reason,
    }


async def _answer(request: Request, work: Work, url: str | None) -> Response:
    kind = media_type(request.headers)
    pool: PageWork = request.app.state.work
    if kind in HTML:
        sent = read_html(request.headers["content-type"], await request.body(), url)
        answer = await pool.do(lambda: work(sent), size=len(sent.data))
        return Response(answer, media_type="application/json")
    if kind not in JSON_LINES:
        raise ProblemError(415, "the body is of another type", f"send {HTML[0]} or {JSON_LINES[0]}")
    room: StreamRoom = request.app.state.streams
    room.enter()
    content = _stream(request, pool, work)
    return BoundedStream(room, content, reads=True, media_type=JSON_LINES[0])


async def _stream(request: Request, pool: PageWork, work: Work) -> AsyncIterator[bytes]:
    """An answer a line for each page, in their order; the last line may be a problem."""
    waiting: deque[Awaitable[bytes]] = deque()
    try:
        async for sent in read_lines(request):
            waiting.append(asyncio.ensure_future(_answer_line(pool, work, sent)))
            if len(waiting) >= AHEAD:
                yield await waiting.popleft() + b"\n"
        while waiting:
            yield await waiting.popleft() + b"\n"
    except ProblemError as error:
        while waiting:
            yield await waiting.popleft() + b"\n"
        yield _show_problem(error) + b"\n"
    except ClientDisconnect:
        return


def _show_problem(error: ProblemError) -> bytes:
    shown = {"status": error.status_code, "detail": error.detail, "hint": error.hint}
    return write_json({"problem": shown})


async def _answer_line(pool: PageWork, work: Work, sent: SentPage | ProblemError) -> bytes:
    """What becomes of one line; a bad one costs itself alone."""
    if isinstance(sent, ProblemError):
        return _show_problem(sent)
    try:
        return await pool.do_patiently(lambda: work(sent), len(sent.data))
    except ProblemError as error:
        return _show_problem(error)


async def read_lines(request: Request) -> AsyncIterator[SentPage | ProblemError]:
    """The pages of a body of JSON lines, or what is wrong with a line."""
    async for line in _lines(request):
        try:
            yield read_line(json.loads(line))
        except (ValueError, RecursionError):
            yield ProblemError(422, "a line is no JSON", "send one object a line")
        except ProblemError as error:
            yield error


async def _lines(request: Request) -> AsyncIterator[bytes]:
    """The lines of a body as they come; none may be longer than a page."""
    settings = request.app.state.live.settings
    # JSON may write a letter as six.
    longest = 6 * settings.max_page_bytes
    left = b""
    async for chunk in request.stream():
        *whole, left = (left + chunk).split(b"\n")
        for line in whole:
            if line.strip():
                yield line
        if len(left) > longest:
            raise ProblemError(413, "a line is longer than a page may be", "send smaller pages")
    if left.strip():
        yield left
