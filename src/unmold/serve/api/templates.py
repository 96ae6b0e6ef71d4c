"""`GET /templates`: the templates with their tables, and one of them with its columns."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel, Field

from unmold.serve.api.asked import USUAL, AskedSnapshot
from unmold.serve.live import Snapshot, TemplateEntry
from unmold.serve.queries import quote

router = APIRouter(tags=["templates"], responses=USUAL)


class TableLine(BaseModel):
    """A table of a template."""

    name: str
    part: str = Field(description="The repeated part whose rows it holds; empty for records.")
    tier: int = Field(description="1: what a person would keep; 2: everything that was found.")
    rows: int
    columns: int


class TemplateLine(BaseModel):
    """A template as lists have it."""

    id: str
    name: str
    site: str
    pages: int
    records: int
    fit: float | None = Field(description="How well its pages fit it, on average.")
    tables: list[TableLine]


class TemplatesAnswer(BaseModel):
    """All templates, site by site, the largest first."""

    templates: list[TemplateLine]


@router.get("/templates")
def get_templates(snapshot: AskedSnapshot) -> TemplatesAnswer:
    """All templates."""
    tables = tables_by_template(snapshot)
    fits = _fits(snapshot)
    return TemplatesAnswer(
        templates=[
            describe_line(entry, fits.get(entry.name), tables.get(entry.name, []))
            for entry in snapshot.templates.values()
        ]
    )


def describe_line(entry: TemplateEntry, fit: float | None, tables: list[TableLine]) -> TemplateLine:
    """A template in one line."""
    return TemplateLine(
        id=entry.id,
        name=entry.name,
        site=entry.site,
        pages=entry.pages,
        records=entry.records,
        fit=fit,
        tables=tables,
    )


def tables_by_template(snapshot: Snapshot) -> dict[str, list[TableLine]]:
    """By name of each template its tables."""
    found: dict[str, list[TableLine]] = {}
    rows: list[dict[str, Any]] = snapshot.workspace.tables.to_pylist()
    for row in rows:
        line = TableLine(**{name: row[name] for name in TableLine.model_fields})
        found.setdefault(row["template"], []).append(line)
    return found


def _fits(snapshot: Snapshot) -> dict[str, float]:
    relation = snapshot.queries.relation(snapshot.table("pages"))
    template, score = quote("template"), quote("score")
    rows = snapshot.queries.fetch(
        f"SELECT {template}, avg({score}) FROM {relation} "
        f"WHERE {template} IS NOT NULL AND {score} IS NOT NULL GROUP BY {template}"
    )
    return {name: round(fit, 4) for name, fit in rows}
