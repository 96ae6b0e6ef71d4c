"""Grows one template of a small workspace to a million records, without a million pages.

Records, pages and the search index are those of the template's own pages again and again, each
with a key, a number in its title and a price of its own; the pages themselves are not there.
"""

import json
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from unmold.checksums import NAME
from unmold.search import build_index
from unmold.search.documents import SearchDocument
from unmold.store import Generation, Workspace
from unmold.store.table_files import ROW_GROUP, read_table, writing_table
from unmold.store.verified import write_generation_checksums

PORTION = 16 * ROW_GROUP
SEED = 7


def grow(workspace: Path, template: str, count: int) -> None:
    """Let a template of a workspace have that many records."""
    opened = Workspace(workspace)
    generation = opened.generation
    # A generation without checksums is one that is being written.
    (generation.path / NAME).unlink()
    _grow_records(generation, template, count)
    _grow_pages(generation, template, count)
    _grow_index(generation, template, count)
    _correct_counts(generation, template, count)
    write_generation_checksums(generation, None)


def _portions(count: int) -> list[range]:
    return [range(at, min(at + PORTION, count)) for at in range(0, count, PORTION)]


def _numbered(values: pa.Array, numbers: range, between: str) -> pa.Array:
    """Texts with a number behind each."""
    ends = pa.array(np.arange(numbers.start, numbers.stop)).cast(pa.string())
    return pc.binary_join_element_wise(values.cast(pa.string()), ends, between)


def _rewrite(path: Path, count: int, change: dict[str, str]) -> None:
    """Repeat the rows of a table; `change` says by column how its values are made different."""
    table = read_table(path).combine_chunks()
    chance = np.random.default_rng(SEED)
    path.unlink()
    with writing_table(path, table.schema) as writer:
        for numbers in _portions(count):
            rows = np.arange(numbers.start, numbers.stop) % table.num_rows
            part = table.take(pa.array(rows))
            for name, how in change.items():
                at = part.schema.get_field_index(name)
                if how == "number":
                    made = pa.array(np.arange(numbers.start, numbers.stop))
                elif how == "price":
                    made = pa.array(np.round(chance.uniform(1, 2000, len(numbers)), 2))
                else:
                    made = _numbered(part.column(name).combine_chunks(), numbers, how)
                column = part.schema.field(at)
                part = part.set_column(at, column, made.cast(column.type))
            writer.write(part)


def _grow_records(generation: Generation, template: str, count: int) -> None:
    change = {"_record": "number", "_key": "?", "_url": "?", "title": " No. ", "price": "price"}
    _rewrite(generation.record_table(template), count, change)


def _grow_pages(generation: Generation, template: str, count: int) -> None:
    """The pages of the template alone, in all tables that have a row for each page."""
    members = read_table(generation.work("members"))
    own = pc.equal(members.column("template"), template)
    for path in (generation.table("pages"), generation.work("pages"), generation.work("members")):
        table = read_table(path).filter(own)
        path.unlink()
        with writing_table(path, table.schema) as writer:
            writer.write(table)
        keyed = {"key": "?", "url": "?"} if "key" in table.schema.names else {}
        _rewrite(path, count, keyed)


def _grow_index(generation: Generation, template: str, count: int) -> None:
    rows = read_table(generation.record_table(template)).slice(0, 500).to_pylist()
    with build_index(generation.search, jobs=2) as builder:
        for number in range(count):
            row = rows[number % len(rows)]
            title = f"{row['title']} {number}"
            values = {
                name: [value]
                for name, value in row.items()
                if isinstance(value, str) and not name.startswith("_")
            }
            key = f"{row['_key'].rpartition('?')[0]}?{number}"
            about = (key, row["_path"], row["_url"], row["_site"], template, title)
            builder.add(SearchDocument(*about, values | {"title": [title]}))


def _correct_counts(generation: Generation, template: str, count: int) -> None:
    for name, column in (("tables", "rows"), ("clusters", "pages"), ("clusters", "records")):
        path = generation.table(name)
        rows = read_table(path).to_pylist()
        schema = read_table(path).schema
        for row in rows:
            if row["template"] == template and row.get("part", "") == "" and row.get("tier") != 2:
                row[column] = count
        path.unlink()
        with writing_table(path, schema) as writer:
            writer.write_rows(rows)
    summary = json.loads(generation.summary.read_bytes())
    summary |= {"pages": count, "records": count}
    generation.summary.unlink()
    generation.summary.write_text(json.dumps(summary), encoding="utf-8")
