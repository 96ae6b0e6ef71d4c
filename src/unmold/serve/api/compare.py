"""`POST /compare`: how alike two pages are, by every measure, and laid side by side."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from unmold.features import compare_pages
from unmold.model import Page, Problem
from unmold.serve.aligned_trees import align_pages
from unmold.serve.api.asked import USUAL, AskedSettings, AskedSnapshot
from unmold.serve.live import Snapshot
from unmold.serve.page_work import PageWork, SentPage, make_page
from unmold.serve.problems import ProblemError, describe_problems
from unmold.settings import Limits

router = APIRouter(
    tags=["new pages"], responses={**USUAL, **describe_problems(404, 408, 409, 413, 415)}
)


class CompareRequest(BaseModel):
    """Two pages: the id of one of the workspace, or HTML."""

    model_config = {"extra": "forbid"}

    a: str = Field(min_length=1)
    b: str = Field(min_length=1)
    measures: Annotated[list[str], Field(max_length=100)] | None = Field(
        default=None, description="Names of measures; all if none are named."
    )


class AlignedNode(BaseModel):
    """An element of one of the pages."""

    depth: int
    tag: str = Field(description="With its id and classes, as CSS writes them.")
    text: str = Field(description="What stands directly in it.")
    xpath: str


class AlignedRow(BaseModel):
    """Partners, or what is on one page only."""

    state: Literal["same", "changed", "a", "b"]
    a: AlignedNode | None
    b: AlignedNode | None


class Alignment(BaseModel):
    """Two pages side by side."""

    rows: list[AlignedRow]
    counts: dict[str, int] = Field(description="Rows by state.")
    cut: bool = Field(description="Whether there are more rows than these.")


class CompareAnswer(BaseModel):
    """How alike two pages are."""

    measures: dict[str, float | None] = Field(description="1 for the same, 0 for nothing alike.")
    reasons: dict[str, str] = Field(description="Why a measure has no value.")
    alignment: Alignment


@router.post("/compare", response_model=CompareAnswer)
async def compare(
    request: Request, snapshot: AskedSnapshot, settings: AskedSettings, asked: CompareRequest
) -> dict[str, Any]:
    """Compare two pages by all measures, or by some."""
    limits = Limits(max_bytes=settings.max_page_bytes)
    pool: PageWork = request.app.state.work
    return await pool.do(lambda: _compare(snapshot, asked, limits))


def _compare(snapshot: Snapshot, asked: CompareRequest, limits: Limits) -> dict[str, Any]:
    first, second = (_find(snapshot, text, limits) for text in (asked.a, asked.b))
    found = compare_pages(first, second, asked.measures, limits=limits)
    return {
        "measures": found.scores,
        "reasons": found.reasons,
        "alignment": align_pages(first, second, limits),
    }


def _find(snapshot: Snapshot, text: str, limits: Limits) -> Page:
    """A page of the workspace by its id, or the page that a text is."""
    if "<" not in text:
        found = snapshot.read_page(text)
        if isinstance(found, Problem):
            raise ProblemError(
                409, f"the page cannot be read: {found.message}", "send the page itself"
            )
        return found
    sent = SentPage(text.encode("utf-8", "replace"), None, "utf-8")
    made = make_page(snapshot, sent, limits)
    if isinstance(made, Problem):
        raise ProblemError(422, f"that is no page: {made.message}", "send HTML, or a page's id")
    return made
