"""What stages leave in a workspace while a run is under way: Parquet files, by stage.

Spark writes them, and says with a file of its own when all are there; what is whole is not made
again by a run that goes on where another was lost.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from unmold.spark.folders import Folder

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

DONE = "_SUCCESS"
"""What Spark puts beside files when all of them are there."""

ROWS_AT_A_TIME = 64
"""Rows of each file that are in memory while files are merged."""


@dataclass(frozen=True, slots=True)
class StageFiles:
    """The folder of a run's stages."""

    spark: SparkSession
    folder: Folder

    def keep(self, name: str, make: DataFrame) -> None:
        """Make what a stage gives, unless it is there whole."""
        if not self.has(name):
            make.write.mode("overwrite").parquet(self.folder.uri(name))

    def has(self, name: str) -> bool:
        return self.folder.has(f"{name}/{DONE}")

    def read(self, name: str) -> DataFrame:
        return self.spark.read.parquet(self.folder.uri(name))

    def hand_over(self, name: str, table: pa.Table) -> DataFrame:
        """A table of this process for Spark."""
        file = f"{name}.parquet"
        with self.folder.writing(file) as stream:
            pq.write_table(table, stream)
        return self.spark.read.parquet(self.folder.uri(file))

    def table(self, name: str, columns: Sequence[str]) -> pa.Table:
        """Some columns of what a stage gave."""
        parts = []
        for file in self._files(name):
            with self.folder.open(file) as stream:
                parts.append(pq.read_table(stream, columns=list(columns)))
        return pa.concat_tables(parts)

    def rows(self, name: str, columns: Sequence[str] | None = None) -> Iterator[dict[str, Any]]:
        """The rows that a stage gave, file by file."""
        for file in self._files(name):
            yield from self._iterate(file, columns)

    def merged(self, name: str, order: Sequence[str]) -> Iterator[dict[str, Any]]:
        """The rows that a stage gave, in an order that those of each file have already."""
        files = [self._iterate(file, None) for file in self._files(name)]
        return heapq.merge(*files, key=itemgetter(*order))

    def _files(self, name: str) -> list[str]:
        return self.folder.list_files(name, ".parquet")

    def _iterate(self, file: str, columns: Sequence[str] | None) -> Iterator[dict[str, Any]]:
        with self.folder.open(file) as stream:
            names = None if columns is None else list(columns)
            for batch in pq.ParquetFile(stream).iter_batches(ROWS_AT_A_TIME, columns=names):
                yield from batch.to_pylist()
