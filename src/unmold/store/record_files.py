"""Writes and reads the records of one template as Parquet files.

One file for the records and one for each repeated part, joined by `_record`; the records' `_key` is
that of the page in the table of pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path

import numpy as np
import pyarrow as pa

from unmold.arrow_arrays import make_array, read_numbers
from unmold.records.table_layout import ROOT, RecordTable, TierLayouts
from unmold.store.layout import TABLES, TEXTS, Generation
from unmold.store.table_files import PartedWriter, TableWriter, iterate_batches, writing_parts
from unmold.store.verified import share_verified
from unmold.templates.model import Table, Template

TIERS = (1, 2)


def number_parts(template: Template, tier: int = 1) -> dict[str, str]:
    """By name of each repeated part its number, by which its file is named."""
    return dict(_walk_parts(template.of_tier(tier).tables))


def _walk_parts(
    tables: Iterable[Table], around: str = "", number: str = ""
) -> Iterator[tuple[str, str]]:
    """Names and numbers as `lay_out_tables` gives them, without the columns, which take longer."""
    for place, table in enumerate(tables, 1):
        name = f"{around}.{table.name}" if around else table.name
        own = f"{number}-{place}" if number else str(place)
        yield name, own
        yield from _walk_parts(table.tables, name, own)


def sort_templates(templates: Iterable[str]) -> list[str]:
    """Names of templates in the order of the alphabet, those of one word by their numbers.

    >>> sort_templates(["posts_10", "tags", "posts_2", "posts"])
    ['posts', 'posts_2', 'posts_10', 'tags']
    """
    return sorted(templates, key=rank_name)


def rank_name(name: str) -> tuple[str, int]:
    """The position of a template's name among others."""
    word, _, number = name.rpartition("_")
    return (word, int(number)) if word and number.isdecimal() else (name, 1)


@dataclass(frozen=True, slots=True)
class NamedTable:
    """A record table under the name that SQL knows it by."""

    name: str
    template: str
    part: str
    """Empty for the root table."""
    tier: int
    path: Path


def name_tables(
    generation: Generation, templates: Mapping[str, Template], taken: Iterable[str] = TABLES
) -> list[NamedTable]:
    """All record tables, those of the first tier first, root tables before parts.

    A root table is called like its template, a part `TEMPLATE_PART`; in the second tier `_all`
    follows the template.
    """
    names = set(taken)
    named: list[NamedTable] = []
    for tier in TIERS:
        end = "" if tier == 1 else "_all"
        for template in templates:
            path = generation.record_table(template, tier=tier)
            name = _free_name(f"{template}{end}", names)
            named.append(NamedTable(name, template, "", tier, path))
        for template, learned in templates.items():
            for part, number in number_parts(learned, tier).items():
                name = f"{template}{end}_{part.replace('.', '_')}"
                path = generation.record_table(template, number, tier)
                named.append(NamedTable(_free_name(name, names), template, part, tier, path))
    return named


def _free_name(name: str, taken: set[str]) -> str:
    """The name, or with a number behind it where another table has it; it is taken then."""
    names = chain([name], (f"{name}_{number}" for number in count(2)))
    free = next(each for each in names if each not in taken)
    taken.add(free)
    return free


def _all_tables(layouts: TierLayouts) -> Iterator[tuple[int, RecordTable]]:
    """The tables of both tiers, and those of the texts that the first tier was read from."""
    for tier, root in zip(TIERS, (layouts.first, layouts.second), strict=True):
        for table in root.walk():
            yield tier, table
    for table in layouts.texts.walk():
        if table.columns:
            yield TEXTS, table


def _stored_schema(tier: int, table: RecordTable) -> pa.Schema:
    """The columns of a table's file."""
    if tier == TEXTS:
        names = {"_record", *(column.name for column in table.columns)}
        return pa.schema([one for one in table.schema if one.name in names], table.schema.metadata)
    return _with_key(table.schema) if table.name == ROOT else table.schema


class RecordWriter:
    """The records of one template under way."""

    def __init__(self, writers: dict[tuple[int, str], TableWriter | PartedWriter]) -> None:
        self._writers = writers
        self.count = 0

    def write(self, keys: list[str], tables: dict[int, dict[str, pa.Table]]) -> None:
        """Add the records of a batch of pages, numbered from 0, with the keys of their pages."""
        for tier, by_name in tables.items():
            for name, rows in by_name.items():
                numbers = _add(rows.column(0), self.count)
                renumbered = rows.set_column(0, rows.schema.field(0), numbers)
                is_root = name == ROOT and tier != TEXTS
                keyed = _add_key(renumbered, keys) if is_root else renumbered
                self._writers[tier, name].write(keyed)
        self.count += len(keys)

    @property
    def sizes(self) -> dict[str, list[int]]:
        """By name of each file how many rows it has, and how many columns of what pages say."""
        return {
            writer.path.name: [writer.rows, len(said_columns(writer.schema.names))]
            for (tier, _), writer in self._writers.items()
            if tier != TEXTS
        }

    def copy(self, source: Generation, layouts: TierLayouts) -> None:
        """Begin with the records of an earlier generation, as they are."""
        for tier, table in _all_tables(layouts):
            path = source.record_table(table.template, table.number, tier)
            for batch in iterate_batches(path):
                rows = pa.Table.from_batches([batch])
                self._writers[tier, table.name].write(rows)
                if table.name == ROOT and tier == 1:
                    self.count += rows.num_rows


def said_columns(names: Iterable[str]) -> list[str]:
    """The columns of a table that hold what pages say: others begin with an underscore."""
    return [name for name in names if not name.startswith("_")]


@contextmanager
def writing_records(
    generation: Generation, layouts: TierLayouts, rows_of_part: int | None = None
) -> Iterator[RecordWriter]:
    """Write the records of a template in batches, in files of at most `rows_of_part` rows."""
    tables = {
        generation.record_table(table.template, table.number, tier): (tier, table)
        for tier, table in _all_tables(layouts)
    }
    schemas = {path: _stored_schema(*table) for path, table in tables.items()}
    with writing_parts(schemas, rows_of_part) as writers:
        yield RecordWriter(
            {(tier, table.name): writers[path] for path, (tier, table) in tables.items()}
        )


def share_records(source: Generation, target: Generation, template: Template) -> None:
    """Let a generation have the same records of a template as an earlier one."""
    for tier, table in _all_tables(TierLayouts.of(template)):
        share_verified(
            source.record_table(table.template, table.number, tier),
            target.record_table(table.template, table.number, tier),
        )


def _add(numbers: pa.ChunkedArray, first: int) -> pa.Array:
    """The numbers of records that others come before."""
    own = read_numbers(numbers.combine_chunks())
    return make_array(own + np.int64(first), pa.int64())


def _with_key(schema: pa.Schema) -> pa.Schema:
    return schema.insert(1, pa.field("_key", pa.string(), nullable=False))


def _add_key(rows: pa.Table, keys: list[str]) -> pa.Table:
    columns = [rows.column(0), make_array(keys, pa.string()), *rows.columns[1:]]
    return pa.Table.from_arrays(columns, schema=_with_key(rows.schema))
