"""`GET /templates/ID/records`: the rows of a template's tables, filtered and in order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import JSONResponse, Response

from unmold.serve.api.asked import USUAL, After, AskedSnapshot, Limit, Offset, TemplateId, Tier
from unmold.serve.live import Snapshot
from unmold.serve.problems import ProblemError, describe_problems
from unmold.serve.queries import quote
from unmold.serve.record_queries import (
    FACET,
    Condition,
    Order,
    RecordTable,
    TableColumn,
    find_table,
    join_conditions,
    parse_filters,
)
from unmold.serve.record_rows import plain, read_records
from unmold.serve.record_streams import FORMS, stream_records
from unmold.serve.streams import BoundedStream, StreamRoom

router = APIRouter(tags=["records"], responses={**USUAL, **describe_problems(404)})

Part = Annotated[str, Query(description="A repeated part; empty for the records themselves.")]
Columns = Annotated[
    str | None, Query(max_length=20_000, description="Names of columns, with commas between.")
]
Where = Annotated[
    list[str],
    Query(
        max_length=50,
        description="COLUMN:OPERATOR:VALUE; the operators are eq, ne, lt, le, gt, ge, contains, "
        "empty and filled.",
    ),
]
Sort = Annotated[
    str | None, Query(max_length=500, description="A column; falling with a minus before it.")
]
Form = Literal["csv", "jsonl", "parquet"]


class ColumnLine(BaseModel):
    """A column of an answer."""

    name: str
    type: str
    is_list: bool
    field: str | None = Field(description="The id by which it is known for good.")


class RecordsAnswer(BaseModel):
    """Some rows of a table."""

    columns: list[ColumnLine]
    rows: list[list[Any]]
    page_ids: list[str] = Field(description="Of each row the page that says it.")
    total: int = Field(description="How many rows there are in all.")
    next: str | None = Field(description="`after` for those that follow; null at the end.")


class FacetValue(BaseModel):
    """A value, and in how many rows it is."""

    value: Any
    count: int


class FacetAnswer(BaseModel):
    """The commonest values of a column."""

    column: ColumnLine
    values: list[FacetValue]
    filled: int = Field(description="Rows that have a value.")


def describe_columns(columns: Iterable[TableColumn]) -> list[dict[str, Any]]:
    """Columns as answers have them."""
    return [
        {"name": one.name, "type": one.type, "is_list": one.is_list, "field": one.field}
        for one in columns
    ]


def _read_asked(
    snapshot: Snapshot,
    template: str,
    part: str,
    tier: int,
    columns: str | None,
    where: list[str],
    sort: str | None,
) -> tuple[RecordTable, list[TableColumn], list[Condition], Order | None]:
    table = find_table(snapshot, template, part, tier)
    return table, table.choose(columns), parse_filters(table, where), table.order(sort)


@router.get("/templates/{template}/records", response_model=RecordsAnswer)
def get_records(
    snapshot: AskedSnapshot,
    template: TemplateId,
    part: Part = "",
    tier: Tier = 1,
    columns: Columns = None,
    where: Where = [],  # noqa: B006
    sort: Sort = None,
    after: After = None,
    offset: Offset = 0,
    limit: Limit = 100,
) -> Response:
    """The rows of a table, some at a time; `after` goes on where an answer ended."""
    if after is not None and offset:
        raise ProblemError(422, "`after` and `offset` exclude each other", "give one of them")
    table, chosen, conditions, order = _read_asked(
        snapshot, template, part, tier, columns, where, sort
    )
    found = read_records(table, chosen, conditions, order, after=after, offset=offset, limit=limit)
    # Nobody validates what was just made: that would take longer than the query.
    return JSONResponse(
        {
            "columns": describe_columns(chosen),
            "rows": found.rows,
            "page_ids": found.page_ids,
            "total": found.total,
            "next": found.next,
        }
    )


_STREAMED: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "All rows, with the ids of their pages in `_page`.",
        "content": {kind.partition(";")[0]: {} for kind, _ in FORMS.values()},
    }
}


@router.get("/templates/{template}/records.{form}", response_class=Response, responses=_STREAMED)
def get_all_records(
    request: Request,
    snapshot: AskedSnapshot,
    template: TemplateId,
    form: Form,
    part: Part = "",
    tier: Tier = 1,
    columns: Columns = None,
    where: Where = [],  # noqa: B006
    sort: Sort = None,
) -> Response:
    """All rows of a query as CSV, JSON lines or Parquet, streamed."""
    table, chosen, conditions, order = _read_asked(
        snapshot, template, part, tier, columns, where, sort
    )
    room: StreamRoom = request.app.state.streams
    room.enter()
    try:
        content = stream_records(table, chosen, conditions, order, form)
        name = f"{table.stored.name}.{form}".encode("ascii", "replace").decode().replace('"', "_")
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return BoundedStream(room, content, media_type=FORMS[form][0], headers=headers)
    except BaseException:
        room.leave()
        raise


@router.get("/templates/{template}/facets/{column}", response_model=FacetAnswer)
def get_facet(
    snapshot: AskedSnapshot,
    template: TemplateId,
    column: str,
    part: Part = "",
    tier: Tier = 1,
    where: Where = [],  # noqa: B006
) -> Response:
    """The twenty commonest values of a column, among the rows that the filters leave."""
    table = find_table(snapshot, template, part, tier)
    chosen = table.column(column)
    answer = count_values(table, chosen, parse_filters(table, where))
    return JSONResponse({"column": describe_columns([chosen])[0], **answer})


def count_values(
    table: RecordTable, column: TableColumn, conditions: list[Condition]
) -> dict[str, Any]:
    """The commonest values of a column, and how many rows have one."""
    where, parameters = join_conditions([*conditions, Condition(f"NOT {column.empty}")])
    name = quote(column.name)
    value = f"unnest({name})" if column.is_list else name
    queries = table.snapshot.queries
    rows = queries.fetch(
        f"SELECT value, count(*) FROM (SELECT {value} AS value FROM {table.relation} {where}) "
        f"WHERE value IS NOT NULL GROUP BY value ORDER BY count(*) DESC, value LIMIT {FACET}",
        parameters,
    )
    filled = queries.fetch(f"SELECT count(*) FROM {table.relation} {where}", parameters)
    show = table.snapshot.paths.show_all
    values = [{"value": show(plain(value)), "count": count} for value, count in rows]
    return {"values": values, "filled": filled[0][0]}
