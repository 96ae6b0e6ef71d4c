"""What stages leave in a workspace while a run is under way: Parquet files, by stage.

Tasks write them (`stage_parts`), and the driver a list of those that count, once all are there:
where it is, nothing is made again by a run that goes on where another was lost.
"""

from __future__ import annotations

import heapq
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from unmold.spark.arrow_types import to_ddl
from unmold.spark.folders import Folder
from unmold.spark.stage_parts import Stage

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

ROWS_AT_A_TIME = 64
"""Rows of each file that are in memory while files are merged."""


@dataclass(frozen=True, slots=True)
class StageFiles:
    """The folder of a run's stages."""

    spark: SparkSession
    folder: Folder

    def keep(self, name: str, stage: Stage) -> None:
        """Let tasks do a stage, unless what it gives is there whole."""
        if not self.has(name):
            listed = stage.write_parts(Folder(self.folder.at(_parts_of(name)))).collect()
            # In the order of tasks.
            files = sorted(row["file"] for row in listed)
            self.folder.write(_list_of(name), json.dumps(files).encode())

    def has(self, name: str) -> bool:
        return self.folder.has(_list_of(name))

    def read(self, name: str, schema: pa.Schema) -> DataFrame:
        """What a stage gave, for Spark."""
        files = [self.folder.uri(file) for file in self.parts(name)]
        return self.spark.read.schema(to_ddl(schema)).parquet(*files)

    def parts(self, name: str) -> list[str]:
        """The files that a stage left, in the order of tasks."""
        with self.folder.open(_list_of(name)) as stream:
            files = json.loads(stream.read())
        return [f"{_parts_of(name)}/{file}" for file in files]

    def over_parts(self, name: str) -> DataFrame:
        """A row for each of these files, with its number in `id`, in a task of its own."""
        count = len(self.parts(name))
        return self.spark.range(0, count, 1, max(count, 1))

    def hand_over(self, name: str, table: pa.Table) -> DataFrame:
        """A table of this process for Spark."""
        file = f"{name}.parquet"
        with self.folder.writing(file) as stream:
            pq.write_table(table, stream)
        return self.spark.read.schema(to_ddl(table.schema)).parquet(self.folder.uri(file))

    def table(self, name: str, schema: pa.Schema) -> pa.Table:
        """Some columns of what a stage gave."""
        parts = [schema.empty_table()]
        for file in self.parts(name):
            with self.folder.open(file) as stream:
                parts.append(pq.read_table(stream, columns=schema.names).cast(schema))
        return pa.concat_tables(parts)

    def rows(
        self, name: str, columns: Sequence[str] | None = None, filled: str | None = None
    ) -> Iterator[dict[str, Any]]:
        """The rows that a stage gave, file by file; of these perhaps those that fill a column."""
        for file in self.parts(name):
            yield from self._iterate(file, columns, filled)

    def merged(self, name: str, order: Sequence[str]) -> Iterator[dict[str, Any]]:
        """The rows that a stage gave, in an order that those of each file have already."""
        files = [self._iterate(file, None) for file in self.parts(name)]
        return heapq.merge(*files, key=itemgetter(*order))

    def _iterate(
        self, file: str, columns: Sequence[str] | None, filled: str | None = None
    ) -> Iterator[dict[str, Any]]:
        with self.folder.open(file) as stream:
            names = None if columns is None else list(columns)
            for batch in pq.ParquetFile(stream).iter_batches(ROWS_AT_A_TIME, columns=names):
                few = batch if filled is None else batch.filter(batch.column(filled).is_valid())
                yield from few.to_pylist()


def _parts_of(name: str) -> str:
    """Where tasks leave their files; more may be there than count."""
    return f"{name}-parts"


def _list_of(name: str) -> str:
    """The list of those that count."""
    return f"{name}.json"
