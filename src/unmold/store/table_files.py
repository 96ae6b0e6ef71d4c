"""Reads and writes the tables of a workspace as Parquet files that any tool can read.

A table is written beside its place, in row groups as they come, and moved there when it is whole. A
table of very many rows may be a folder of such files, which are read in the order of their names.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from operator import attrgetter, methodcaller
from pathlib import Path
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from unmold.arrow_arrays import make_array
from unmold.disk import beside, replacing
from unmold.pages.arrow_files import open_arrow_file
from unmold.store.explained_errors import explained_damage
from unmold.store.verified import verify_file

COMPRESSION = "snappy"
"""Zstandard makes files a third smaller, but writing a table takes half as long again with it."""
COMPRESSION_OF_WORK = "lz4"
"""Of what the next step reads once, and nobody else."""
ROW_GROUP = 4096
"""Rows of a row group: small enough to be held while a table is written."""
ROWS_AT_A_TIME = 256
"""Rows held at once while a table is read."""

PAGES = pa.schema(
    [
        pa.field("key", pa.string(), nullable=False),
        pa.field("path", pa.string(), nullable=False),
        pa.field("url", pa.string(), nullable=False),
        pa.field("site", pa.string(), nullable=False),
        pa.field("file", pa.string()),
        pa.field("offset", pa.int64()),
        pa.field("bytes", pa.int64(), nullable=False),
        pa.field("sha256", pa.string(), nullable=False),
        pa.field("charset", pa.string()),
        pa.field("status", pa.int32()),
        pa.field("declared_url", pa.string()),
        pa.field("inbound_source", pa.string()),
        pa.field("inbound_xpath", pa.string()),
        pa.field("soft_404", pa.bool_(), nullable=False),
        pa.field("cluster", pa.int64(), nullable=False),
        pa.field("template", pa.string()),
        pa.field("score", pa.float64()),
        pa.field("cluster_score", pa.float64()),
        pa.field("second_cluster", pa.int64()),
        pa.field("second_score", pa.float64()),
        pa.field("doubt", pa.string()),
        pa.field("problems", pa.list_(pa.string()), nullable=False),
    ]
)
CLUSTERS = pa.schema(
    [
        pa.field("cluster", pa.int64(), nullable=False),
        pa.field("site", pa.string(), nullable=False),
        pa.field("kind", pa.string(), nullable=False),
        pa.field("template", pa.string()),
        pa.field("template_id", pa.string()),
        pa.field("pages", pa.int64(), nullable=False),
        pa.field("records", pa.int64(), nullable=False),
        pa.field("example_url", pa.string(), nullable=False),
        pa.field("paths", pa.list_(pa.string()), nullable=False),
        pa.field("texts", pa.list_(pa.string()), nullable=False),
        pa.field("classes", pa.list_(pa.string()), nullable=False),
        pa.field("judged", pa.string()),
    ]
)
FIELDS = pa.schema(
    [
        pa.field("template", pa.string(), nullable=False),
        pa.field("part", pa.string()),
        pa.field("tier", pa.int8(), nullable=False),
        pa.field("id", pa.string(), nullable=False),
        pa.field("name", pa.string(), nullable=False),
        pa.field("type", pa.string(), nullable=False),
        pa.field("source", pa.string(), nullable=False),
        pa.field("fill", pa.float64(), nullable=False),
        pa.field("is_list", pa.bool_(), nullable=False),
        pa.field("is_constant", pa.bool_(), nullable=False),
        pa.field("is_noise", pa.bool_(), nullable=False),
        pa.field("examples", pa.list_(pa.string()), nullable=False),
    ]
)
RECORD_TABLES = pa.schema(
    [
        pa.field("name", pa.string(), nullable=False),
        pa.field("template", pa.string(), nullable=False),
        pa.field("part", pa.string(), nullable=False),
        pa.field("tier", pa.int8(), nullable=False),
        pa.field("file", pa.string(), nullable=False),
        pa.field("rows", pa.int64(), nullable=False),
        pa.field("columns", pa.int64(), nullable=False),
    ]
)
"""All record tables: `name` is what SQL calls one, `part` is empty for a root table."""

CHANGES = pa.schema(
    [
        pa.field("generation", pa.int64(), nullable=False),
        pa.field("template", pa.string(), nullable=False),
        pa.field("part", pa.string(), nullable=False),
        pa.field("tier", pa.int8()),
        pa.field("column", pa.string(), nullable=False),
        pa.field("change", pa.string(), nullable=False),
        pa.field("before", pa.string()),
        pa.field("after", pa.string()),
    ]
)
"""What changed about tables since the first run: `column` is empty where a whole table came or
went, `tier` is null where a template did."""

PROBLEMS = pa.schema(
    [
        pa.field("code", pa.string(), nullable=False),
        pa.field("where", pa.string(), nullable=False),
        pa.field("reason", pa.string(), nullable=False),
    ]
)
LINKS = pa.schema(
    [
        pa.field("source", pa.int64(), nullable=False),
        pa.field("position", pa.int32(), nullable=False),
        pa.field("url", pa.string(), nullable=False),
        pa.field("target", pa.int64()),
        pa.field("xpath", pa.string(), nullable=False),
        pa.field("text", pa.string(), nullable=False),
    ]
)
"""Every link on every page of a crawl; pages by their number in the order of the crawl."""

_FOUND_LATER = (
    "cluster",
    "template",
    "score",
    "cluster_score",
    "second_cluster",
    "second_score",
    "doubt",
)

WORK_PAGES = pa.schema(
    [
        *(field for field in PAGES if field.name not in (*_FOUND_LATER, "file")),
        pa.field("file", pa.binary(), nullable=False),
        pa.field("state", pa.string(), nullable=False),
        pa.field("features_file", pa.string()),
        pa.field("features_row", pa.int64()),
    ]
)
"""What reading leaves for the steps after it; names of files are bytes, as for the system."""

SCORES = pa.schema(
    [
        pa.field("key", pa.string(), nullable=False),
        pa.field("score", pa.float64()),
        pa.field("code", pa.string()),
        pa.field("reason", pa.string()),
    ]
)
"""How well each page fits its template; without a score, why it has none."""

DOCUMENTS = pa.schema(
    [
        pa.field("key", pa.string(), nullable=False),
        pa.field("document", pa.binary(), nullable=False),
        pa.field("fields", pa.list_(pa.string()), nullable=False),
    ]
)
"""What can be searched of each record, as the bytes that the index takes.

