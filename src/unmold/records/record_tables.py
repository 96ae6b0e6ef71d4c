"""Makes flat Arrow tables, joined by key, of the records of one template.

The root table has one row for each record, and every child table, at whatever depth, one row for
each of its own. `_record` numbers the records; a child's `_row` numbers its rows within the record,
and the `_parent` of a table within a table is the `_row` of its parent row. What unmold adds begins
with an underscore, which no field's name does.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any

from unmold.arrow_arrays import make_array
from unmold.records.arrays import FieldColumn, RecordArrays
from unmold.records.record import Record
from unmold.records.table_layout import (
    PARTS,
    RecordTable,
    TableColumn,
    head_type,
    lay_out_tables,
)
from unmold.templates.model import Template

if TYPE_CHECKING:
    import pyarrow as pa

BATCH_ROWS = 8192
"""Rows of one table that are held before all tables are handed on."""

Parts = dict[str, dict[str, Any]]
"""By part of a record (`values`, `typed`, ...): its values by field."""


def records_to_tables(
    template: Template,
    records: Iterable[Record],
    *,
    include_noise: bool = False,
    with_sources: bool = False,
) -> dict[str, pa.Table]:
    """All records as tables by name: `records`, and `records.CHILD` for each child table.

    >>> from unmold import extract_records, induce_template
    >>> pages = [f"<h1>Book {n}</h1><p>Price: <b>${n}.50</b></p>".encode() for n in range(5, 9)]
    >>> template = induce_template(pages)
    >>> tables = records_to_tables(template, extract_records(template, pages))
    >>> tables["records"].select(["_record", "title", "price", "price_currency"]).to_pylist()[0]
    {'_record': 0, 'title': 'Book 5', 'price': 5.5, 'price_currency': 'USD'}
    """
    import pyarrow as pa

    batches = list(
        stream_tables(template, records, include_noise=include_noise, with_sources=with_sources)
    )
    return {name: pa.concat_tables([batch[name] for batch in batches]) for name in batches[0]}


def stream_tables(
    template: Template,
    records: Iterable[Record],
    *,
    include_noise: bool = False,
    with_sources: bool = False,
    first_record: int = 0,
) -> Iterator[dict[str, pa.Table]]:
    """The same in batches of bounded size; at least one, and each has all tables.

    `with_sources` adds the raw text and the XPath of every value. `first_record` is the number of
    the first record, for who goes on where an earlier stream ended.
    """
    root = lay_out_tables(template, include_noise=include_noise, with_sources=with_sources)
    batch = TableBatch(root)
    for number, record in zip(count(first_record), records):
        batch.add(number, record)
        if batch.longest >= BATCH_ROWS:
            yield batch.take()
    if batch.longest or not batch.is_taken:
        yield batch.take()


def arrays_to_tables(
    root: RecordTable, arrays: RecordArrays, head: Mapping[str, pa.Array]
) -> dict[str, pa.Table]:
    """The records of a batch as tables by name, numbered from 0; `head` is about their pages."""
    import pyarrow as pa

    made = {}
    rows = [None, *arrays.tables]
    for table, own, columns in zip(root.walk(), rows, arrays.columns, strict=True):
        by_key = {column.field.name: column for column in columns}
        if own is None:
            keys = {**head, "_record": make_head("_record", range(arrays.count))}
        else:
            numbers = {"_record": own.records, "_parent": own.parents, "_row": own.rows}
            keys = {key: make_array(numbers[key], pa.int64()) for key in table.keys}
        schema = table.schema
        arrow = [keys[key] for key in table.keys]
        arrow += [_column_array(column, by_key[column.key]) for column in table.columns]
        made[table.name] = pa.Table.from_arrays(arrow, schema=schema)
    return made


def make_head(name: str, values: Sequence[Any]) -> pa.Array:
    """A column of the root table that is about pages."""
    return make_array(values, head_type(name))


def _column_array(column: TableColumn, found: FieldColumn) -> pa.Array:
    """What a column of a table holds of its field."""
    if column.part == "typed":
        return found.currencies if column.is_currency else found.typed
    array: pa.Array = getattr(found, column.part)
    return array


def texts_to_tables(root: RecordTable, arrays: RecordArrays) -> dict[str, pa.Table]:
    """The texts of columns that hold what was read from them, by name of their table.

    `root` is what `lay_out_texts` gives. Each has a row for each row of its table; a table that has
    no such column is left out.
    """
    import pyarrow as pa

    made = {}
    rows = [None, *arrays.tables]
    for table, own, columns in zip(root.walk(), rows, arrays.columns, strict=True):
        if not table.columns:
            continue
        by_key = {column.field.name: column for column in columns}
        numbers = range(arrays.count) if own is None else own.records
        found = {"_record": make_array(numbers, pa.int64())}
        found |= {column.name: by_key[column.key].values for column in table.columns}
        made[table.name] = pa.table(found)
    return made


class TableBatch:
    """The rows of all tables that are not handed on yet."""

    def __init__(self, root: RecordTable) -> None:
        self.root = root
        self.tables = list(root.walk())
        self.is_taken = False
        self.longest = 0
        self._rows: dict[str, list[list[Any]]] = {}
        self._clear()

    def add(self, number: int, record: Record) -> None:
        """Add a record and all rows inside it."""
        parts = {part: getattr(record, part) for part in PARTS}
        head = (number, record.path, record.url, record.site, record.template, record.score)
        self._append(self.root, (*head, record.problems), parts)
        counters = {table.name: count() for table in self.tables}
        # First in, first out: so the rows of every table stay in the order of the page.
        waiting: deque[tuple[RecordTable, tuple[int, ...], Parts]] = deque(
            (child, (number,), parts) for child in self.root.children
        )
        while waiting:
            table, keys, parent = waiting.popleft()
            for row in _rows(parent, table.key):
                place = next(counters[table.name])
                self._append(table, (*keys, place), row)
                waiting.extend((child, (number, place), row) for child in table.children)

    def take(self) -> dict[str, pa.Table]:
        """Hand on all rows as tables, and begin anew."""
        import pyarrow as pa

        made = {}
        for table in self.tables:
            columns = zip(self._rows[table.name], table.schema.types, strict=True)
            arrays = [pa.array(values, type=arrow_type) for values, arrow_type in columns]
            made[table.name] = pa.Table.from_arrays(arrays, schema=table.schema)
        self.is_taken = True
        self._clear()
        return made

    def _append(self, table: RecordTable, head: tuple[Any, ...], parts: Parts) -> None:
        columns = self._rows[table.name]
        cells = [column.read(parts[column.part].get(column.key)) for column in table.columns]
        for values, value in zip(columns, (*head, *cells), strict=True):
            values.append(value)
        self.longest = max(self.longest, len(columns[0]))

    def _clear(self) -> None:
        self.longest = 0
        self._rows = {table.name: [[] for _ in table.schema.names] for table in self.tables}


def _rows(parts: Parts, key: str) -> list[Parts]:
    """The rows of a child table inside a record or a row, part by part."""
    columns = {part: values.get(key) or [] for part, values in parts.items()}
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
