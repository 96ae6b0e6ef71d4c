"""`SparkEngine`: works on the pages of a run in the tasks of Spark.

The driver keeps what a run keeps: the journal, the rows of pages, names and tables. What touches a
page is done by tasks; each stage leaves its result as Parquet in the generation under way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

import numpy as np

from unmold.clusters.base import Labels
from unmold.errors import Failure
from unmold.pages.reading import Reading
from unmold.pipeline.engine import IndexedElsewhere
from unmold.pipeline.extract_step import Unit
from unmold.pipeline.extraction import Extracted
from unmold.pipeline.given_clusters import GivenClusters
from unmold.pipeline.induce_step import (
    Result,
    SampleRows,
    choose_joined_samples,
    choose_samples,
)
from unmold.pipeline.job import Job, RunSettings
from unmold.pipeline.judged_clusters import Joined, Learned
from unmold.spark import stages
from unmold.spark.archives import Portion
from unmold.spark.arrow_types import PAGE_LABELS, READ
from unmold.spark.folders import Folder
from unmold.spark.handing_over import list_checks, list_samples, list_sites, list_units
from unmold.spark.indexing import index_parts
from unmold.spark.large_sites import find_large, label_large_sites
from unmold.spark.session import small_batches
from unmold.spark.stage_files import StageFiles
from unmold.spark.stage_parts import Stage
from unmold.spark.storing import store_pages
from unmold.spark.taking import has_twice, take_pages
from unmold.spark.working import to_extracted, to_learned
from unmold.store.journal import StepDetails
from unmold.store.rows import PageRow

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

PAGES_OF_TASK = 256
"""Pages for which a task more is started, up to Spark's own number. A guess."""

ROWS_OF_PART = 1_000_000
"""Rows of a record table in one file: some hundred megabytes, as Spark likes them. A guess."""


