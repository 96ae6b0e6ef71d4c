"""`/templates/ID/records`: the rows of a table; what is shown of them is in the address."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from starlette.responses import RedirectResponse

from unmold.serve.api.asked import AskedSnapshot, Offset, TemplateId
from unmold.serve.api.records import count_values
from unmold.serve.live import Snapshot
from unmold.serve.record_queries import RecordTable, TableColumn, find_table, parse_filters
from unmold.serve.record_rows import read_records
from unmold.serve.views.cells import NUMBERS, Cell, describe_cell, show_value
from unmold.serve.views.rendering import ViewRoute, address_of_template, render, with_query

router = APIRouter(route_class=ViewRoute)

ROWS = 100
"""Rows of one page of results. A guess: more than a screen, less than a megabyte."""

WAYS = (
    ("contains", "contains", "text url image list"),
    ("eq", "is", ""),
    ("ne", "is not", ""),
    ("gt", "is more than", "number price date"),
    ("ge", "is at least", "number price date"),
    ("lt", "is less than", "number price date"),
    ("le", "is at most", "number price date"),
    ("filled", "is there", ""),
    ("empty", "is missing", ""),
)
"""What a filter can ask, in words, and of columns of which types; of all if none is named."""

_WORDS = {name: words for name, words, _ in WAYS}


@dataclass(frozen=True, slots=True)
class State:
    """What an address says about the rows that are shown."""

    path: str
    part: str = ""
    tier: int = 1
    columns: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    sort: str = ""
    facet: str = ""
    offset: int = 0

    @property
    def parameters(self) -> list[tuple[str, str]]:
        return [
            ("part", self.part),
            ("tier", "2" if self.tier == 2 else ""),
            ("columns", ",".join(self.columns)),
            *(("where", one) for one in self.where),
            ("sort", self.sort),
            ("facet", self.facet),
            ("offset", str(self.offset) if self.offset else ""),
        ]

    @property
    def filled(self) -> list[tuple[str, str]]:
        return [(name, value) for name, value in self.parameters if value]

    @property
    def link(self) -> str:
        return with_query(self.path, self.parameters)


@router.get("/templates/{template}/records")
def show_records(
    request: Request,
    snapshot: AskedSnapshot,
    template: TemplateId,
    part: str = "",
    tier: Annotated[int, Query(ge=1, le=2)] = 1,
    columns: str = "",
    column: Annotated[list[str] | None, Query()] = None,
    where: Annotated[list[str] | None, Query()] = None,
    sort: str = "",
    facet: str = "",
    offset: Offset = 0,
    filter_column: str = "",
    filter_how: str = "",
    filter_value: str = "",
) -> Response:
    """The rows of a table: sorted, filtered, some of their columns, a hundred at a time."""
    state = State(
        address_of_template(template, "/records"),
        part,
        tier,
        tuple(column) if column is not None else tuple(filter(None, columns.split(","))),
        tuple(where or ()),
        sort,
        facet,
        offset,
    )
    if filter_how and filter_column:
        added = f"{filter_column}:{filter_how}:{filter_value}"
        state = replace(state, where=(*state.where, added), offset=0)
    if column is not None or filter_how:
        return RedirectResponse(state.link, 303)
    return render(
        request, "view_records.html.jinja", view=describe_records(snapshot, template, state)
    )


def describe_records(snapshot: Snapshot, template: str, state: State) -> SimpleNamespace:
    """All that the view shows."""
    table = find_table(snapshot, template, state.part, state.tier)
    columns = table.choose(",".join(state.columns) or None)
    everything = table.choose(None)
    conditions = parse_filters(table, state.where)
    found = read_records(
        table,
        columns,
        conditions,
        table.order(state.sort or None),
        after=None,
        offset=state.offset,
        limit=ROWS,
    )
    names = {one.name for one in columns}
    titles = _title_pages(snapshot, found.page_ids)
    return SimpleNamespace(
        template=table.entry.name,
        template_id=table.entry.id,
        table=table.stored.name,
        path=state.path,
        tier=state.tier,
        total=found.total,
        tabs=_describe_tabs(table, state),
        columns=[_describe_column(one, state) for one in columns],
        all_columns=[
            SimpleNamespace(name=one.name, type=_show_type(one), chosen=one.name in names)
            for one in everything
        ],
        hidden=len(everything) - len(names),
        link_all_columns=replace(state, columns=()).link,
        kept=replace(state, offset=0).filled,
        kept_without_columns=replace(state, columns=(), offset=0).filled,
        filter_column=state.facet,
        ways=WAYS,
        filters=[_describe_filter(number, state) for number in range(len(state.where))],
        link_no_filters=replace(state, where=(), offset=0).link,
        tier_link=State(state.path, tier=3 - state.tier).link,
        downloads=_describe_downloads(template, state),
        rows=[
            _describe_row(row, page, titles, columns)
            for row, page in zip(found.rows, found.page_ids, strict=True)
        ],
        pager=_describe_pager(found.total, len(found.rows), state),
        facet=_describe_facet(table, state) if state.facet in table.columns else None,
    )


def _show_type(column: TableColumn) -> str:
    return f"{column.type}, list" if column.is_list else column.type


def _title_pages(snapshot: Snapshot, pages: list[str]) -> dict[str, str]:
    """By id of each page its address without what all pages of the site share."""
    titles = {}
    for page in dict.fromkeys(pages):
        found = snapshot.find_page(page) if page else None
        address = snapshot.paths.show_path(found.url or found.path) if found else ""
        titles[page] = address.rstrip("/").rpartition("/")[2] or address
    return titles


def _describe_row(
    row: list[Any], page: str, titles: dict[str, str], columns: list[TableColumn]
) -> SimpleNamespace:
    cells: list[Cell] = [
        describe_cell(value, column.type) for value, column in zip(row, columns, strict=True)
    ]
    return SimpleNamespace(
        link=f"/pages/{page}" if page else "", title=titles[page] or "page", cells=cells
    )


def _describe_column(column: TableColumn, state: State) -> SimpleNamespace:
    """A head: pressed once it sorts, twice the other way, three times not at all."""
    name = column.name
    sorts = {name: f"-{name}", f"-{name}": ""}
    ways = {name: "ascending", f"-{name}": "descending"}
    return SimpleNamespace(
        name=name,
        type=_show_type(column),
        kind="list" if column.is_list else column.type,
        is_number=column.type in NUMBERS and not column.is_list,
        is_key=column.field is None,
        sorted=ways.get(state.sort),
        sort_link=replace(state, sort=sorts.get(state.sort, name), offset=0).link,
        facet_link=replace(state, facet=name, offset=0).link,
    )


def _describe_tabs(table: RecordTable, state: State) -> list[SimpleNamespace]:
    """The tables of the template in the same tier."""
    stored = table.snapshot.workspace.stored_tables.values()
    own = [one for one in stored if (one.template, one.tier) == (table.entry.name, state.tier)]
    return [
        SimpleNamespace(
            text=one.part or table.entry.name,
            count=len(one),
            chosen=one.part == state.part,
            link=State(state.path, one.part, state.tier).link,
        )
        for one in sorted(own, key=lambda one: bool(one.part))
    ]


def _describe_filter(number: int, state: State) -> SimpleNamespace:
    column, _, rest = state.where[number].partition(":")
    how, _, value = rest.partition(":")
    others = (*state.where[:number], *state.where[number + 1 :])
    return SimpleNamespace(
        text=" ".join(filter(None, (column, _WORDS.get(how, how), value))),
        link=replace(state, where=others, offset=0).link,
    )


def _describe_downloads(template: str, state: State) -> list[tuple[str, str]]:
    """All rows that the filters leave, in the order that is shown."""
    asked = [one for one in state.parameters if one[0] not in ("facet", "offset")]
    base = f"/api/v1{address_of_template(template)}/records"
    return [
        (name, with_query(f"{base}.{end}", asked))
        for name, end in (("CSV", "csv"), ("JSON Lines", "jsonl"), ("Parquet", "parquet"))
    ]


def _describe_pager(total: int, shown: int, state: State) -> SimpleNamespace:
    first, last = state.offset + 1, state.offset + shown
    before = replace(state, offset=max(state.offset - ROWS, 0)).link
    return SimpleNamespace(
        words=f"rows {first:,} to {last:,} of {total:,}" if shown else "no rows",
        previous=before if state.offset else "",
        next=replace(state, offset=last).link if last < total else "",
    )


def _describe_facet(table: RecordTable, state: State) -> SimpleNamespace:
    """The commonest values of a column among the rows that the filters leave."""
    column = table.columns[state.facet]
    entries = []
    found = count_values(table, column, parse_filters(table, state.where))
    for one in found["values"]:
        value = one["value"]
        asked = f"{column.name}:eq:{str(value).lower() if isinstance(value, bool) else value}"
        added = state.where if asked in state.where else (*state.where, asked)
        entries.append(
            SimpleNamespace(
                text=show_value(value),
                count=one["count"],
                chosen=asked in state.where,
                link=replace(state, where=added, offset=0).link,
            )
        )
    return SimpleNamespace(column=column.name, entries=entries, close=replace(state, facet="").link)
