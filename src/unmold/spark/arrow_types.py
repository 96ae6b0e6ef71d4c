"""The tables that stages hand to each other: Arrow's types here, the same in Spark's words."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any

import pyarrow as pa

from unmold.pages.reopen import Place
from unmold.store.rows import PageRow
from unmold.store.table_files import WORK_PAGES

_WORDS = {
    pa.string(): "string",
    pa.binary(): "binary",
    pa.int32(): "int",
    pa.int64(): "bigint",
    pa.float64(): "double",
    pa.bool_(): "boolean",
    pa.list_(pa.string()): "array<string>",
    pa.list_(pa.binary()): "array<binary>",
}

_ORDER = [pa.field("source", pa.int32()), pa.field("number", pa.int64())]
"""Where a page is in the order of a run: by its source, then by its position in it."""

_ABOUT = [
    pa.field("key", pa.string()),
    pa.field("path", pa.string()),
    pa.field("url", pa.string()),
    pa.field("site", pa.string()),
]
_FOUND = [pa.field("code", pa.string()), pa.field("reason", pa.string())]
"""Filled in rows of problems, whose `key` says where they are."""

PAGES = pa.schema(
    [
        *_ORDER,
        *_ABOUT,
        pa.field("html", pa.binary()),
        pa.field("file", pa.binary()),
        pa.field("offset", pa.int64()),
        pa.field("charset", pa.string()),
        pa.field("status", pa.int32()),
        pa.field("declared_url", pa.string()),
        pa.field("inbound_source", pa.string()),
        pa.field("inbound_xpath", pa.string()),
        pa.field("soft_404", pa.bool_()),
        *_FOUND,
    ]
)
"""What `read_pages` gives."""

PAGE_ROWS = pa.schema([pa.field(field.name, field.type) for field in WORK_PAGES])
"""A page as a run knows it, without its bytes."""

READ = pa.schema(
    [
        *_ORDER,
        pa.field("block", pa.string()),
        *PAGE_ROWS,
        pa.field("features", pa.binary()),
        pa.field("packed_pages", pa.int32()),
        *_FOUND,
    ]
)
"""What `features` gives. The first page of a site in each block carries the features of all pages
that the block has of this site, and says how many these are: together they are a tenth of what they
are alone."""

PLACES = pa.schema(
    [
        *_ABOUT,
        pa.field("file", pa.binary()),
        pa.field("offset", pa.int64()),
        pa.field("charset", pa.string()),
        pa.field("sha256", pa.binary()),
    ]
)
"""Where a page lies, and nothing else: what is sent to the task that opens it again."""

CHECKS = pa.schema([pa.field("number", pa.int64()), *PLACES])
"""Known pages that are looked at again, in their order."""

LABELS = pa.schema(
    [
        *_ORDER,
        *PAGE_ROWS,
        pa.field("label", pa.int64()),
        pa.field("reason", pa.string()),
    ]
)
"""What `cluster` gives: labels count from 0 in each site; a `reason` says why a site has none."""

PAGE_LABELS = pa.schema([field for field in LABELS if field.name in ("key", "label", "reason")])
"""What of that a run needs, which has the pages already."""

TEMPLATES = pa.schema(
    [
        pa.field("site", pa.string()),
        pa.field("label", pa.int64()),
        pa.field("whole", pa.binary()),
        pa.field("parts", pa.list_(pa.binary())),
        pa.field("reason", pa.string()),
        pa.field("failure", pa.string()),
    ]
)
"""What `induce` gives: for each cluster a template, as the bytes of its file, and perhaps those
that its pages should be split into."""

SAMPLES = pa.schema(
    [
        pa.field("sample", pa.string()),
        pa.field("role", pa.int32()),
        pa.field("rank", pa.int32()),
        pa.field("root", pa.string()),
        *PLACES,
        pa.field("label", pa.int64()),
    ]
)
"""The pages that templates are learned from: their role in a sample, and their rank there."""

UNITS = pa.schema(
    [
        pa.field("unit", pa.int64()),
        pa.field("chunk", pa.int64()),
        pa.field("template", pa.binary()),
        pa.field("least", pa.float64()),
        pa.field("places", pa.binary()),
    ]
)
"""The pages that are extracted, a row for each chunk: the template, packed by zlib, and the places
of its pages, packed together."""

RECORDS = pa.schema(
    [
        pa.field("key", pa.string()),
        pa.field("url", pa.string()),
        pa.field("site", pa.string()),
        pa.field("label", pa.int64()),
        pa.field("score", pa.float64()),
        pa.field("record", pa.string()),
        *_FOUND,
    ]
)
"""What `extract` gives."""


def to_ddl(schema: pa.Schema) -> str:
    """The columns as Spark declares them.

    >>> to_ddl(pa.schema([pa.field("key", pa.string()), pa.field("offset", pa.int64())]))
    '`key` string, `offset` bigint'
    """
    return ", ".join(f"`{field.name}` {_WORDS[field.type]}" for field in schema)


_ROW_NAMES = [field.name for field in fields(PageRow)]


def row_values(row: PageRow) -> dict[str, Any]:
    """A page's row by column."""
    return {name: getattr(row, name) for name in _ROW_NAMES}


def place_values(row: PageRow) -> dict[str, Any]:
    """Where a page lies, by column."""
    values = {name: getattr(row, name) for name in PLACES.names}
    return values | {"sha256": bytes.fromhex(row.sha256)}


def pack_places(rows: Iterable[PageRow]) -> bytes:
    """Where pages lie, as bytes: Spark carries them as one value."""
    own = list(rows)
    values = {name: [getattr(row, name) for row in own] for name in PLACES.names}
    values["sha256"] = list(map(bytes.fromhex, values["sha256"]))
    table = pa.Table.from_pydict(values, schema=PLACES)
    stream = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(compression="zstd")
    with pa.ipc.new_stream(stream, PLACES, options=options) as writer:
        writer.write_table(table)
    packed: bytes = stream.getvalue().to_pybytes()
    return packed


def unpack_places(packed: bytes) -> list[Place]:
    """The reverse."""
    table = pa.ipc.open_stream(pa.BufferReader(packed)).read_all()
    columns = {name: table[name].to_pylist() for name in PLACES.names}
    columns["file"] = list(map(os.fsdecode, columns["file"]))
    columns["sha256"] = [digest.hex() for digest in columns["sha256"]]
    return list(map(Place, *columns.values()))


def to_places(table: Iterable[Mapping[str, Any]]) -> list[Place]:
    """The places of rows that have these columns."""
    return [
        Place(
            *(row["key"], row["path"], row["url"], row["site"]),
            os.fsdecode(row["file"]),
            row["offset"],
            row["charset"],
            row["sha256"].hex(),
        )
        for row in table
    ]


def to_rows(table: Iterable[Mapping[str, Any]]) -> list[PageRow]:
    """The pages of rows; columns that were left behind are null."""
    values: Iterator[dict[str, Any]] = (
        {name: row.get(name) for name in _ROW_NAMES} for row in table
    )
    return [PageRow(**one) for one in values]