@dataclass
class SparkEngine:
    """The engine of one run."""

    spark: SparkSession
    pages: DataFrame | Sequence[Portion]
    reading: Reading
    partitions: int | None = None
    limit: int | None = None
    """How many pages are read, in the order of sources."""
    token: str = ""
    """What distinguishes the stages of this run where nothing says which pages it has."""
    stages: Folder | None = None
    """Where stages leave their results, and nothing else is; in the generation under way if nothing
    is said."""
    memory: Folder | None = None
    """Where pages are kept that were in no archive; in the workspace if nothing is said."""
    has_index: bool = False
    """Whether a search index is asked for."""
    rows_of_part: int = field(default_factory=lambda: ROWS_OF_PART)
    names: dict[str, str] = field(default_factory=dict)
    """By step what its stages are called: another digest gives another name."""
    joined: int = 0
    """Stages so far that learned from clusters that may be one."""

    def begin(self, job: Job, step: str, digest: str) -> None:
        self.names[step] = f"{step}-{digest[:16]}{self.token}"

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

        def look_again(rows: list[PageRow], describe: bool) -> str:
            return self._look_again(job, rows, describe)

        details = take_pages(job, files, name, self.limit, look_again)
        job.progress.advance(details["pages"])
        job.progress.end()
        return details

    def _describe(self, job: Job) -> Stage:
        if isinstance(self.pages, Sequence):
            return stages.read_and_describe(
                self.spark, self.pages, self.reading, job.settings, self.partitions, self.limit
            )
        pages, limits = self.pages, job.settings.limits
        if "file" not in pages.columns:
            folder = self.memory or Folder.of(job.writer.layout.memory)
            pages = store_pages(pages, folder.address, limits=limits)
        return stages.describe_pages(pages, job.settings.method, limits)

    def _look_again(self, job: Job, rows: list[PageRow], describe: bool) -> str:
        """Let tasks open known pages; the name of the stage that says how they are."""
        files, name = self._files(job), f"{self.names['read']}-again"
        if not files.has(name):
            given = files.hand_over(f"{name}-pages", list_checks(rows))
            settings, count = _for_tasks(job.settings), self._count(len(rows))
            with small_batches(self.spark):
                files.keep(name, stages.look_again(given, settings, count, describe=describe))
        return name

    def cluster(self, job: Job, sites: Sequence[list[PageRow]]) -> Iterator[Labels | Failure]:
        if not sites:
            return
        large = find_large(sites, job.settings)
        small = [rows for rows in sites if rows[0].site not in large]
        labelled = self._label_large(job, large) if large else {}
        files, name = self._files(job), self.names["cluster"]
        if small and not files.has(name):
            count = self._count(sum(map(len, small)))
            given = self._given(job, small, set(large), takes=False)
            with small_batches(self.spark):
                files.keep(name, stages.label_pages(given, job.settings, count))
        found = files.table(name, PAGE_LABELS) if small else PAGE_LABELS.empty_table()
        keys, labels, reasons = (column.to_pylist() for column in found.columns)
        label_of = dict(zip(keys, labels, strict=True))
        failed = {key: why for key, why in zip(keys, reasons, strict=True) if why is not None}
        for rows in sites:
            if rows[0].site in labelled:
                yield labelled[rows[0].site]
            elif rows[0].key in failed:
                yield Failure(failed[rows[0].key])
            else:
                yield np.array([label_of[row.key] for row in rows], np.int64)

    def _label_large(
        self, job: Job, sites: Mapping[str, list[PageRow]]
    ) -> dict[str, Labels | Failure]:
        """The clusters of sites whose pages are assigned by all tasks."""
        given = self._given(job, [*sites.values()], set(sites), takes=True)
        count = self._count(sum(map(len, sites.values())))
        with small_batches(self.spark):
            return label_large_sites(
                self._files(job),
                f"{self.names['cluster']}-large",
                given,
                sites,
                job.settings,
                count,
            )

    def _given(
        self, job: Job, sites: Sequence[list[PageRow]], large: set[str], *, takes: bool
    ) -> DataFrame:
        """What is clustered: all that was read, or of that and of the previous run what is left.

        Of all that was read the sites of `large` are taken or left out.
        """
        files, read = self._files(job), self.names["read"]
        if job.base is None and self.limit is None and not (takes and has_twice(files, read)):
            found = files.read(read, READ)
            is_large = found["site"].isin(*large)
            return found.filter(is_large if takes else ~is_large) if large else found
        name = f"{self.names['cluster']}-{'large' if takes else 'pages'}"
        return files.hand_over(name, list_sites(job, sites))

    def induce(self, job: Job, clusters: Sequence[list[PageRow]]) -> Iterator[Result]:
        if not clusters:
            return
        name, settings = self.names["induce"], _for_tasks(job.settings)
        if not self._files(job).has(name):
            samples = choose_samples(list(clusters), job.rows(), job.settings)
            self._induce(job, name, samples, settings)
        yield from self._learned(job, name, len(clusters))

    def learn_joined(self, job: Job, clusters: Sequence[list[PageRow]]) -> Iterator[Joined]:
        self.joined += 1
        name = f"{self.names['induce']}-joined-{self.joined}"
        if not self._files(job).has(name):
            samples = choose_joined_samples(clusters, job.rows(), job.settings)
            # Pages whose clusters are given are not parted by what is learned.
            settings = replace(job.settings, clusters=GivenClusters({}, ""))
            self._induce(job, name, samples, settings)
        for found in self._learned(job, name, len(clusters)):
            yield found.whole if isinstance(found, Learned) else found

    def _induce(
        self, job: Job, name: str, samples: Sequence[SampleRows], settings: RunSettings
    ) -> None:
        """Let tasks learn from samples."""
        files = self._files(job)
        given = files.hand_over(f"{name}-samples", list_samples(samples))
        count = self._count(sum(len(one.own) for one in samples))
        with small_batches(self.spark):
            files.keep(name, stages.induce_samples(given, settings, count))

    def _learned(self, job: Job, name: str, count: int) -> Iterator[Result]:
        """What they learned, in the order of samples."""
        learned = {row["label"]: row for row in self._files(job).rows(name)}
        for number in range(count):
            yield to_learned(learned[number])

    def extract(self, job: Job, units: Sequence[Unit]) -> Iterator[Extracted]:
        if not units:
            return
        files, name = self._files(job), self.names["extract"]
        if not files.has(name):
            given = files.hand_over(f"{name}-units", list_units(job, units))
            count = self._count(sum(len(unit.fresh) for unit in units))
            with small_batches(self.spark):
                files.keep(name, stages.extract_units(given, job.settings.limits, count))
        # A driver that was lost may have written some of them.
        wanted = {unit.template for unit in units}
        order = ("unit", "chunk", "batch")
        for _, rows in groupby(files.merged(name, order), key=itemgetter(*order)):
            found = list(rows)
            if found[0]["template"] in wanted:
                yield to_extracted(found)

    def index(
        self, job: Job, records: Mapping[str, int]
    ) -> AbstractContextManager[IndexedElsewhere]:
        return index_parts(self._files(job), self.names["index"], self.names["extract"], records)

    def finish(self) -> None:
        """Remove what stages left elsewhere, once all is published."""
        if self.stages is not None:
            self.stages.remove()

    def leave_nothing(self, job: Job) -> None:
        """Leave nothing of the stages in what is published."""
        if self.stages is None:
            self._files(job).folder.remove()


def _for_tasks(settings: RunSettings) -> RunSettings:
    """Settings that are small: that clusters are given is enough for tasks to know."""
    given = settings.clusters
    if given is None:
        return settings
    return replace(settings, clusters=GivenClusters({}, given.digest))
