"""`StoredTable`: one table of a workspace, read in batches or whole, by the library of your choice.

`workspace["products"]` gives one. Nothing is read before it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unmold.errors import UsageError
from unmold.notebook import MAX_ROWS, count_more, shorten_value, show_table

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

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

    @cached_property
    def schema(self) -> pa.Schema:
        """Names and types of all columns, keys included."""
        from unmold.store.table_files import read_schema

        return read_schema(self.path)

    @property
    def columns(self) -> list[str]:
        """The names of all columns, keys included."""
        return list(self.schema.names)

    @cached_property
    def _rows(self) -> int:
        from unmold.store.table_files import measure_table

        return measure_table(self.path)[0]

    def __len__(self) -> int:
        return self._rows

    def __bool__(self) -> bool:
        """A table without rows is a table, too."""
        return True

    def batches(self) -> Iterator[pa.RecordBatch]:
        """The rows in order, some thousands of them in memory at a time."""
        from unmold.store.table_files import iterate_batches

        return iterate_batches(self.path)

    def to_arrow(self) -> pa.Table:
        """The whole table as PyArrow has it."""
        from unmold.store.table_files import read_table

        return read_table(self.path)

    def to_pandas(self) -> pd.DataFrame:
        """The whole table as a DataFrame of pandas; whole numbers with gaps stay whole numbers."""
        try:
            import pandas as pd
        except ImportError as error:
            raise _missing("pandas") from error
        import pyarrow as pa

        nullable = {
            pa.int8(): pd.Int8Dtype(),
            pa.int32(): pd.Int32Dtype(),
            pa.int64(): pd.Int64Dtype(),
            pa.bool_(): pd.BooleanDtype(),
        }
        return self.to_arrow().to_pandas(types_mapper=nullable.get, date_as_object=False)

    def to_polars(self) -> pl.DataFrame:
        """The whole table as a DataFrame of Polars."""
        try:
            import polars as pl
        except ImportError as error:
            raise _missing("polars") from error
        frame = pl.from_arrow(self.to_arrow())
        assert isinstance(frame, pl.DataFrame)
        return frame

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
        from unmold.store.table_files import iterate_batches

        batch = next(iterate_batches(self.path, count), None)
        return [] if batch is None else batch.slice(0, count).to_pylist()


def _printable(name: str) -> str:
    """A name that can do nothing to a terminal."""
    return "".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in name)


def _missing(package: str) -> UsageError:
    return UsageError(
        f"to_{package} needs a package that is not installed: {package}",
        hint=f"pip install {package}",
    )
