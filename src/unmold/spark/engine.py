"""`SparkEngine`: works on the pages of a run in the tasks of Spark.

The driver keeps what a run keeps: the journal, the rows of pages, names and tables. What touches a
page is done by tasks; each stage leaves its result as Parquet in the generation under way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from unmold.clusters.base import Labels
from unmold.errors import Failure, NoPagesError
from unmold.features import Features
from unmold.features.packing import unpack_features
from unmold.model import Problem
from unmold.pages.reading import Reading
from unmold.pages.trees import cut_problems
from unmold.pipeline.extract_step import Unit, pinned_keys
from unmold.pipeline.extraction import Extracted
from unmold.pipeline.induce_step import Result
from unmold.pipeline.job import Job
from unmold.pipeline.read_step import write_problems
from unmold.records.score import LOW_SCORE
from unmold.spark import stages
from unmold.spark.archives import Portion
from unmold.spark.arrow_types import PAGE_ROWS, UNITS, place_values
from unmold.spark.folders import Folder
from unmold.spark.session import small_batches
from unmold.spark.stage_files import StageFiles
from unmold.spark.storing import store_pages
from unmold.spark.working import to_extracted, to_learned
from unmold.store.feature_files import write_features
from unmold.store.journal import StepDetails
from unmold.store.rows import PageRow
from unmold.store.table_files import WORK_PAGES, writing_table

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

CHUNK_PAGES = 512
"""Pages of a template that one task extracts: some seconds of work."""

FILE_PAGES = 4096
"""Pages whose features are in one file of the workspace."""

PAGES_OF_TASK = 256
"""Pages for which a task more is started, up to Spark's own number. A guess."""


