"""`make_app`: the web app of one workspace, and `serve`, which runs it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.staticfiles import StaticFiles

import unmold
from unmold.serve.api import (
    compare,
    drift,
    edits,
    new_pages,
    pages,
    records,
    search,
    templates,
    workspace,
)
from unmold.serve.api.asked import USUAL, AskedLive
from unmold.serve.jobs import Jobs
from unmold.serve.live import Live
from unmold.serve.metrics import MEDIA_TYPE, CountRequests, Metrics, get_metrics
from unmold.serve.page_work import PageWork
from unmold.serve.problems import Problem, add_handlers
from unmold.serve.request_limits import RequestLimits
from unmold.serve.security import Security
from unmold.serve.settings import ServeSettings
from unmold.serve.streams import StreamRoom

API = "/api/v1"
STATIC = Path(__file__).parent / "static"

_ROUTERS = (
    workspace.router,
    templates.router,
    records.router,
    pages.router,
    search.router,
    new_pages.router,
    compare.router,
    drift.router,
    edits.router,
)
_OPTIONAL = ("unmold.serve.frames", "unmold.serve.views")


class Health(BaseModel):
    """Whether the server works."""

    state: str
    generation: int
    damaged: list[str]


about = APIRouter(tags=["server"], responses=USUAL)


@about.get("/health")
def get_health(live: AskedLive) -> Health:
    """Whether all is well: `damaged` names the files that are not as they were written."""
    damaged = sorted(live.damage)
    state = "damaged" if damaged else "ok"
    return Health(state=state, generation=live.snapshot.generation, damaged=damaged)


@about.get("/metrics", response_class=PlainTextResponse)
def write_metrics(request: Request, live: AskedLive) -> Response:
    """What the server did, in the text format of Prometheus."""
    gauges = {
        "unmold_generation": ("The generation that is served.", live.snapshot.generation),
        "unmold_damaged_files": ("Files that are not as they were written.", len(live.damage)),
        "unmold_pages_waiting": (
            "Pages that wait or are worked on.",
            request.app.state.work.waiting,
        ),
    }
    return Response(get_metrics(request).write(gauges), media_type=MEDIA_TYPE)


class UnmoldApp(FastAPI):
    """An app whose description knows how errors look."""

    def openapi(self) -> dict[str, Any]:
        """The description of the API, as OpenAPI 3.1 writes it."""
        described = super().openapi()
        schemas = described.setdefault("components", {}).setdefault("schemas", {})
        schemas.setdefault("Problem", Problem.model_json_schema())
        return described


def make_routes() -> UnmoldApp:
    """An app with all operations and nothing to serve: what its description is made of."""
    app = UnmoldApp(
        title="unmold",
        version=unmold.__version__,
        openapi_url=f"{API}/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.include_router(about)
    for router in _ROUTERS:
        app.include_router(router, prefix=API)
    for name in _OPTIONAL:
        if find_spec(name) is not None:
            app.include_router(import_module(name).router, include_in_schema=False)
    return app


def make_app(settings: ServeSettings) -> FastAPI:
    """The app of a workspace, which must be there."""
    live = Live(settings)
    app = make_routes()

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        live.start()
        yield
        app.state.jobs.stop()
        app.state.work.stop()
        live.stop()

    app.router.lifespan_context = lifespan
    app.state.live = live
    app.state.settings = settings
    app.state.metrics = Metrics()
    app.state.jobs = Jobs(live.secret_paths)
    app.state.work = PageWork(settings)
    app.state.streams = StreamRoom(settings.streams)
    add_handlers(app)
    app.mount("/static", StaticFiles(directory=STATIC, check_dir=False), name="static")
    # The one that is added last is asked first.
    app.add_middleware(RequestLimits, settings=settings)
    app.add_middleware(CountRequests, metrics=app.state.metrics)
    app.add_middleware(Security, settings=settings)
    return app
