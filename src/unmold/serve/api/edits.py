"""`/edits`, `/apply` and `/jobs`: corrections, made one by one, and applied together."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Header, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from unmold.pipeline import EditPreview, apply_edits
from unmold.serve.api.asked import USUAL, AskedLive, AskedSnapshot
from unmold.serve.edit_plans import AskedEdit, describe_target, name_pages, preview_edit
from unmold.serve.jobs import Job, Jobs
from unmold.serve.live import Live, Snapshot
from unmold.serve.problems import ProblemError, describe_problems
from unmold.store.edit_states import IN_EFFECT, PENDING, UNDONE, WAITING, EditState
from unmold.store.editing import make_edit

router = APIRouter(tags=["edits"], responses=USUAL)

State = Literal["applied", "pending", "waiting", "undone"]
STATES: dict[str, State] = {
    IN_EFFECT: "applied",
    PENDING: "pending",
    WAITING: "waiting",
    UNDONE: "undone",
}
Name = Annotated[str, Field(max_length=20_000)]


class EditLine(BaseModel):
    """An edit, and whether it holds."""

    id: int
    kind: str
    what: str = Field(description="The edit in one line.")
    target: str = Field(description="The same without its kind.")
    detail: dict[str, Any] = Field(
        description="The edit as `edits.json` has it, but with the ids of pages."
    )
    time: str
    state: State = Field(
        description="`pending` takes effect when edits are applied; `waiting` waits for its target"
    )
    why: str


class EditsAnswer(BaseModel):
    """All edits, the oldest first."""

    edits: list[EditLine]
    pending: int = Field(description="How many of them applying edits would change.")
    etag: str = Field(description="What `If-Match` must say to add another one.")


class EditRequest(BaseModel):
    """An edit, with names as `unmold edit` takes them; pages may be named by their ids."""

    model_config = {"extra": "forbid"}

    do: str = Field(max_length=40, description="`rename`, `hide`, `merge`, `undo`, ...")
    targets: list[Name] = Field(default=[], max_length=10_000)
    to: Name | None = None
    type: Name | None = None
    separator: Name | None = None
    page: Name | list[Name] | None = None
    xpath: Name | None = None
    text: Name | None = None

    def read(self) -> AskedEdit:
        """The edit as the workspace takes it."""
        options = {
            name: getattr(self, name)
            for name in ("to", "type", "separator", "xpath", "text")
            if getattr(self, name) is not None
        }
        if self.page is not None:
            options["page"] = [self.page] if isinstance(self.page, str) else self.page
        return AskedEdit(self.do, tuple(self.targets), options)


class MadeAnswer(EditLine):
    """The edit that was made."""

    etag: str


class MovedPagesAnswer(BaseModel):
    """Pages that get another template."""

    before: str | None
    after: str | None
    pages: int
    examples: list[str]


class ChangedColumnAnswer(BaseModel):
    """A column that comes, goes or changes, or a whole table if it has no name."""

    template: str
    part: str
    column: str
    change: str
    before: str | None = None
    after: str | None = None
    examples: list[str]


class ChangedValue(BaseModel):
    """A value as it reads now, and as it would."""

    before: Any
    after: Any


class Changes(BaseModel):
    """What applying edits would change."""

    pages: list[MovedPagesAnswer]
    columns: list[ChangedColumnAnswer]
    waiting: dict[str, str] = Field(description="By edit whose target is not there, why.")


class PreviewAnswer(Changes):
    """What an edit would change."""

    what: str
    immediate: bool = Field(description="Whether it takes effect before edits are applied.")
    fill: float | None = Field(description="The share of pages that a new column is found on.")
    samples: list[ChangedValue] = Field(description="Some values that would read differently.")


class ApplyRequest(BaseModel):
    """How edits are applied."""

    model_config = {"extra": "forbid"}

    dry_run: bool = Field(default=False, description="Only say what it would change.")


class JobStarted(BaseModel):
    """A work that has begun."""

    job: str


class JobAnswer(BaseModel):
    """How far a work is."""

    id: str
    state: Literal["running", "done", "failed"]
    stage: str
    done: int
    total: int | None
    message: str
    result: Changes | None = Field(description="What a dry run found.")


def get_jobs(request: Request) -> Jobs:
    jobs: Jobs = request.app.state.jobs
    return jobs


def write_etag(version: str) -> str:
    """The version of the edits as HTTP writes it."""
    return f'"{version}"'


@router.get("/edits")
def get_edits(snapshot: AskedSnapshot, response: Response) -> EditsAnswer:
    """All edits, and whether each holds."""
    version = snapshot.workspace.edits.version
    response.headers["ETag"] = write_etag(version)
    states = snapshot.workspace.edit_states()
    lines = [_describe(snapshot, state) for state in states]
    return EditsAnswer(edits=lines, pending=count_pending(states), etag=write_etag(version))


def count_pending(states: list[EditState]) -> int:
    """Edits that applying them changes: those that wait for it, and undone ones that still hold."""
    return sum(one.state == PENDING or (one.state == UNDONE and bool(one.reason)) for one in states)


def _describe(snapshot: Snapshot, state: EditState) -> EditLine:
    plain = state.to_json()
    del plain["state"], plain["reason"]
    return EditLine(
        id=state.edit.id,
        kind=state.edit.do,
        what=snapshot.hide_paths(state.what),
        target=snapshot.hide_paths(describe_target(state.edit)),
        detail=snapshot.paths.show_edit(plain),
        time=state.edit.at,
        state=STATES[state.state],
        why=snapshot.hide_paths(state.reason),
    )


@router.post("/edits", status_code=201, responses=describe_problems(409, 412, 413, 415))
def post_edit(
    live: AskedLive,
    asked: EditRequest,
    response: Response,
    if_match: Annotated[
        str | None, Header(max_length=500, description="`etag` of the edits as you know them.")
    ] = None,
) -> MadeAnswer:
    """Make an edit, if nobody else has made one since."""
    _refuse_reader(live)
    if if_match is None:
        raise ProblemError(412, "there is no If-Match", "send the `etag` that GET edits gives")
    live.refresh()
    snapshot = live.snapshot
    named = name_pages(snapshot, asked.read())
    expected = if_match.strip().removeprefix("W/").strip('"')
    made = make_edit(snapshot.workspace, named.do, named.targets, named.options, expected)
    live.refresh()
    fresh = live.snapshot
    state = next(one for one in fresh.workspace.edit_states() if one.edit.id == made.id)
    version = fresh.workspace.edits.version
    response.headers["ETag"] = write_etag(version)
    return MadeAnswer(**_describe(fresh, state).model_dump(), etag=write_etag(version))


@router.post("/edits/preview", responses=describe_problems(413, 415))
def post_preview(live: AskedLive, asked: EditRequest) -> PreviewAnswer:
    """What an edit would change; nothing is written."""
    live.refresh()
    return PreviewAnswer.model_validate(preview_edit(live.snapshot, asked.read()))


@router.post("/apply", status_code=202, responses=describe_problems(409, 413, 415))
def post_apply(
    request: Request, live: AskedLive, asked: Annotated[ApplyRequest | None, Body()] = None
) -> JobStarted:
    """Apply the edits that wait for it; the job says how far that is."""
    _refuse_reader(live)
    is_dry = asked is not None and asked.dry_run

    def work(job: Job) -> None:
        def look(preview: EditPreview) -> bool:
            job.result = live.snapshot.paths.show_all(preview.to_json())
            return not is_dry

        apply_edits(live.settings.workspace, confirm=look, progress=job)
        live.refresh()

    return JobStarted(job=get_jobs(request).start(work).id)


@router.get("/jobs/{job}", responses=describe_problems(404))
def get_job(request: Request, job: str) -> JobAnswer:
    """How far a job is."""
    found = get_jobs(request).find(job)
    return JobAnswer.model_validate(found, from_attributes=True)


def _refuse_reader(live: Live) -> None:
    if live.settings.read_only:
        raise ProblemError(
            409, "this server only reads", "start `unmold serve` without --read-only"
        )
