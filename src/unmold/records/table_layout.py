"""Lays out the records of a template as flat tables with columns.

A column is named after its field and holds what the field's type allows: an integer for a whole
number, a double for another or the amount of a price, a date, a boolean, an absolute address, else
the text. Where a text may fail to read as its type, `FIELD_text` keeps it as shown, and
`FIELD_currency` is a price's other half. A field with several values is a list in each of its
columns. `record_tables` fills them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from unmold.templates.model import Field, Table, Template
from unmold.templates.naming import UniqueNames

if TYPE_CHECKING:
    import pyarrow as pa

PARTS = ("values", "raw", "typed", "xpaths")
ROOT = "records"

HEAD = {
    "_record": "int64",
    "_path": "string",
    "_url": "string",
    "_site": "string",
    "_template": "string",
    "_score": "float64",
    "_problems": "list<string>",
}


@dataclass(frozen=True, slots=True)
class TableColumn:
    """One column of a flat table."""

    name: str
    key: str
    """The field that it is made of."""

    part: str
    """The part of a record that it is read from."""

    arrow_type: str
    """The name of its Arrow type; that of its items, if it is a list."""

    convert: Callable[[Any], Any]
    is_list: bool

    @property
    def is_currency(self) -> bool:
        """Whether it is the other half of a price."""
        return self.convert is _currency

    def read(self, value: Any) -> Any:
        """The value of a record as this column holds it."""
        if value is None or not self.is_list:
            return None if value is None else self.convert(value)
        return [None if item is None else self.convert(item) for item in value]


@dataclass(frozen=True)
class RecordTable:
    """The layout of one flat table, and of those of the repeats inside it."""

    name: str
    """`records`, or the names of tables from there on, joined by dots."""

    key: str
    """The name of its rows in their record or parent row."""

    number: str
    """Its place in the template, for file names: empty, `1`, `1-2`."""

    keys: tuple[str, ...]
    columns: tuple[TableColumn, ...]
    children: tuple[RecordTable, ...]
    template: str

    def walk(self) -> Iterator[RecordTable]:
        """The table itself and all inside it, a table before what it holds."""
        waiting = [self]
        while waiting:
            table = waiting.pop()
            yield table
            waiting.extend(reversed(table.children))

    @cached_property
    def schema(self) -> pa.Schema:
        """Names and types of all columns; the table's own name is in the metadata."""
        import pyarrow as pa

        types = _arrow_types()
        fields = [pa.field(key, types[HEAD.get(key, "int64")]) for key in self.keys]
        fields += [pa.field(column.name, arrow_type_of(column)) for column in self.columns]
        return pa.schema(fields, {"unmold.table": self.name, "unmold.template": self.template})


def head_type(name: str) -> pa.DataType:
    """The Arrow type of a column that is about pages."""
    return _arrow_types()[HEAD[name]]


def arrow_type_of(column: TableColumn) -> pa.DataType:
    """The Arrow type of a column."""
    import pyarrow as pa

    found = _arrow_types()[column.arrow_type]
    return pa.list_(found) if column.is_list else found


def lay_out_tables(
    template: Template, *, include_noise: bool = False, with_sources: bool = False
) -> RecordTable:
    """The root table of a template's records, with all others inside it."""

    def columns(fields: Sequence[Field]) -> tuple[TableColumn, ...]:
        kept = [field for field in fields if include_noise or not field.is_noise]
        return name_columns(kept, template.tier > 1, with_sources)

    def lay_out(table: Table, place: int, parent: str, number: str, depth: int) -> RecordTable:
        name, number = f"{parent}.{table.name}", f"{number}-{place}" if number else str(place)
        inside = tuple(
            lay_out(child, at, name, number, depth + 1) for at, child in enumerate(table.tables, 1)
        )
        keys = ("_record", "_row") if depth == 1 else ("_record", "_parent", "_row")
        own = columns(table.fields)
        return RecordTable(name, table.name, number, keys, own, inside, template.name)

    children = tuple(lay_out(child, at, ROOT, "", 1) for at, child in enumerate(template.tables, 1))
    return RecordTable(ROOT, "", "", tuple(HEAD), columns(template.fields), children, template.name)


def name_columns(
    fields: Sequence[Field], with_texts: bool, with_sources: bool = False
) -> tuple[TableColumn, ...]:
    """The columns of fields; a field's own name is never taken by a further column of another."""
    names = UniqueNames()
    for field in fields:
        names.take(field.name)
    return tuple(
        column for field in fields for column in _columns_of(field, names, with_texts, with_sources)
    )


def _columns_of(
    field: Field, names: UniqueNames, with_texts: bool, with_sources: bool
) -> Iterator[TableColumn]:
    arrow_type, convert = _TYPED.get(field.type, ("string", str))
    if field.type == "number" and field.is_whole:
        arrow_type, convert = "int64", _whole
    part = "values" if field.type == "text" else "typed"
    yield TableColumn(field.name, field.name, part, arrow_type, convert, field.is_list)
    further: list[tuple[str, str, Callable[[Any], Any]]] = []
    if field.type == "price" and with_texts:
        further.append(("currency", "typed", _currency))
    if field.type in _TYPED and with_texts:
        further.append(("text", "values", str))
    if with_sources:
        further += [("raw", "raw", str), ("xpath", "xpaths", str)]
    for suffix, source, read in further:
        name = names.take(f"{field.name}_{suffix}")
        yield TableColumn(name, field.name, source, "string", read, field.is_list)


@dataclass(frozen=True, slots=True)
class TierLayouts:
    """All tables of a template's records: to lay them out takes as long as to write some."""

    first: RecordTable
    second: RecordTable
    texts: RecordTable
    """The texts from which columns of the first tier were read."""

    @classmethod
    def of(cls, template: Template) -> TierLayouts:
        """Those of both tiers of a template."""
        first = lay_out_tables(template.best)
        return cls(first, lay_out_tables(template), lay_out_texts(first))


def lay_out_texts(root: RecordTable) -> RecordTable:
    """The tables of texts as shown, of columns that hold what was read from them."""

    def texts(table: RecordTable) -> RecordTable:
        # Addresses are read into texts, too, but nothing is lost of them.
        kept = [one for one in table.columns if one.part == "typed" and one.arrow_type != "string"]
        columns = [replace(one, part="values", arrow_type="string", convert=str) for one in kept]
        inside = tuple(texts(child) for child in table.children)
        return replace(table, columns=tuple(columns), children=inside)

    return texts(root)


def _whole(number: float) -> int | None:
    """A whole number; one with a fraction, which no page of the sample had, is only a text."""
    return int(number) if number == int(number) else None


def _amount(price: dict[str, Any]) -> float:
    return float(price["amount"])


def _currency(price: dict[str, Any]) -> str:
    return str(price["currency"])


_TYPED: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "number": ("float64", float),
    "price": ("float64", _amount),
    "date": ("date", date.fromisoformat),
    "boolean": ("boolean", bool),
}
"""For types whose texts may fail to read: the Arrow type, and how a typed value becomes it."""


@cache
def _arrow_types() -> dict[str, pa.DataType]:
    import pyarrow as pa

    return {
        "string": pa.string(),
        "float64": pa.float64(),
        "int64": pa.int64(),
        "date": pa.date32(),
        "boolean": pa.bool_(),
        "list<string>": pa.list_(pa.string()),
    }
