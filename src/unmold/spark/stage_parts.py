"""Files that tasks write themselves; of each, Spark is told no more than its name.

What a task gives would otherwise go back to Java, row by row, to be written there: as much work as
reading the pages. Tasks that are tried twice write two files; Spark hands on the names of those
attempts that it took, so that nobody reads the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING
from uuid import uuid4

import pyarrow as pa
import pyarrow.parquet as pq

from unmold.spark.arrow_types import to_ddl
from unmold.spark.folders import Folder
from unmold.spark.grouping import find_task

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    Batches = Iterator[pa.RecordBatch]

PARTS = pa.schema([pa.field("file", pa.string()), pa.field("rows", pa.int64())])
"""What Spark hands on of a stage."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Work for tasks: the rows that they are given, what they do, and the rows that they give."""

    given: DataFrame
    task: Callable[[Batches], Batches]
    schema: pa.Schema

    def frame(self) -> DataFrame:
        """What the tasks give, for whoever goes on with Spark."""
        return self.given.mapInArrow(self.task, to_ddl(self.schema))

    def write_parts(self, folder: Folder) -> DataFrame:
        """The same, left in files of a folder; the list of these."""
        task = partial(_write_part, folder, self.schema, self.task)
        return self.given.mapInArrow(task, to_ddl(PARTS))


def _write_part(
    folder: Folder, schema: pa.Schema, task: Callable[[Batches], Batches], batches: Batches
) -> Batches:
    found = task(batches)
    first = next(found, None)
    if first is None:
        return
    # In the order of tasks, whoever writes first.
    name = f"{find_task():06}-{uuid4().hex}.parquet"
    rows = 0
    with folder.writing(name) as stream, pq.ParquetWriter(stream, schema) as writer:
        for batch in chain([first], found):
            writer.write_batch(batch)
            rows += batch.num_rows
    yield pa.RecordBatch.from_pylist([{"file": name, "rows": rows}], schema=PARTS)
