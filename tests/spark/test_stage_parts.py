"""Tasks write what a stage gives; a list says which files count."""

from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from typing import Any

import pyarrow as pa

from unmold.pages.reopen import Place
from unmold.spark.arrow_types import pack_places, to_ddl, unpack_places
from unmold.spark.folders import Folder
from unmold.spark.stage_files import StageFiles
from unmold.spark.stage_parts import PARTS, Stage
from unmold.store.rows import PageRow

ROWS = pa.schema([pa.field("number", pa.int64()), pa.field("text", pa.string())])

TASKS = 24
"""So many that each of a session's idle workers has some of them, whichever Spark takes."""


def test_what_a_failed_attempt_wrote_does_not_count(spark: Any, tmp_path: Path) -> None:
    flag, rows = str(tmp_path / "failed"), ROWS

    def describe(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for number in batch.column(0).to_pylist():
                row = {"number": number, "text": f"text {number}"}
                yield pa.RecordBatch.from_pylist([row], schema=rows)

    def fail_once(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import os

        for batch in batches:
            if not os.path.exists(flag):  # noqa: PTH110
                with open(flag, "w"):  # noqa: PTH123
                    raise OSError("lost after its file was whole")
            yield batch

    @dataclass(frozen=True)
    class Failing(Stage):
        def write_parts(self, folder: Folder) -> Any:
            listed = Stage.write_parts(self, folder)
            return listed.mapInArrow(fail_once, to_ddl(PARTS))

    files = StageFiles(spark, Folder.of(tmp_path / "stages"))
    # One task after the other, so that one alone fails.
    files.keep("numbers", Failing(spark.range(0, 6, 1, 1), describe, rows))
    assert len(list((tmp_path / "stages" / "numbers-parts").glob("*.parquet"))) == 2
    assert files.table("numbers", rows)["number"].to_pylist() == [*range(6)]
    assert [row["text"] for row in files.rows("numbers")] == [f"text {n}" for n in range(6)]
    assert sorted(row["number"] for row in files.read("numbers", rows).collect()) == [*range(6)]


def test_files_are_in_the_order_of_tasks(spark: Any, tmp_path: Path) -> None:
    rows = ROWS

    def describe(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for number in batch.column(0).to_pylist():
                if number != 4:
                    yield pa.RecordBatch.from_pylist([{"number": number}], schema=rows)

    files = StageFiles(spark, Folder.of(tmp_path / "stages"))
    files.keep("numbers", Stage(spark.range(0, 6, 1, 6), describe, rows))
    assert files.table("numbers", rows)["number"].to_pylist() == [0, 1, 2, 3, 5]
    # A task that gives nothing writes nothing.
    assert len(list((tmp_path / "stages" / "numbers-parts").glob("*.parquet"))) == 5


def test_places_that_are_packed() -> None:
    names = ("a", "b")
    rows = [
        PageRow(
            **{"key": f"k{name}", "path": f"{name}.html", "url": f"http://x.example/{name}"},
            **{"site": "x.example", "file": b"/f/\xff.warc.gz", "offset": place, "bytes": 3},
            **{"sha256": f"{place:064x}", "charset": None, "status": 200, "declared_url": None},
            **{"inbound_source": None, "inbound_xpath": None, "soft_404": False},
            **{"problems": [], "state": "new"},
        )
        for place, name in enumerate(names)
    ]
    assert unpack_places(pack_places(rows)) == [
        Place(
            *(row.key, row.path, row.url, row.site, "/f/\udcff.warc.gz"),
            *(row.offset, row.charset, row.sha256),
        )
        for row in rows
    ]
    assert unpack_places(pack_places([])) == []


def test_a_worker_ends_a_task_soon(spark: Any) -> None:
    """What modules hold is not looked at again after each task, and nothing piles up."""

    def count(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import gc
        import os
        import time

        from unmold.spark.working import begin_task

        list(batches)
        begin_task()
        counts = {"frozen": gc.get_freeze_count(), "left": len(gc.get_objects())}
        yield pa.RecordBatch.from_pylist(
            [{"worker": os.getpid(), "time": time.monotonic_ns(), **counts}]
        )

    columns = "worker bigint, time bigint, frozen bigint, left bigint"
    rows = spark.range(0, TASKS, 1, TASKS).mapInArrow(count, columns).collect()
    assert all(row["left"] < row["frozen"] / 10 for row in rows)
    # Workers differ in what tests before this one let them import: each is compared with itself,
    # once its first task here has imported what it needs.
    workers: dict[int, list[int]] = {}
    for row in sorted(rows, key=itemgetter("time")):
        workers.setdefault(row["worker"], []).append(row["frozen"])
    later = [counts[1:] for counts in workers.values() if len(counts) > 2]
    assert later
    assert all(counts[-1] - counts[0] < 100 * len(counts) for counts in later)
