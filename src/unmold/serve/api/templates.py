"""`GET /templates`: the templates with their tables, and one of them with its columns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel, Field

from unmold.model import page_id
from unmold.records import Record
from unmold.serve.api.asked import USUAL, AskedSnapshot, TemplateId
from unmold.serve.api.records import FacetValue, count_values
from unmold.serve.live import Snapshot, TemplateEntry
from unmold.serve.problems import describe_problems, not_found
from unmold.serve.queries import ROW, quote
from unmold.serve.record_queries import Condition, find_table
from unmold.serve.record_rows import read_records
from unmold.templates.model import Field as TemplateField
from unmold.templates.parts import WAYS

router = APIRouter(tags=["templates"], responses=USUAL)

EXAMPLES = 3
"""Example pages that a template names."""
VALUES = 20
"""Values of a column that are shown with their pages."""


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


class ColumnAnswer(BaseModel):
    """A column of a template."""

    name: str
    field: str = Field(description="The id by which it is known for good.")
    type: str
    is_list: bool
    table: str = Field(description="The name of its table, by which edits name it.")
    part: str
    tier: int
    shown: bool = Field(description="False for what an edit hides.")
    fill: float = Field(description="The share of pages, or rows, that have a value.")
    examples: list[str]
    selector: str = Field(description="By what it is found first, as `tail+label`.")
    found_by: str = Field(description="The same in words.")
    source: str = Field(description="Where values stand: `text`, `href`, `json-ld`, ...")
    xpath: str | None = Field(description="Where it stands on the first example page.")


class ExamplePage(BaseModel):
    """A page of a template."""

    id: str
    path: str
    url: str


class TemplateAnswer(TemplateLine):
    """A template with its columns."""

    columns: list[ColumnAnswer]
    example_pages: list[ExamplePage]


class PageValue(BaseModel):
    """A value, and the page that says it."""

    page: ExamplePage
    value: Any


class ColumnDetail(ColumnAnswer):
    """A column with what it holds."""

    filled: int = Field(description="Rows that have a value.")
    facet: list[FacetValue] = Field(description="The twenty commonest values.")
    values: list[PageValue] = Field(description="Values of some pages.")


@router.get("/templates/{template}", responses=describe_problems(404))
def get_template(snapshot: AskedSnapshot, template: TemplateId) -> TemplateAnswer:
    """One template with its columns of both tiers, and some of its pages."""
    entry = snapshot.template(template)
    tables = tables_by_template(snapshot).get(entry.name, [])
    line = describe_line(snapshot, entry, _fits(snapshot).get(entry.name), tables)
    pages = find_examples(snapshot, entry)
    return TemplateAnswer(
        **line.model_dump(),
        columns=list(describe_fields(snapshot, entry, pages)),
        example_pages=pages,
    )


@router.get("/templates/{template}/columns/{field}", responses=describe_problems(404))
def get_column(snapshot: AskedSnapshot, template: TemplateId, field: str) -> ColumnDetail:
    """One column: its commonest values, and those of some pages."""
    entry = snapshot.template(template)
    pages = find_examples(snapshot, entry)
    columns = (one for one in describe_fields(snapshot, entry, pages) if one.shown)
    found = next((one for one in columns if one.field == field), None)
    if found is None:
        raise not_found("the template has no such column", "GET its template to list all")
    table = find_table(snapshot, template, found.part, found.tier)
    column = table.column(found.name)
    counted = count_values(table, column, [])
    filled = Condition(f"NOT {column.empty}")
    rows = read_records(table, [column], [filled], None, after=None, offset=0, limit=VALUES)
    values = [
        PageValue(page=_example(snapshot, page), value=row[0])
        for page, row in zip(rows.page_ids, rows.rows, strict=True)
    ]
    return ColumnDetail(
        **found.model_dump(), filled=counted["filled"], facet=counted["values"], values=values
    )


def find_examples(snapshot: Snapshot, entry: TemplateEntry) -> list[ExamplePage]:
    """Some pages of a template, those that fit it best first."""
    relation = snapshot.queries.relation(snapshot.table("pages"))
    rows = snapshot.queries.fetch(
        f"SELECT key, path, url FROM {relation} WHERE template = ? "
        f"ORDER BY score DESC NULLS LAST, {quote(ROW)} LIMIT {EXAMPLES}",
        [entry.name],
    )
    show = snapshot.paths.show_path
    return [ExamplePage(id=page_id(key), path=show(path), url=show(url)) for key, path, url in rows]


def _example(snapshot: Snapshot, page: str) -> ExamplePage:
    row = snapshot.find_page(page)
    show = snapshot.paths.show_path
    return ExamplePage(id=page, path=show(row.path), url=show(row.url))


def describe_fields(
    snapshot: Snapshot, entry: TemplateEntry, pages: list[ExamplePage]
) -> Iterator[ColumnAnswer]:
    """The columns of both tiers as they are shown; then those that edits hide."""
    shown = snapshot.workspace.templates[entry.name]
    tables = {
        (table.part, table.tier): table.name
        for table in snapshot.workspace.stored_tables.values()
        if table.template == entry.name and table.tier is not None
    }
    for tier in (1, 2) if shown.first is not None else (2,):
        record = snapshot.record(pages[0].id, tier) if pages else None
        xpaths = record.xpaths if isinstance(record, Record) else {}
        template = shown.of_tier(tier)
        parts = {"": template.fields, **{name: one.fields for name, one in template.all_tables()}}
        for part, fields in parts.items():
            place = (part, tier)
            if place in tables:
                yield from (_describe(one, tables[place], place, xpaths) for one in fields)
    yield from _describe_hidden(snapshot, entry, tables)


def _describe_hidden(
    snapshot: Snapshot, entry: TemplateEntry, tables: dict[tuple[str, int], str]
) -> Iterator[ColumnAnswer]:
    """The columns that edits hide, so that they can come back."""
    views = snapshot.workspace.views
    view = views.by_name.get(entry.name) if views else None
    for tier in (1, 2) if view else ():
        assert view is not None
        for table in view.tables(tier):
            place = (view.shown_part(table), tier)
            for column in table.columns:
                is_column = not column.is_part and not column.field.is_noise
                if place in tables and is_column and column.is_hidden:
                    field = replace(column.field, name=column.name)
                    yield _describe(field, tables[place], place, {}, is_shown=False)


def _describe(
    field: TemplateField,
    table: str,
    place: tuple[str, int],
    xpaths: dict[str, Any],
    *,
    is_shown: bool = True,
) -> ColumnAnswer:
    part, tier = place
    family = field.selectors[0].family if field.selectors else ""
    return ColumnAnswer(
        name=field.name,
        field=field.id,
        type=field.type,
        is_list=field.is_list,
        table=table,
        part=part,
        tier=tier,
        shown=is_shown,
        fill=field.fill,
        examples=list(field.examples),
        selector=family,
        found_by=WAYS.get(family, ""),
        source=field.source,
        xpath=_find_xpath(xpaths, [*filter(None, part.split(".")), field.name]),
    )


def _find_xpath(found: Any, names: list[str]) -> str | None:
    """The first place of a column, inside the first rows of its part."""
    for name in names:
        while isinstance(found, list):
            found = found[0] if found else None
        found = found.get(name) if isinstance(found, dict) else None
    while isinstance(found, list):
        found = found[0] if found else None
    return found if isinstance(found, str) else None


@router.get("/templates")
def get_templates(snapshot: AskedSnapshot) -> TemplatesAnswer:
    """All templates."""
    tables = tables_by_template(snapshot)
    fits = _fits(snapshot)
    return TemplatesAnswer(
        templates=[
            describe_line(snapshot, entry, fits.get(entry.name), tables.get(entry.name, []))
            for entry in snapshot.templates.values()
        ]
    )


def describe_line(
    snapshot: Snapshot, entry: TemplateEntry, fit: float | None, tables: list[TableLine]
) -> TemplateLine:
    """A template in one line."""
    return TemplateLine(
        id=entry.id,
        name=entry.name,
        site=snapshot.paths.show(entry.site),
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
