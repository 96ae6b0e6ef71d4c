"""The state of every edit of a workspace: in effect, or why not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from unmold.edits import AnyEdit, describe_edit
from unmold.edits.model import Undo
from unmold.store.edited_templates import shows

if TYPE_CHECKING:
    from unmold.store.workspace import Workspace

IN_EFFECT, UNDONE, WAITING, PENDING = "in effect", "undone", "waiting", "pending"
"""What an edit can be; one is `pending` that takes a run, and there was none since."""


@dataclass(frozen=True, slots=True)
class EditState:
    """An edit, and whether it is in effect."""

    edit: AnyEdit
    state: str
    reason: str = ""

    @property
    def what(self) -> str:
        """The edit in a few words."""
        return describe_edit(self.edit)

    def to_json(self) -> dict[str, Any]:
        """As plain values: the edit as its file has it, with its state."""
        plain: dict[str, Any] = msgspec.to_builtins(self.edit)
        return {**plain, "state": self.state, "reason": self.reason}


def list_states(workspace: Workspace) -> list[EditState]:
    """All edits of a workspace, the oldest first."""
    log = workspace.edits
    active = {edit.id for edit in log.active}
    undone = {edit.id for edit in log.edits if edit.id not in active}
    undone -= _effective_undos(log.edits, active)
    waiting = workspace.views.waiting if workspace.views else {}
    found = workspace.summary.get("edits")
    applied, left = ({*found["applied"]}, found["waiting"]) if found else (set(), {})
    return [_state(edit, undone, waiting, applied, left) for edit in log.edits]


def _effective_undos(edits: tuple[AnyEdit, ...], active: set[int]) -> set[int]:
    """The undoing edits that are not undone themselves."""
    undone: set[int] = set()
    for edit in reversed(edits):
        if isinstance(edit, Undo) and edit.id not in undone:
            undone.add(edit.edit)
    return {edit.id for edit in edits if isinstance(edit, Undo)} - undone


def _state(
    edit: AnyEdit,
    undone: set[int],
    waiting: dict[int, str],
    applied: set[int],
    left: dict[str, str],
) -> EditState:
    if edit.id in undone:
        is_left = edit.is_structural and edit.id in applied
        return EditState(edit, UNDONE, "with the next run" if is_left else "")
    if edit.is_structural and edit.id not in applied:
        if str(edit.id) in left:
            return EditState(edit, WAITING, left[str(edit.id)])
        return EditState(edit, PENDING, "takes effect with the next run, or `--apply`")
    if edit.id in waiting and (shows(edit) or not edit.is_structural):
        return EditState(edit, WAITING, waiting[edit.id])
    return EditState(edit, IN_EFFECT)
