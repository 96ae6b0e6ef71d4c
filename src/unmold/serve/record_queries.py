"""Builds queries over record tables: columns, filters, order, and where an answer goes on.

A request names columns, which must be those of the table, and gives values, which become
parameters. Rows are found first, by the columns that decide, and read then; so a page of a million
records costs no more than the columns that were filtered and sorted by.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import Any, NamedTuple

from unmold.serve.api.asked import bad_cursor, read_cursor, write_cursor
from unmold.serve.live import Snapshot, TemplateEntry
from unmold.serve.problems import ProblemError, not_found
from unmold.serve.queries import ROW, quote
from unmold.store import StoredTable
from unmold.templates.model import Field

OPERATORS = {"eq": "=", "ne": "<>", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
TEXT_OPERATORS = ("contains", "empty", "filled")
FACET = 20
"""The commonest values of a column that are listed."""

HIDDEN = ("_key", "_path", "_template", "_problems")
"""Keys and paths say where pages lie; of a page that is asked for by its id there is the rest."""

NUMBERS = ("int8", "int32", "int64", "float", "double")


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column of a table that is queried."""

    name: str
    type: str
    """What it means: `text`, `number`, `price`, `date`, `url`, `image` or `boolean`."""

    stored: str
    """What the file holds: the name of an Arrow type, of its items if it is a list."""

    is_list: bool
    field: str | None
    """The id of the field that it is; None for what only goes with one, as a currency."""

    @property
    def sorted_by(self) -> str:
        """What rows are put in order by."""
        name = quote(self.name)
        return f"array_to_string({name}, ', ')" if self.is_list else name

    @property
    def empty(self) -> str:
        """The condition that it holds nothing."""
        name = quote(self.name)
        if self.is_list:
            return f"({name} IS NULL OR len({name}) = 0)"
        return f"({name} IS NULL OR {name} = '')" if self.stored == "string" else f"{name} IS NULL"

    def read(self, text: str) -> Any:
        """A value of a request as the column has it."""
        try:
            if self.stored in NUMBERS:
                return _read_number(text)
            if self.stored == "bool":
                return {"true": True, "false": False}[text.lower()]
            if self.stored.startswith("date32"):
                return date.fromisoformat(text)
            if self.stored.startswith("timestamp"):
                return datetime.fromisoformat(text)
        except (ValueError, KeyError, OverflowError):
            raise ProblemError(
                422,
                f"{text[:80]!r} is no value of the column {self.name!r}",
                f"it holds values of the type {self.type}",
            ) from None
        return text


def _read_number(text: str) -> float | int:
    if text.lstrip("+-").isdecimal() and text.isascii() and len(text) < 19:
        return int(text)
    found = float(text)
    if not math.isfinite(found):
        raise ValueError(text)
    return found


class Order(NamedTuple):
    """The column by which rows are put in order."""

    column: TableColumn
    is_falling: bool


@dataclass(frozen=True)
class RecordTable:
    """One table of a template, ready to be queried."""

    snapshot: Snapshot
    entry: TemplateEntry
    stored: StoredTable
    tier: int

    @cached_property
    def columns(self) -> dict[str, TableColumn]:
        """By name what can be asked for."""
        fields = self._fields()
        found = {}
        for one in self.stored.schema:
            if one.name in HIDDEN:
                continue
            is_list = str(one.type).startswith("list")
            kind = str(one.type.value_type if is_list else one.type)
            field = fields.get(one.name)
            type = field.type if field else _type_of(kind)
            known = field.id if field else None
            found[one.name] = TableColumn(one.name, type, kind, is_list, known)
        return found

    def _fields(self) -> dict[str, Field]:
        """By name the fields of the table."""
        template = self.snapshot.workspace.templates[self.entry.name].of_tier(self.tier)
        if not self.stored.part:
            return {one.name: one for one in template.fields}
        for name, table in template.all_tables():
            if name == self.stored.part:
                return {one.name: one for one in table.fields}
        return {}

    @property
    def relation(self) -> str:
        return self.snapshot.queries.relation(self.stored)

    def column(self, name: str) -> TableColumn:
        """The column of a name."""
        if name not in self.columns:
            raise ProblemError(
                422,
                f"the table has no column {name[:80]!r}",
                f"it has {', '.join(list(self.columns)[:30])}",
            )
        return self.columns[name]

    def choose(self, asked: str | None) -> list[TableColumn]:
        """The columns that are asked for; all but what is about the page, if none is."""
        if asked is None:
            return [one for name, one in self.columns.items() if not name.startswith("_")]
        return [self.column(name) for name in dict.fromkeys(asked.split(",")) if name]

    def order(self, sort: str | None) -> Order | None:
        """What `sort` asks for: a column, falling if a minus stands before it."""
        if not sort:
            return None
        if sort not in self.columns and sort.startswith("-"):
            return Order(self.column(sort[1:]), True)
        return Order(self.column(sort), False)


def _type_of(kind: str) -> str:
    if kind in NUMBERS:
        return "number"
    if kind == "bool":
        return "boolean"
    return "date" if kind.startswith(("date", "timestamp")) else "text"


def find_table(snapshot: Snapshot, template: str, part: str, tier: int) -> RecordTable:
    """A table of the template with an id."""
    entry = snapshot.template(template)
    for stored in snapshot.workspace.stored_tables.values():
        if (stored.template, stored.part, stored.tier) == (entry.name, part, tier):
            return RecordTable(snapshot, entry, stored, tier)
    raise not_found(
        "the template has no such table",
        f"GET /api/v1/templates/{entry.id} lists its tables",
    )


