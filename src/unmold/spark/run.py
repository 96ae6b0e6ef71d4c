"""`run` on Spark: the whole job, from pages to a workspace like any other."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from uuid import uuid4

from unmold.clusters.registry import DEFAULT_METHOD
from unmold.edits import read_edits
from unmold.errors import UsageError
from unmold.pages.places import BaseUrl
from unmold.pages.reading import Reading
from unmold.pages.selection import Selection
from unmold.pipeline.given_clusters import ClustersSource
from unmold.pipeline.job import MIN_PAGES, Job, RunSettings, Sources
from unmold.pipeline.step_progress import NullProgress, Progress
from unmold.pipeline.summary import write_summary
from unmold.pipeline.whole_job import Wanted, do_steps
from unmold.settings import Induction, Limits
from unmold.spark.archives import Portion, list_portions
from unmold.spark.engine import SparkEngine
from unmold.spark.folders import Folder
from unmold.spark.publishing import fetch_published, publish_elsewhere, read_manifest
from unmold.spark.session import check_pyspark, explaining_spark, open_session
from unmold.spark.stages import Paths, make_settings
from unmold.store import Generation, Workspace, open_writer

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


@dataclass(frozen=True, slots=True)
class Found:
    """What a run found, as DataFrames."""

    spark: SparkSession
    folder: Folder
    """Where the tables are."""
    workspace: Workspace | None
    """What was found as `unmold.run` gives it; None if it is not on this machine."""

    @property
    def pages(self) -> DataFrame:
        return self._read("tables/pages.parquet")

    @property
    def problems(self) -> DataFrame:
        return self._read("tables/problems.parquet")

    @property
    def templates(self) -> DataFrame:
        """The clusters that have a template: its name, its site, how many pages it has."""
        clusters = self._read("tables/clusters.parquet")
        return clusters.filter(clusters["template"].isNotNull())

    def records(self, table: str) -> DataFrame:
        """A record table by the name that it was given; `workspace` shows it as edits say."""
        listed = {row["name"]: row["file"] for row in self._read("tables/tables.parquet").collect()}
        if table not in listed:
            names = ", ".join(sorted(listed)) or "none"
            raise UsageError(f"there is no table {table!r}", hint=f"there are: {names}")
        return self._read(listed[table])

    def _read(self, name: str) -> DataFrame:
        return self.spark.read.parquet(self.folder.uri(name))


def run(
    pages: DataFrame | Paths,
    workspace: str | os.PathLike[str],
    *,
    spark: SparkSession | None = None,
    method: str = DEFAULT_METHOD,
    clusters: ClustersSource | None = None,
    min_pages: int = MIN_PAGES,
    induction: Induction | None = None,
    limits: Limits | None = None,
    limit: int | None = None,
    include: Iterable[str] = (),
    exclude: Iterable[str] = (),
    base_url: str | None = None,
    partitions: int | None = None,
    name: str | None = None,
    stages: str | os.PathLike[str] | None = None,
    index: bool = False,
    force: bool = False,
    progress: Progress | None = None,
) -> Found:
    """Do the whole job on Spark: read, cluster, induce, extract, and publish a workspace.

    `pages` are a DataFrame with `url` and `html`, or one that `read_pages` gave, or paths of
    archives, which need a session in `spark` if none is active. A run that was interrupted goes on
    from its last whole stage; for a DataFrame, whose pages nobody knows again, `name` says that
    they are the same as before. `partitions` is the number of tasks of each stage, if that is not
    left to Spark. `index` asks for the search index, which tasks write in parts: without it nothing
    can be searched, and all else is there. What is not named here is as in `unmold.run`; `limit`,
    `include`, `exclude` and `base_url` are for paths.

    The workspace is a folder, or an address as `s3a://bucket/shop`. While a run is under way its
    stages leave Parquet files there, or in a folder in `stages`: driver and tasks must share that
    place. It is extended by running again, as `unmold.run` does it; `force` starts over. At an
    address, `manifest.json` is written last, and says in which folder the tables are.
    """
    check_pyspark()
    settings = make_settings(method, min_pages, induction, limits, clusters)
    wanted = Wanted(limit, tuple(include), tuple(exclude), base_url)
    source, identity = _identify(pages, wanted, name)
    base = None if base_url is None else BaseUrl.of(base_url)
    reading = Reading(settings.limits, Selection.of(include, exclude), base_url=base)
    session = spark or (open_session() if isinstance(source, list) else source.sparkSession)
    engine = SparkEngine(session, source, reading, partitions, limit)
    # Nobody knows whether the pages of two DataFrames are the same.
    engine.token = "" if identity else f"-{uuid4().hex[:8]}"
    engine.has_index = index
    shown, target = progress or NullProgress(), Folder.of(workspace)
    engine.stages = None if stages is None else _place_stages(Folder.of(stages), target)
    sources = Sources(identity, iter(()), [])
    if not target.is_remote:
        _run_here(Path(workspace), sources, settings, engine, shown, force=force)
        engine.finish()
        found = Workspace(workspace)
        return Found(session, Folder.of((Path(workspace) / "current").resolve()), found)
    engine.stages = engine.stages or Folder(target.at("stages"))
    engine.memory = Folder(target.at("memory"))
    with TemporaryDirectory(prefix="unmold-") as folder:
        place = _run_elsewhere(Path(folder), target, sources, settings, engine, shown, force=force)
    engine.finish()
    return Found(session, Folder(target.at(place)), None)


def _place_stages(folder: Folder, workspace: Folder) -> Folder:
    """A folder of this workspace's stages alone, since it is removed when all is published."""
    digest = hashlib.sha256(workspace.address.encode("utf-8", "surrogateescape")).hexdigest()
    return Folder(folder.at(f"unmold-stages-{digest[:16]}"))


