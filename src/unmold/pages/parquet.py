"""Reads a Parquet table with the columns `url` and `html`, optionally `site`.

PyArrow reads a few rows at a time, so memory does not depend on the number of rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from unmold.errors import UsageError
from unmold.model import Problem, ProblemCode
from unmold.pages.arrow_files import open_arrow_file
from unmold.pages.places import Container
from unmold.pages.reading import Reading, Stream
from unmold.pages.table_rows import read_row

if TYPE_CHECKING:
    from pyarrow import Scalar
    from pyarrow.parquet import ParquetFile

BATCH_ROWS = 32
"""Pages held at once."""
COLUMNS = ("url", "html", "site")


def read_parquet(table: str, reading: Reading) -> Stream:
    """Read all pages of a Parquet table."""
    import pyarrow
    from pyarrow.parquet import ParquetFile

    number, source = 0, Container.of(table)
    with open_arrow_file(table) as stream:
        try:
            for row in _rows(table, ParquetFile(stream)):
                number += 1
                found = read_row(source, number, row, reading)
                if found is not None:
                    yield found
        except (pyarrow.ArrowException, OSError) as error:
            reason = f"the table is damaged here ({_first_line(error)}); what follows was not read"
            yield Problem(ProblemCode.CORRUPT, source.key(number + 1), reason)


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)


def _rows(table: str, parquet: ParquetFile) -> Iterator[dict[str, object]]:
    columns = [name for name in COLUMNS if name in parquet.schema_arrow.names]
    _check_columns(table, parquet)
    for batch in parquet.iter_batches(batch_size=BATCH_ROWS, columns=columns):
        values = [batch.column(name) for name in columns]
        for row in range(batch.num_rows):
            yield {name: _value(column[row]) for name, column in zip(columns, values, strict=True)}


def _value(scalar: Scalar) -> object:
    try:
        return scalar.as_py()
    except UnicodeDecodeError:  # a text column may hold anything; nobody checks when it is written
        return scalar.as_buffer().to_pybytes().decode("utf-8", "replace")


def _check_columns(table: str, parquet: ParquetFile) -> None:
    names = parquet.schema_arrow.names
    absent = [f"`{name}`" for name in ("url", "html") if name not in names]
    if absent:
        found = ", ".join(names[:20]) or "none"
        raise UsageError(
            f"{table}: no column {' and no column '.join(absent)}; its columns are: {found}",
            hint="a table needs the columns `url` and `html`; rename them when you write it",
        )
