"""`/edits`: all corrections, what each of them is, and what waits to be applied."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace

from fastapi import APIRouter, Request, Response

from unmold.edits.model import Undo
from unmold.serve.api.asked import AskedSnapshot
from unmold.serve.api.edits import STATES, count_pending
from unmold.serve.live import Snapshot
from unmold.serve.views.rendering import ViewRoute, render
from unmold.store.edit_states import IN_EFFECT, PENDING, UNDONE, WAITING, EditState

router = APIRouter(route_class=ViewRoute)

_WORDS = {
    IN_EFFECT: "in effect",
    PENDING: "waits to be applied",
    WAITING: "does not find its target",
    UNDONE: "undone",
}


@dataclass(frozen=True, slots=True)
class EditLine:
    """An edit in the history."""

    id: int
    time: str
    what: str
    state: str
    words: str
    why: str
    can_undo: bool


@router.get("/edits")
def show_edits(request: Request, snapshot: AskedSnapshot) -> Response:
    """The history, the newest first."""
    states = snapshot.workspace.edit_states()
    view = SimpleNamespace(
        edits=[_describe(one, snapshot) for one in reversed(states)],
        pending=count_pending(states),
    )
    return render(request, "view_edits.html.jinja", view=view)


def _describe(state: EditState, snapshot: Snapshot) -> EditLine:
    edit = state.edit
    return EditLine(
        id=edit.id,
        time=edit.at.replace("T", " ").removesuffix("Z"),
        what=snapshot.hide_paths(state.what),
        state=STATES[state.state],
        words=_WORDS[state.state],
        why=snapshot.hide_paths(state.reason) if state.state != PENDING else "",
        can_undo=state.state != UNDONE and not isinstance(edit, Undo),
    )
