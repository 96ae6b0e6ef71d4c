"""What stages leave in a workspace while a run is under way: Parquet files, by stage.

Spark writes them, and says with a file of its own when all are there; what is whole is not made
again by a run that goes on where another was lost.
"""

from __future__ import annotations

import heapq
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from unmold.disk import replacing
from unmold.pages.arrow_files import open_arrow_file

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
    folder: Path

    def keep(self, name: str, make: DataFrame) -> None:
        """Make what a stage gives, unless it is there whole."""
        if not self.has(name):
            make.write.mode("overwrite").parquet(self.address(name))

    def has(self, name: str) -> bool:
        return (self.folder / name / DONE).exists()

    def read(self, name: str) -> DataFrame:
        return self.spark.read.parquet(self.address(name))

    def address(self, name: str) -> str:
        return (self.folder / name).absolute().as_uri()

    def hand_over(self, name: str, table: pa.Table) -> DataFrame:
        """A table of this process for Spark."""
        path = self.folder / f"{name}.parquet"
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as stream:
            pq.write_table(table, stream)
        return self.spark.read.parquet(path.absolute().as_uri())

    def table(self, name: str, columns: Sequence[str]) -> pa.Table:
        """Some columns of what a stage gave."""
        parts = []
        for path in self._files(name):
            with open_arrow_file(path) as stream:
                parts.append(pq.read_table(stream, columns=list(columns)))
        return pa.concat_tables(parts)

    def rows(self, name: str, columns: Sequence[str] | None = None) -> Iterator[dict[str, Any]]:
        """The rows that a stage gave, file by file."""
        for path in self._files(name):
            yield from _iterate(path, columns)

    def merged(self, name: str, order: Sequence[str]) -> Iterator[dict[str, Any]]:
        """The rows that a stage gave, in an order that those of each file have already."""
        files = [_iterate(path, None) for path in self._files(name)]
        return heapq.merge(*files, key=itemgetter(*order))

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def _files(self, name: str) -> list[Path]:
        return sorted((self.folder / name).glob("part-*.parquet"))


def _iterate(path: Path, columns: Sequence[str] | None) -> Iterator[dict[str, Any]]:
    with open_arrow_file(path) as stream:
        names = None if columns is None else list(columns)
        for batch in pq.ParquetFile(stream).iter_batches(ROWS_AT_A_TIME, columns=names):
            yield from batch.to_pylist()
