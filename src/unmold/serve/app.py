"""`make_app`: the web app of one workspace, and `serve`, which runs it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from fastapi import APIRouter, FastAPI
from pydantic import BaseModel
from starlette.staticfiles import StaticFiles

import unmold
from unmold.serve.api import pages, templates, workspace
from unmold.serve.api.asked import USUAL, AskedLive
from unmold.serve.live import Live
from unmold.serve.problems import add_handlers
from unmold.serve.request_limits import RequestLimits
from unmold.serve.security import Security
from unmold.serve.settings import ServeSettings

API = "/api/v1"
STATIC = Path(__file__).parent / "static"

_ROUTERS = (workspace.router, templates.router, pages.router)
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


def make_app(settings: ServeSettings) -> FastAPI:
    """The app of a workspace, which must be there."""
    live = Live(settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        live.start()
        yield
        live.stop()

    app = FastAPI(
        title="unmold",
        version=unmold.__version__,
        openapi_url=f"{API}/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.live = live
    add_handlers(app)
    app.include_router(about)
    for router in _ROUTERS:
        app.include_router(router, prefix=API)
    for name in _OPTIONAL:
        if find_spec(name) is not None:
            app.include_router(import_module(name).router)
    app.mount("/static", StaticFiles(directory=STATIC, check_dir=False), name="static")
    # The one that is added last is asked first.
    app.add_middleware(RequestLimits, settings=settings)
    app.add_middleware(Security, settings=settings)
    return app