@dataclass
class SparkEngine:
    """The engine of one run."""

    spark: SparkSession
    pages: DataFrame | Sequence[Portion]
    reading: Reading
    partitions: int | None = None
    stages: Folder | None = None
    """Where stages leave their results; in the generation under way if nothing is said."""
    memory: Folder | None = None
    """Where pages are kept that were in no archive; in the workspace if nothing is said."""
    names: dict[str, str] = field(default_factory=dict)
    """By step what its stages are called: another digest gives another name."""

    def begin(self, job: Job, step: str, digest: str) -> None:
        self.names[step] = f"{step}-{digest[:16]}"

    def _files(self, job: Job) -> StageFiles:
        return StageFiles(self.spark, self.stages or Folder.of(job.generation.path / "stages"))

    def _count(self, pages: int) -> int:
        """How many tasks a stage has whose rows are brought together."""
        if self.partitions is not None:
            return self.partitions
        most = int(self.spark.conf.get("spark.sql.shuffle.partitions") or 200)
        return max(1, min(most, pages // PAGES_OF_TASK + 1))

    def read(self, job: Job) -> StepDetails:
        job.progress.begin("reading", None)
        files, name = self._files(job), self.names["read"]
        with small_batches(self.spark):
            files.keep(name, self._describe(job))
        count = _take_pages(job, files, name)
        job.progress.advance(count)
        job.progress.end()
        return {"pages": count, "new": count, "changed": 0, "known": 0, "kept": 0, "gone": 0}

    def _describe(self, job: Job) -> DataFrame:
        if isinstance(self.pages, Sequence):
            return stages.read_and_describe(
                self.spark, self.pages, self.reading, job.settings, self.partitions
            )
        pages, limits = self.pages, job.settings.limits
        if "file" not in pages.columns:
            folder = self.memory or Folder.of(job.writer.layout.memory)
            pages = store_pages(pages, folder.address, limits=limits)
        return stages.features(pages, method=job.settings.method, limits=limits)

    def cluster(self, job: Job, sites: Sequence[list[PageRow]]) -> Iterator[Labels | Failure]:
        files, name = self._files(job), self.names["cluster"]
        read = files.read(self.names["read"])
        count = self._count(sum(map(len, sites)))
        with small_batches(self.spark):
            files.keep(name, stages.cluster_sites(read, job.settings, count))
        found = files.table(name, ["key", "label", "reason"])
        labels = dict(
            zip(*(found.column(one).to_pylist() for one in ("key", "label")), strict=True)
        )
        reasons = {
            key: reason
            for key, reason in zip(
                found.column("key").to_pylist(), found.column("reason").to_pylist(), strict=True
            )
            if reason is not None
        }
        for rows in sites:
            reason = reasons.get(rows[0].key)
            if reason is not None:
                yield Failure(reason)
            else:
                yield np.array([labels[row.key] for row in rows], np.int64)

    def induce(self, job: Job, clusters: Sequence[list[PageRow]]) -> Iterator[Result]:
        files, name = self._files(job), self.names["induce"]
        labelled = files.read(self.names["cluster"])
        count = self._count(sum(map(len, clusters)))
        with small_batches(self.spark):
            files.keep(name, stages.induce_clusters(labelled, job.settings, count))
        learned = {(row["site"], row["label"]): row for row in files.rows(name)}
        labels = files.table(self.names["cluster"], ["key", "label"]).to_pylist()
        label_of = {row["key"]: row["label"] for row in labels}
        for rows in clusters:
            yield to_learned(learned[rows[0].site, label_of[rows[0].key]])

    def extract(self, job: Job, units: Sequence[Unit]) -> Iterator[Extracted]:
        if not units:
            return
        files, name = self._files(job), self.names["extract"]
        if not files.has(name):
            given = files.hand_over(f"{name}-units", _list_units(job, units))
            count = self._count(sum(len(unit.fresh) for unit in units))
            with small_batches(self.spark):
                files.keep(name, stages.extract_units(given, job.settings.limits, count))
        order = ("unit", "chunk", "batch")
        for _, rows in groupby(files.merged(name, order), key=itemgetter(*order)):
            yield to_extracted(rows)

    def finish(self, job: Job) -> None:
        """Leave nothing of the stages in what is published."""
        self._files(job).folder.remove()


def _take_pages(job: Job, files: StageFiles, name: str) -> int:
    """Put what was read into the generation: rows in the order of sources, features, problems."""
    about = ["source", "number", "code", "reason", *PAGE_ROWS.names]
    found = files.table(name, about).sort_by([("source", "ascending"), ("number", "ascending")])
    is_page = pa.compute.is_null(found.column("code"))
    pages = _each_once(found.filter(is_page).select(WORK_PAGES.names).cast(WORK_PAGES))
    problems = [
        Problem(row["code"], row["key"], row["reason"] or "")
        for row in found.filter(pa.compute.invert(is_page)).to_pylist()
    ]
    if not pages.num_rows:
        raise NoPagesError(
            "there is no page to run on",
            "the sources hold no HTML, or what is included and excluded leaves none",
            tuple(problems),
        )
    cut = pages.filter(pa.compute.greater(pa.compute.list_value_length(pages["problems"]), 0))
    for row in cut.select(["key", "problems"]).to_pylist():
        problems += cut_problems(row["key"], row["problems"], job.settings.limits)
    kept = _keep_features(job, files.rows(name, ["features_file", "features"]))
    with writing_table(job.generation.work("pages"), WORK_PAGES) as writer:
        writer.write(_place_features(pages, kept))
    write_problems(job, problems)
    return int(pages.num_rows)


def _keep_features(job: Job, rows: Iterator[dict[str, Any]]) -> dict[str, tuple[str, int]]:
    """Write features to files of many pages; by name of each block's portion where it is now."""
    kept: dict[str, tuple[str, int]] = {}
    waiting: list[pa.Table] = []
    number = 1
    for row in rows:
        if row["features"] is None:
            continue
        file = f"{job.generation.number:04}-{number:05}.arrow"
        kept[row["features_file"]] = file, sum(map(len, waiting))
        waiting.append(unpack_features([row["features"]]).to_arrow())
        if sum(map(len, waiting)) >= FILE_PAGES:
            _write_features(job, file, waiting)
            waiting, number = [], number + 1
    if waiting:
        _write_features(job, f"{job.generation.number:04}-{number:05}.arrow", waiting)
    return kept


def _write_features(job: Job, name: str, tables: list[pa.Table]) -> None:
    features = Features.from_arrow(pa.concat_tables(tables))
    write_features(job.generation.features / name, features)


def _place_features(pages: pa.Table, kept: Mapping[str, tuple[str, int]]) -> pa.Table:
    """The rows of pages, which say where their features are now."""
    names = pages.column("features_file").to_pylist()
    rows = pages.column("features_row").to_pylist()
    places = [kept[name] for name in names]
    found = {
        "features_file": [file for file, _ in places],
        "features_row": [first + row for (_, first), row in zip(places, rows, strict=True)],
    }
    for name, values in found.items():
        at = pages.schema.get_field_index(name)
        field = pages.schema.field(at)
        pages = pages.set_column(at, field, pa.array(values, field.type))
    return pages


def _each_once(pages: pa.Table) -> pa.Table:
    """The first of the pages with one key."""
    keys = pages.column("key").to_pylist()
    first = {key: number for number, key in reversed(list(enumerate(keys)))}
    return pages if len(first) == len(keys) else pages.take(sorted(first.values()))


def _list_units(job: Job, units: Sequence[Unit]) -> pa.Table:
    """The pages to extract in chunks; the first row of each chunk has the template."""
    pinned = pinned_keys(job)
    rows: list[dict[str, Any]] = []
    for number, unit in enumerate(units):
        template = job.generation.template(unit.template).read_bytes()
        given = [row for row in unit.fresh if row.key in pinned]
        others = [row for row in unit.fresh if row.key not in pinned]
        chunks = [(LOW_SCORE, chunk) for chunk in _chunks(others)]
        # What a person gave to a template has a record, however badly it fits.
        chunks += [(0.0, chunk) for chunk in _chunks(given)] if given else []
        for chunk, (least, pages) in enumerate(chunks):
            place = {"unit": number, "chunk": chunk}
            rows.append(place | {"position": -1, "template": template, "least": least})
            for position, page in enumerate(pages):
                rows.append(place | {"position": position} | place_values(page))
    return pa.Table.from_pylist(rows, schema=UNITS)


def _chunks(rows: list[PageRow]) -> list[list[PageRow]]:
    """At least one, though it be empty."""
    starts = range(0, max(len(rows), 1), CHUNK_PAGES)
    return [rows[start : start + CHUNK_PAGES] for start in starts]