@dataclass(frozen=True, slots=True)
class Condition:
    """What rows must fulfil: SQL with question marks, and what stands for these."""

    text: str
    parameters: tuple[Any, ...] = ()


def parse_filters(table: RecordTable, filters: Sequence[str]) -> list[Condition]:
    """What the `where` of a request mean."""
    return [_parse_filter(table, text) for text in filters]


def _parse_filter(table: RecordTable, text: str) -> Condition:
    column, rest = _split_column(table, text)
    operator, _, value = rest.partition(":")
    if operator in ("empty", "filled") and not value:
        return Condition(column.empty if operator == "empty" else f"NOT {column.empty}")
    if operator == "contains":
        return _contains(column, value)
    if operator in OPERATORS:
        return _compare(column, operator, value)
    known = ", ".join((*OPERATORS, *TEXT_OPERATORS))
    raise ProblemError(
        422, f"{text[:80]!r} is no filter", f"write COLUMN:OPERATOR:VALUE, with one of {known}"
    )


def _split_column(table: RecordTable, text: str) -> tuple[TableColumn, str]:
    """The column that a filter begins with; its name may hold a colon."""
    names = [name for name in table.columns if text.startswith(f"{name}:")]
    if not names:
        table.column(text.partition(":")[0])
        raise ProblemError(422, f"{text[:80]!r} is no filter", "write COLUMN:OPERATOR:VALUE")
    name = max(names, key=len)
    return table.columns[name], text[len(name) + 1 :]


def _contains(column: TableColumn, value: str) -> Condition:
    name = quote(column.name)
    shown = f"array_to_string({name}, chr(10))" if column.is_list else f"CAST({name} AS VARCHAR)"
    return Condition(f"contains(lower({shown}), lower(?))", (value,))


def _compare(column: TableColumn, operator: str, text: str) -> Condition:
    name, value = quote(column.name), column.read(text)
    if not column.is_list:
        # Rows without a value are unlike every value.
        rest = f" OR {name} IS NULL" if operator == "ne" else ""
        return Condition(f"({name} {OPERATORS[operator]} ?{rest})", (value,))
    if operator == "eq":
        return Condition(f"list_contains({name}, ?)", (value,))
    if operator == "ne":
        return Condition(f"NOT coalesce(list_contains({name}, ?), false)", (value,))
    raise ProblemError(
        422,
        f"the column {column.name!r} holds lists, which are neither less nor more than a value",
        "use eq, ne, contains, empty or filled",
    )


def join_conditions(conditions: Sequence[Condition]) -> tuple[str, list[Any]]:
    """All conditions as one clause."""
    if not conditions:
        return "", []
    parameters = [value for one in conditions for value in one.parameters]
    return f"WHERE {' AND '.join(one.text for one in conditions)}", parameters


def write_order(order: Order | None) -> str:
    """The clause by which rows are put in order; those without a value come last."""
    if order is None:
        return f"ORDER BY {quote(ROW)}"
    way = "DESC" if order.is_falling else "ASC"
    return f"ORDER BY {order.column.sorted_by} {way} NULLS LAST, {quote(ROW)}"


def cursor_after(order: Order | None, row: int, value: Any) -> str:
    """Where an answer ended: the row, and the value by which it was put in order."""
    if order is None:
        return write_cursor([row])
    shown = value.isoformat() if isinstance(value, date | datetime) else value
    return write_cursor([row, order.column.name, order.is_falling, shown])


def continue_after(order: Order | None, cursor: str) -> Condition:
    """The condition of the rows behind a cursor."""
    place = read_cursor(cursor)
    row = quote(ROW)
    if not isinstance(place, list) or not place or not _is_row(place[0]):
        raise bad_cursor()
    if order is None:
        if len(place) != 1:
            raise bad_cursor()
        return Condition(f"{row} > ?", (place[0],))
    if len(place) != 4 or place[1:3] != [order.column.name, order.is_falling]:
        raise bad_cursor()
    by = order.column.sorted_by
    if place[3] is None:
        return Condition(f"({by} IS NULL AND {row} > ?)", (place[0],))
    value = _read_sorted(order.column, place[3])
    sign = "<" if order.is_falling else ">"
    condition = f"({by} {sign} ? OR ({by} = ? AND {row} > ?) OR {by} IS NULL)"
    return Condition(condition, (value, value, place[0]))


def _is_row(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 62


def _read_sorted(column: TableColumn, value: Any) -> Any:
    """The value of a cursor as the column has it."""
    if column.is_list or column.stored == "string":
        if not isinstance(value, str):
            raise bad_cursor()
        return value
    if isinstance(value, bool | int | float):
        is_bool = column.stored == "bool"
        if is_bool != isinstance(value, bool) or (not is_bool and column.stored not in NUMBERS):
            raise bad_cursor()
        if isinstance(value, float) and not math.isfinite(value):
            raise bad_cursor()
        if isinstance(value, int) and abs(value) >= 1 << 63:
            raise bad_cursor()
        return value
    if not isinstance(value, str) or column.stored in (*NUMBERS, "bool"):
        raise bad_cursor()
    try:
        return column.read(value)
    except ProblemError:
        raise bad_cursor() from None
