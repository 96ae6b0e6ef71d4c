"""Errors as `application/problem+json` (RFC 9457): what went wrong, and what to do about it.

`ProblemError` is what handlers raise. `UnmoldError` and everything else become one too, so that no
answer has another form, and none names a path of the server.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from markupsafe import escape
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, JSONResponse, Response

from unmold.errors import EditConflictError, MachineError, UnmoldError

MEDIA_TYPE = "application/problem+json"
TYPE = "about:blank"
"""The status says which kind of problem it is; there is no page about each."""

logger = logging.getLogger("unmold.serve")

RETRY_SECONDS = 1
"""After how long it is worth to ask again."""

BUG = (
    "unmold failed on this request",
    "this is a bug in unmold; the log of the server says where it happened",
)
"""What is said of what nobody foresaw: it may hold anything, and is in the log alone."""

FOR_PROGRAMS = ("/api/", "/frame/", "/static/", "/health", "/metrics")
"""Where answers are read by programs, whatever a browser says that it takes."""

_HINTS = {
    400: "see the description at /api/v1/openapi.json",
    404: "see the description at /api/v1/openapi.json",
    405: "see the description at /api/v1/openapi.json",
}


class Problem(BaseModel):
    """What every error looks like."""

    type: str = TYPE
    title: str = Field(description="What its status means.")
    status: int
    detail: str = Field(description="What went wrong.")
    hint: str = Field(description="What to do about it; empty where nobody knows.")


class ProblemError(HTTPException):
    """An answer with an error status."""

    def __init__(
        self, status: int, detail: str, hint: str = "", headers: dict[str, str] | None = None
    ) -> None:
        super().__init__(status, detail, headers)
        self.hint = hint


def busy(detail: str, hint: str = "try again in a moment") -> ProblemError:
    """Refuse what the server has no room for now."""
    return ProblemError(503, detail, hint, {"Retry-After": str(RETRY_SECONDS)})


def not_found(what: str, hint: str = "") -> ProblemError:
    """Refuse what names something that is not there."""
    return ProblemError(404, what, hint)


def make_problem(
    status: int, detail: str, hint: str = "", headers: dict[str, str] | None = None
) -> Response:
    """The answer to a request that failed."""
    problem = Problem(title=HTTPStatus(status).phrase, status=status, detail=detail, hint=hint)
    content = problem.model_dump()
    return JSONResponse(content, status, headers, media_type=MEDIA_TYPE)


def make_document(
    status: int, detail: str, hint: str, headers: dict[str, str] | None = None
) -> Response:
    """The same for a person whose browser asked, without anything of the app around it."""
    phrase = HTTPStatus(status).phrase
    return HTMLResponse(
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{phrase}</title></head>'
        f"<body><main><h1>{phrase}</h1><p>{escape(detail)}</p><p>{escape(hint)}</p></main></body>"
        "</html>",
        status,
        headers,
    )


def is_for_people(path: str, accepted: str) -> bool:
    """Whether a browser shows the answer to a person."""
    return "text/html" in accepted and not path.startswith(FOR_PROGRAMS)


def describe_problems(*statuses: int) -> dict[int | str, dict[str, object]]:
    """The errors of an operation as OpenAPI has them."""
    return {
        status: {
            "description": HTTPStatus(status).phrase,
            "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }
        for status in statuses
    }


def hide_paths(text: str, paths: Iterable[str]) -> str:
    """A message without the places of files on the server."""
    for path in sorted(filter(None, paths), key=len, reverse=True):
        # Of a folder with the slash behind it, what lies inside is shown.
        text = text.replace(path, path.rpartition("/")[2])
    return text


def add_handlers(app: FastAPI) -> None:
    """Let an app answer every error as a problem."""
    app.add_exception_handler(HTTPException, _answer_http)
    app.add_exception_handler(RequestValidationError, _answer_invalid)
    app.add_exception_handler(UnmoldError, _answer_unmold)


async def _answer_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    hint = getattr(error, "hint", "") or _HINTS.get(error.status_code, "")
    headers = dict(error.headers) if error.headers else None
    if is_for_people(request.url.path, request.headers.get("accept", "")):
        hint = "go back, or to the address that `unmold serve` printed"
        return make_document(error.status_code, str(error.detail), hint, headers)
    return make_problem(error.status_code, str(error.detail), hint, headers)


async def _answer_invalid(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    said = [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()]
    detail = "; ".join(said[:5]).encode("utf-8", "replace").decode()
    return make_problem(422, detail, "see the description at /api/v1/openapi.json")


async def _answer_unmold(request: Request, error: Exception) -> Response:
    assert isinstance(error, UnmoldError)
    live = getattr(request.app.state, "live", None)
    paths = live.secret_paths() if live is not None else []
    detail, hint = hide_paths(error.message, paths), hide_paths(error.hint or "", paths)
    if isinstance(error, EditConflictError):
        return make_problem(412, detail, hint)
    if isinstance(error, MachineError):
        logger.error("%s", error.message)
        return make_problem(500, detail, hint)
    return make_problem(422 if error.exit_code == 2 else 500, detail, hint)
