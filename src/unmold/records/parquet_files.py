"""Writes the records of one template as Parquet files, one for each flat table.

Names of tables are words of pages and so never names of files: those are numbered by the tables'
places in the template, and a file's metadata (`unmold.table`) says which table it holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from unmold.disk import beside
from unmold.errors import MachineError
from unmold.records.record import Record
from unmold.records.record_tables import stream_tables
from unmold.records.table_layout import ROOT, RecordTable, lay_out_tables
from unmold.templates.model import Template

if TYPE_CHECKING:
    import pyarrow as pa
    from pyarrow.parquet import ParquetWriter

ENDING = ".parquet"


@dataclass(slots=True)
class WrittenTable:
    """A file that was written, and what it holds."""

    path: Path
    table: str
    columns: int
    rows: int = 0


def write_parquet(
    template: Template,
    records: Iterable[Record],
    path: str | Path,
    *,
    include_noise: bool = False,
    with_sources: bool = False,
) -> list[WrittenTable]:
    """Write records to Parquet files: the root table first, then its child tables.

    `path` is the root table's file if it ends with `.parquet`, and the child tables are beside
    it; else a folder, in which the root table is `records.parquet`. Files appear only when all are
    whole.
    """
    root = lay_out_tables(template, include_noise=include_noise, with_sources=with_sources)
    files = name_files(root, Path(path))
    written = {
        table.name: WrittenTable(files[table.name], table.name, len(table.schema))
        for table in root.walk()
    }
    batches = stream_tables(
        template, records, include_noise=include_noise, with_sources=with_sources
    )
    with _replacing(files) as unfinished, ExitStack() as writers:
        opened = {
            table.name: writers.enter_context(_open_writer(unfinished[table.name], table.schema))
            for table in root.walk()
        }
        for batch in batches:
            for name, rows in batch.items():
                opened[name].write_table(rows)
                written[name].rows += len(rows)
    return list(written.values())


def name_files(root: RecordTable, path: Path) -> dict[str, Path]:
    """By table the file that holds it."""
    file = path if path.suffix == ENDING else path / f"{ROOT}{ENDING}"
    return {
        table.name: file.with_stem(f"{file.stem}-{table.number}") if table.number else file
        for table in root.walk()
    }


def _open_writer(path: Path, schema: pa.Schema) -> ParquetWriter:
    from pyarrow.parquet import ParquetWriter

    return ParquetWriter(path, schema, compression="zstd", write_page_checksum=True)


@contextmanager
def _replacing(files: dict[str, Path]) -> Iterator[dict[str, Path]]:
    """Files to write instead of these; they take their places once all went well."""
    try:
        for path in files.values():
            path.parent.mkdir(parents=True, exist_ok=True)
        with beside(*files.values()) as unfinished:
            yield dict(zip(files, unfinished, strict=True))
    except OSError as error:
        folder = next(iter(files.values())).parent
        reason = error.strerror or str(error)
        raise MachineError(f"cannot write Parquet files to {folder}: {reason}") from error