def _run_elsewhere(
    root: Path,
    target: Folder,
    sources: Sources,
    settings: RunSettings,
    engine: SparkEngine,
    progress: Progress,
    *,
    force: bool,
) -> str:
    """Make or extend a workspace at an address; the folder where it is published."""
    before = read_manifest(target, force=force)
    if before is not None and not force:
        fetch_published(target, before, root)
    made = _run_here(root, sources, settings, engine, progress, force=False)
    if made is None:
        assert before is not None, "only what extends another may say nothing new"
        return before.folder
    return publish_elsewhere(made, target, before)


def _run_here(
    root: Path,
    sources: Sources,
    settings: RunSettings,
    engine: SparkEngine,
    progress: Progress,
    *,
    force: bool,
) -> Generation | None:
    """Make a workspace on this machine; what was made, or None if nothing is new."""
    with open_writer(root, force=force) as writer:
        edits = read_edits(writer.layout.edits)
        job = Job(sources, settings, writer, 1, progress, edits=edits, engine=engine)
        hint = "run the same again to go on from the last whole stage; Spark's log says more"
        with explaining_spark("Spark failed", hint):
            is_new = do_steps(job)
        engine.leave_nothing(job)
        if is_new:
            write_summary(job)
            writer.publish()
            return writer.generation
        writer.discard()
        job.progress.say("nothing is new since the previous run")
        return None


def _identify(
    pages: DataFrame | Paths, wanted: Wanted, name: str | None
) -> tuple[DataFrame | list[Portion], dict[str, object] | None]:
    """What is read, and what tells it from other sources."""
    if wanted.limit is not None and wanted.limit < 0:
        raise UsageError(f"limit must not be negative, but is {wanted.limit}")
    if isinstance(pages, str | os.PathLike | list | tuple):
        portions = list_portions(pages, has_base_url=wanted.base_url is not None)
        paths = [one.archive.real if one.archive else list(one.paths) for one in portions]
        return portions, json.loads(json.dumps({"paths": paths, **asdict(wanted)}))
    if wanted != Wanted(None, (), (), None):
        raise UsageError(
            "`limit`, `include`, `exclude` and `base_url` are for paths",
            hint="filter the DataFrame, and fill its column `url`",
        )
    return pages, None if name is None else {"name": name}  # type: ignore[return-value]
