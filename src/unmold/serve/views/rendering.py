"""Renders views by the parts of the report and of the web app; escaping is always on."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from fastapi import Request, Response
from fastapi.routing import APIRoute
from jinja2 import Environment, PackageLoader
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse

from unmold.errors import UnmoldError
from unmold.report.rendering import make_environment
from unmold.serve.live import Live, Snapshot
from unmold.serve.problems import hide_paths
from unmold.store.edit_states import PENDING, WAITING

THEMES = ("light", "dark")


@dataclass(frozen=True, slots=True)
class Shell:
    """What every view shows around itself."""

    name: str
    path: str
    theme: str
    """Empty: as the system says."""

    read_only: bool
    edits: str
    """The version of the file of edits that the view shows."""

    waiting: int
    """Edits that take a run, or do not find their targets."""


@cache
def environment() -> Environment:
    """The parts of the report, and those of the app."""
    made = make_environment(PackageLoader("unmold.serve", "parts"))
    made.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "separators": (",", ":")}
    return made


def render(request: Request, part: str, status: int = 200, **context: Any) -> Response:
    """A view as a whole document."""
    live: Live = request.app.state.live
    text = environment().get_template(part).render(shell=_make_shell(request, live), **context)
    # What is shown changes with every edit; without this a browser's "back" shows old names.
    return HTMLResponse(text, status, {"Cache-Control": "no-store"})


def _make_shell(request: Request, live: Live) -> Shell:
    theme = request.cookies.get("unmold_theme", "")
    workspace = live.snapshot.workspace
    log = workspace.edits
    states = workspace.edit_states() if log.edits else []
    return Shell(
        name=live.name,
        path=request.url.path,
        theme=theme if theme in THEMES else "",
        read_only=live.settings.read_only,
        edits=log.version,
        waiting=sum(one.state in (PENDING, WAITING) for one in states),
    )


class ViewRoute(APIRoute):
    """A route whose errors are documents for people, with a hint and a way back."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_for_people(request: Request) -> Response:
            try:
                return await handle(request)
            except HTTPException as error:
                hint = getattr(error, "hint", "")
                if hint.startswith("GET /api"):
                    hint = "it may have gone with a later run"
                return _show_problem(request, error.status_code, str(error.detail), hint)
            except UnmoldError as error:
                paths = request.app.state.live.secret_paths()
                detail = hide_paths(error.message, paths)
                hint = hide_paths(error.hint or "", paths)
                return _show_problem(request, 422 if error.exit_code == 2 else 500, detail, hint)

        return handle_for_people


def _show_problem(request: Request, status: int, detail: str, hint: str) -> Response:
    problem = {"title": HTTPStatus(status).phrase, "detail": detail, "hint": hint}
    return render(request, "view_problem.html.jinja", status, problem=problem)


def address_of_template(template_id: str, rest: str = "") -> str:
    """Where a template is shown."""
    from urllib.parse import quote

    return f"/templates/{quote(template_id, safe='')}{rest}"


def with_query(path: str, parameters: list[tuple[str, str]]) -> str:
    """An address with the parameters that say something."""
    filled = [(name, value) for name, value in parameters if value != ""]
    return f"{path}?{urlencode(filled)}" if filled else path


def title_of(snapshot: Snapshot, url: str, path: str) -> str:
    """What a page is called: its address, else its path."""
    return snapshot.paths.show_path(url or path)
