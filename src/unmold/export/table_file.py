"""What the writers of all formats share: what they are given, and what they say about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import pyarrow as pa

from unmold.csv_rows import cell_text
from unmold.model import Problem, ProblemCode
from unmold.store import StoredTable

Problems = Callable[[Problem], object]


@dataclass(frozen=True, slots=True)
class WriteOptions:
    """How tables are written."""

    problems: Problems
    """Called for all that a format cannot hold."""

    safe_csv: bool = False

    def note(self, code: ProblemCode, where: str, message: str) -> None:
        self.problems(Problem(code, where, message))


@dataclass(frozen=True, slots=True)
class WrittenTable:
    """A table as it was written."""

    table: str
    name: str
    """What it is called in its file; for a file of one table, the table's name."""

    rows: int
    columns: int


Writer = Callable[[Sequence[StoredTable], Path, WriteOptions], list[WrittenTable]]
"""Writes tables, of some formats only one, to a new file."""

Convert = Callable[[Any], Any]


def convert_rows(batch: pa.RecordBatch, converters: Sequence[Convert]) -> Iterator[tuple[Any, ...]]:
    """The rows of a batch, of the first columns for which there are converters; nulls are None."""
    columns = [
        [None if value is None else convert(value) for value in column.to_pylist()]
        for column, convert in zip(batch.columns, converters, strict=False)
    ]
    return zip(*columns, strict=True)


def convert_columns(schema: pa.Schema, by_type: Callable[[pa.DataType], Convert]) -> list[Convert]:
    """For each column how its values are converted."""
    return [by_type(field.type) for field in schema]


def keep(value: Any) -> Any:
    """The value as it is."""
    return value


def to_text(value: Any) -> str:
    """A date as ISO writes it, a list as JSON."""
    return value.isoformat() if isinstance(value, date) else cell_text(value)


def is_plain(data_type: pa.DataType) -> bool:
    """Whether values are numbers, truth values or texts, not lists or dates."""
    return bool(
        pa.types.is_integer(data_type)
        or pa.types.is_floating(data_type)
        or pa.types.is_boolean(data_type)
        or pa.types.is_string(data_type)
        or pa.types.is_large_string(data_type)
    )
