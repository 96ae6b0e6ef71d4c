"""What handlers ask for: the state of the server, and the usual parameters."""

from __future__ import annotations

import base64
import json
from typing import Annotated, Any

from fastapi import Depends, Path, Query, Request

from unmold.serve.live import Live, Snapshot
from unmold.serve.problems import ProblemError, describe_problems
from unmold.serve.settings import ServeSettings

USUAL = describe_problems(400, 401, 421, 422, 503)
"""The errors that every operation may answer with."""


# Coroutines, though they wait for nothing: FastAPI gives every plain function to another thread.
async def get_live(request: Request) -> Live:
    live: Live = request.app.state.live
    return live


async def get_snapshot(request: Request) -> Snapshot:
    """One state of the workspace for the whole request."""
    live: Live = request.app.state.live
    return live.snapshot


async def get_settings(request: Request) -> ServeSettings:
    live: Live = request.app.state.live
    return live.settings


AskedLive = Annotated[Live, Depends(get_live)]
AskedSnapshot = Annotated[Snapshot, Depends(get_snapshot)]
AskedSettings = Annotated[ServeSettings, Depends(get_settings)]

PageId = Annotated[str, Path(description="The id of a page.", max_length=64)]
TemplateId = Annotated[str, Path(description="The id of a template.", max_length=500)]
Limit = Annotated[int, Query(ge=1, le=1000, description="How many at most.")]
Tier = Annotated[int, Query(ge=1, le=2, description="1: what a person would keep; 2: all.")]
After = Annotated[
    str | None, Query(max_length=20_000, description="`next` of the answer before this one.")
]

MAX_OFFSET = 1 << 62
"""What DuckDB can count to, and some."""
Offset = Annotated[int, Query(ge=0, le=MAX_OFFSET, description="How many to skip.")]


def write_cursor(place: Any) -> str:
    """Where an answer ended, as a text that means nothing to its reader."""
    data = json.dumps(place, separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def read_cursor(cursor: str) -> Any:
    """Where an answer ended."""
    try:
        data = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
        return json.loads(data)
    except (ValueError, RecursionError):
        raise bad_cursor() from None


def bad_cursor() -> ProblemError:
    return ProblemError(400, "`after` is no cursor of this list", "take `next` of an answer")