`fields` has the columns in it that no record before it in its batch has.
"""

SCHEMAS = {
    "pages": PAGES,
    "links": LINKS,
    "clusters": CLUSTERS,
    "fields": FIELDS,
    "problems": PROBLEMS,
    "tables": RECORD_TABLES,
    "changes": CHANGES,
}


def safe_text(text: str) -> str:
    """Text as Parquet can hold it: a file name need not be Unicode."""
    return (
        text
        if text.isascii()
        else text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    )


class TableWriter:
    """A table under way."""

    def __init__(self, path: Path, writer: pq.ParquetWriter, schema: pa.Schema) -> None:
        self.path = path
        self._writer = writer
        self._waiting: list[pa.Table] = []
        self._waiting_rows = 0
        self.schema = schema
        self.rows = 0

    def write_rows(self, rows: Iterable[Any]) -> None:
        """Add rows: objects with an attribute, or mappings with a key, for each column."""
        given = list(rows)
        if not given:
            return
        are_mappings = isinstance(given[0], Mapping)
        columns = []
        for name, kind in zip(self.schema.names, self.schema.types, strict=True):
            read = methodcaller("get", name) if are_mappings else attrgetter(name)
            columns.append(make_array(list(map(read, given)), kind))
        self.write(pa.Table.from_arrays(columns, schema=self.schema))

    def write(self, table: pa.Table) -> None:
        """Add rows; they are written when there are enough of them for a row group."""
        self._waiting.append(table)
        self._waiting_rows += table.num_rows
        self.rows += table.num_rows
        if self._waiting_rows >= ROW_GROUP:
            self.flush()

    def flush(self) -> None:
        if self._waiting_rows:
            self._writer.write_table(pa.concat_tables(self._waiting), ROW_GROUP)
        self._waiting.clear()
        self._waiting_rows = 0


@contextmanager
def writing_table(path: Path, schema: pa.Schema, *, is_work: bool = False) -> Iterator[TableWriter]:
    """Write a table in portions; `is_work` for what only the next step reads, once.

    Values that repeat are kept once, and the least and the largest of each column are noted, for
    who counts or filters them; the next step reads all.
    """
    with replacing(path) as stream, _writing_to(stream, path, schema, is_work=is_work) as table:
        yield table


@contextmanager
def writing_tables(schemas: Mapping[Path, pa.Schema]) -> Iterator[dict[Path, TableWriter]]:
    """Write several tables in portions, all of which appear when all are whole.

    Their folder reaches the disk once for all of them: of the many small tables of a template that
    takes longer than to write them.
    """
    with beside(*schemas) as unfinished, ExitStack() as opened:
        yield {
            path: opened.enter_context(
                _writing_to(opened.enter_context(temporary.open("wb")), path, schema)
            )
            for temporary, (path, schema) in zip(unfinished, schemas.items(), strict=True)
        }


@contextmanager
def _writing_to(
    stream: BinaryIO, path: Path, schema: pa.Schema, *, is_work: bool = False
) -> Iterator[TableWriter]:
    with pq.ParquetWriter(
        stream,
        schema,
        compression=COMPRESSION_OF_WORK if is_work else COMPRESSION,
        use_dictionary=not is_work,
        write_statistics=not is_work,
        write_page_checksum=True,
    ) as writer:
        table = TableWriter(path, writer, schema)
        yield table
        table.flush()


class PartedWriter:
    """A table under way that is a file, or a folder once it has more rows than a file should."""

    def __init__(self, path: Path, schema: pa.Schema, rows_of_part: int) -> None:
        self.path, self.schema, self._rows_of_part = path, schema, rows_of_part
        self._parts = 0
        self.rows = 0
        self._stack = ExitStack()
        self._writer = self._stack.enter_context(writing_table(path, schema))

    def write(self, table: pa.Table) -> None:
        """Add rows."""
        self.rows += table.num_rows
        while table.num_rows:
            if self._writer.rows >= self._rows_of_part:
                self._begin_part()
            room = self._rows_of_part - self._writer.rows
            self._writer.write(table.slice(0, room))
            table = table.slice(room)

    def _begin_part(self) -> None:
        self._stack.close()
        if self._parts == 0:
            first = self.path.with_name(f"first-{self.path.name}")
            self.path.replace(first)
            self.path.mkdir()
            first.replace(_part_of(self.path, 0))
        self._parts += 1
        part = _part_of(self.path, self._parts)
        self._writer = self._stack.enter_context(writing_table(part, self.schema))

    def __enter__(self) -> PartedWriter:
        return self

    def __exit__(self, *raised: Any) -> None:
        self._stack.__exit__(*raised)


def _part_of(folder: Path, number: int) -> Path:
    return folder / f"part-{number:05}.parquet"


@contextmanager
def writing_parts(
    schemas: Mapping[Path, pa.Schema], rows_of_part: int | None
) -> Iterator[Mapping[Path, TableWriter | PartedWriter]]:
    """Write tables in portions, to folders of files where they have more rows than one may."""
    for path in schemas:
        remove_table(path)
    if rows_of_part is None:
        with writing_tables(schemas) as writers:
            yield writers
    else:
        with ExitStack() as opened:
            yield {
                path: opened.enter_context(PartedWriter(path, schema, rows_of_part))
                for path, schema in schemas.items()
            }


def list_parts(path: Path) -> list[Path]:
    """The files of a table, in the order of its rows."""
    return sorted(path.glob("*.parquet")) if path.is_dir() else [path]


def remove_table(path: Path) -> None:
    """Remove a table, if it is there."""
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def write_rows(path: Path, schema: pa.Schema, rows: Iterable[Any]) -> None:
    with writing_table(path, schema) as writer:
        writer.write_rows(rows)


def write_column(path: Path, name: str, values: Sequence[Any], data_type: pa.DataType) -> None:
    """Write a table of one column: something about each page, in the order of the pages."""
    table = pa.table({name: make_array(values, data_type)})
    with writing_table(path, table.schema) as writer:
        writer.write(table)


@contextmanager
def _opened(path: Path) -> Iterator[pq.ParquetFile]:
    """One file of a table, verified."""
    with explained_damage(path), open_arrow_file(path) as stream:
        verify_file(path)
        yield pq.ParquetFile(stream, page_checksum_verification=True)


def _verified_parts(path: Path) -> list[Path]:
    """The files of a table; of a folder it is known that none is missing."""
    if path.is_dir():
        with explained_damage(path):
            verify_file(path)
    return list_parts(path)


def iterate_rows(path: Path, columns: list[str] | None = None) -> Iterator[dict[str, Any]]:
    """The rows of a table, a few of them in memory at a time."""
    for batch in iterate_batches(path, ROWS_AT_A_TIME, columns):
        yield from batch.to_pylist()


def iterate_batches(
    path: Path, rows: int = ROW_GROUP, columns: list[str] | None = None
) -> Iterator[pa.RecordBatch]:
    """The rows of a table in batches, one of them in memory at a time."""
    for part in _verified_parts(path):
        with _opened(part) as file:
            yield from file.iter_batches(rows, columns=columns)


def read_schema(path: Path) -> pa.Schema:
    """Names and types of a table's columns."""
    first = list_parts(path)[0]
    with explained_damage(first), open_arrow_file(first) as stream:
        return pq.read_schema(stream)


def measure_table(path: Path) -> tuple[int, list[str]]:
    """How many rows a table has, and the names of its columns."""
    rows, names = 0, []
    for part in list_parts(path):
        with explained_damage(part), open_arrow_file(part) as stream:
            about = pq.read_metadata(stream)
            rows, names = rows + about.num_rows, about.schema.to_arrow_schema().names
    return rows, names


def read_row(path: Path, number: int, columns: list[str]) -> dict[str, Any]:
    """One row of a table, of which only the part that holds it is read."""
    for part in _verified_parts(path):
        with _opened(part) as file:
            for group in range(file.num_row_groups):
                rows = file.metadata.row_group(group).num_rows
                if number < rows:
                    found = file.read_row_group(group, columns=columns).slice(number, 1).to_pylist()
                    return dict(found[0])
                number -= rows
    raise IndexError(number)


def read_table(path: Path, columns: list[str] | None = None) -> pa.Table:
    """Read a table into memory."""
    tables = []
    for part in _verified_parts(path):
        # `pq.read_table` would load the package of data sets first, which takes half a second.
        with _opened(part) as file:
            tables.append(file.read(columns=columns))
    return pa.concat_tables(tables) if len(tables) > 1 else tables[0]
