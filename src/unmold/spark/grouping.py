"""Groups of rows inside a task, one in memory at a time.

Spark brings the rows of a group together by `repartition`, and one after another by
`sortWithinPartitions`; so a task meets whole groups, and nobody holds more than one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

import pyarrow as pa

Row = dict[str, Any]

ROWS_OUT = 512
"""Rows that a task hands to Spark at once; it changes no result."""


def find_task() -> int:
    """The number of the task that asks, among those of its stage; 0 where there is none."""
    from pyspark import TaskContext

    context = TaskContext.get()
    return context.partitionId() if context else 0


def iterate_rows(batches: Iterable[pa.RecordBatch]) -> Iterator[Row]:
    """The rows of batches, one batch in memory at a time."""
    for batch in batches:
        yield from batch.to_pylist()


def group_rows(
    batches: Iterable[pa.RecordBatch], names: Sequence[str]
) -> Iterator[tuple[Any, Iterator[Row]]]:
    """Neighbouring rows that agree in some columns."""
    return groupby(iterate_rows(batches), key=itemgetter(*names))


def to_batches(rows: Iterable[Row], schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    """Rows as Spark takes them, as they come."""
    waiting: list[Row] = []
    for row in rows:
        waiting.append(row)
        if len(waiting) >= ROWS_OUT:
            yield pa.RecordBatch.from_pylist(waiting, schema=schema)
            waiting = []
    if waiting:
        yield pa.RecordBatch.from_pylist(waiting, schema=schema)
