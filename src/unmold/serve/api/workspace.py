"""`GET /workspace` and `/sites`: what is served, in numbers."""

from __future__ import annotations

from collections import Counter

from fastapi import APIRouter
from pydantic import BaseModel, Field

import unmold
from unmold.serve.api.asked import USUAL, AskedLive, AskedSnapshot
from unmold.store.edit_states import IN_EFFECT, PENDING, WAITING

router = APIRouter(tags=["workspace"], responses=USUAL)


class EditCounts(BaseModel):
    """The edits of a workspace by their state."""

    applied: int
    pending: int = Field(description="Take effect when edits are applied.")
    waiting: int = Field(description="Do not find their targets.")


class WorkspaceAnswer(BaseModel):
    """A workspace in numbers."""

    name: str
    generation: int
    version: str = Field(description="Of unmold.")
    pages: int
    templates: int
    records: int
    problems: int
    read_only: bool
    edits: EditCounts


class SiteAnswer(BaseModel):
    """A site in numbers."""

    site: str
    pages: int
    templates: int
    without: int = Field(description="Pages without a template.")


class SitesAnswer(BaseModel):
    """All sites, the largest first."""

    sites: list[SiteAnswer]


@router.get("/workspace")
def get_workspace(live: AskedLive) -> WorkspaceAnswer:
    """What is served."""
    snapshot = live.snapshot
    summary = snapshot.workspace.summary
    states = Counter(one.state for one in snapshot.workspace.edit_states())
    return WorkspaceAnswer(
        name=live.name,
        generation=snapshot.generation,
        version=unmold.__version__,
        pages=summary["pages"],
        templates=len(snapshot.templates),
        records=summary["records"],
        problems=sum(summary["problems"].values()),
        read_only=live.settings.read_only,
        edits=EditCounts(
            applied=states[IN_EFFECT], pending=states[PENDING], waiting=states[WAITING]
        ),
    )


@router.get("/sites")
def get_sites(snapshot: AskedSnapshot) -> SitesAnswer:
    """The sites of the pages, the largest first."""
    relation = snapshot.queries.relation(snapshot.table("pages"))
    rows = snapshot.queries.fetch(
        f"SELECT site, count(*), count(*) - count(template) FROM {relation} "
        "GROUP BY site ORDER BY count(*) DESC, site"
    )
    templates = Counter(entry.site for entry in snapshot.templates.values())
    return SitesAnswer(
        sites=[
            SiteAnswer(
                site=snapshot.paths.show(site),
                pages=pages,
                templates=templates[site],
                without=without,
            )
            for site, pages, without in rows
        ]
    )
