"""`StoredTable`: one table of a workspace, read in batches or whole, by the library of your choice.

`workspace["products"]` gives one. Nothing is read before it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unmold.frames import arrow_to_pandas, arrow_to_polars
from unmold.notebook import MAX_ROWS, count_more, shorten_value, show_table

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    from unmold.store.table_contents import Contents

_SHOWN_COLUMNS = 40
"""Columns that a notebook or a terminal shows of a table."""
_SHOWN_TEXT = 50
"""Characters of an example."""


@dataclass(frozen=True)
class StoredTable:
    """A table of a workspace under the name that SQL knows it by."""

    name: str
    path: Path
    template: str | None = None
    """None for a table about the whole workspace, as `pages`."""

    part: str = ""
    """The repeated part whose rows it holds; empty for a root table."""

    tier: int | None = None
    parent: str | None = None
    """The table whose rows its own belong to, by `_record` and, further inside, `_parent`."""

    edited: Contents | None = None
    """What it holds, where edits change what its file says."""

    @cached_property
    def contents(self) -> Contents:
        """What it holds."""
        from unmold.store.table_contents import FileContents

        return self.edited or FileContents(self.path)

    @cached_property
    def schema(self) -> pa.Schema:
        """Names and types of all columns, keys included."""
        return self.contents.schema

    @property
    def columns(self) -> list[str]:
        """The names of all columns, keys included."""
        return list(self.schema.names)

    @cached_property
    def _rows(self) -> int:
        return self.contents.count()

    def __len__(self) -> int:
        return self._rows

    def __bool__(self) -> bool:
        """A table without rows is a table, too."""
        return True

    def batches(self) -> Iterator[pa.RecordBatch]:
        """The rows in order, some thousands of them in memory at a time."""
        return self.contents.batches()

    def to_arrow(self) -> pa.Table:
        """The whole table as PyArrow has it."""
        return self.contents.to_arrow()

    def to_pandas(self) -> pd.DataFrame:
        """The whole table as a DataFrame of pandas; whole numbers with gaps stay whole numbers."""
        return arrow_to_pandas(self.to_arrow())

    def to_polars(self) -> pl.DataFrame:
        """The whole table as a DataFrame of Polars."""
        return arrow_to_polars(self.to_arrow())

    def __repr__(self) -> str:
        shown = list(self.schema)[:_SHOWN_COLUMNS]
        names = [_printable(column.name) for column in shown]
        first = next(iter(self._first_rows(1)), {})
        width = max(map(len, names), default=0)
        lines = [f"{_printable(self.name)}: {self._size()}"]
        for name, column in zip(names, shown, strict=True):
            value = first.get(column.name)
            # `repr` spells out what a terminal would obey.
            example = "" if value is None else repr(shorten_value(value, _SHOWN_TEXT))
            lines.append(f"  {name.ljust(width)}  {str(column.type).ljust(12)}  {example}".rstrip())
        if more := count_more(len(self.schema.names), len(shown), "column"):
            lines.append(f"  {more}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        names = self.schema.names
        rows = [list(row.values()) for row in self._first_rows(MAX_ROWS)]
        title = f"{self.name}: {self._size()}"
        return show_table(title, names, rows, count_more(len(self), len(rows), "row"))

    def _size(self) -> str:
        rows, columns = len(self), len(self.schema.names)
        size = f"{rows:,} row{'s' * (rows != 1)}, {columns:,} column{'s' * (columns != 1)}"
        return f"{size}, rows of {_printable(self.parent)}" if self.parent else size

    def _first_rows(self, count: int) -> list[dict[str, Any]]:
        batch = next(self.contents.batches(count), None)
        return [] if batch is None else batch.slice(0, count).to_pylist()


def _printable(name: str) -> str:
    """A name that can do nothing to a terminal."""
    return "".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in name)
