"""`run`: the whole job, from a source of pages to a workspace of tables.

    read      pages and their features               read_step
    assign    pages to templates that are known      assign_step
    cluster   the pages that are left                cluster_step
    induce    a template from each new cluster       induce_step
    edit      what edits make of templates           edit_step
    extract   the records of all pages               extract_step
    index     the words of all records               index_step
    tables    what people read                       tables_step
    publish   one rename; readers see it all at once

Every step leaves its outputs on disk, then a row in the journal. A step whose row is there, with
the digest of all that it depends on, is not done again: that is how a killed run goes on, and how a
changed setting costs only the steps that depend on it.
"""

from __future__ import annotations

import gc
import hashlib
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from unmold import __version__
from unmold.clusters.registry import DEFAULT_METHOD
from unmold.edits import read_edits
from unmold.errors import UsageError
from unmold.model import Problem
from unmold.pages.file_stamps import FileStamps
from unmold.pages.places import place_of
from unmold.pages.read import Source, read_with_stamps
from unmold.pipeline import (
    assign_step,
    cluster_step,
    edit_step,
    extract_step,
    index_step,
    induce_step,
    read_step,
    tables_step,
)
from unmold.pipeline.given_clusters import ClustersSource, GivenClusters
from unmold.pipeline.job import MIN_PAGES, Job, RunSettings, Sources
from unmold.pipeline.step_progress import NullProgress, Progress
from unmold.pipeline.summary import write_summary
from unmold.settings import Induction, Limits
from unmold.store import Workspace, open_writer
from unmold.store.journal import Step, StepDetails, StepSettings


@dataclass(frozen=True, slots=True)
class StepDefinition:
    """One step of a run."""

    name: str
    settings: Callable[[Job], StepSettings]
    """What the caller may turn that changes what the step does."""

    do: Callable[[Job], StepDetails]


STEPS = (
    StepDefinition("read", read_step.settings, read_step.read_sources),
    StepDefinition("assign", assign_step.settings, assign_step.assign_known),
    StepDefinition("cluster", cluster_step.settings, cluster_step.cluster_rest),
    StepDefinition("induce", induce_step.settings, induce_step.induce_templates),
    StepDefinition("edit", edit_step.settings, edit_step.apply_edits),
    StepDefinition("extract", extract_step.settings, extract_step.extract_pages),
    StepDefinition("index", index_step.settings, index_step.index_records),
    StepDefinition("tables", tables_step.settings, tables_step.write_tables),
)


def run(
    source: Source,
    workspace: str | os.PathLike[str],
    *,
    method: str = DEFAULT_METHOD,
    clusters: ClustersSource | None = None,
    min_pages: int = MIN_PAGES,
    induction: Induction | None = None,
    limits: Limits | None = None,
    limit: int | None = None,
    include: Iterable[str] = (),
    exclude: Iterable[str] = (),
    base_url: str | None = None,
    jobs: int = 0,
    force: bool = False,
    progress: Progress | None = None,
) -> Workspace:
    """Read pages, find their templates, extract their records, and keep it all in a workspace.

    A run that was interrupted goes on from its last finished step. Running again, with the same or
    other sources, extends the workspace: pages that did not change are not looked at again, new
    ones go to known templates first. `force` starts over with these sources alone. `base_url` says
    where a folder came from.

    `clusters` are taken instead of a method's, as a CSV file like that of `unmold cluster`, as
    the cluster of each path, or as what `cluster_pages` returned. Pages that they do not list are
    in no cluster.
    """
    if clusters is not None and method != DEFAULT_METHOD:
        raise UsageError(
            "pages are clustered by a method or as given", hint="leave one of them out"
        )
    settings = RunSettings(
        method,
        min_pages,
        induction or Induction(),
        limits or Limits(),
        None if clusters is None else GivenClusters.of(clusters),
    )
    wanted = Wanted(limit, tuple(include), tuple(exclude), base_url)
    sources = open_sources(source, settings, wanted, max(jobs, 1))
    with open_writer(Path(workspace), force=force) as writer:
        edits = read_edits(writer.layout.edits)
        job = Job(sources, settings, writer, jobs, progress or NullProgress(), edits=edits)
        if do_steps(job):
            write_summary(job)
            writer.publish()
        else:
            writer.discard()
            job.progress.say("nothing is new since the previous run")
    return Workspace(workspace)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which pages of the sources are wanted, and where these came from."""

    limit: int | None
    include: tuple[str, ...]
    exclude: tuple[str, ...]
    base_url: str | None


def open_sources(source: Source, settings: RunSettings, wanted: Wanted, jobs: int) -> Sources:
    """The sources, opened before anything is written: a mistake in them leaves no trace."""
    problems: list[Problem] = []
    stamps = FileStamps()
    pages = read_with_stamps(
        source,
        stamps,
        **asdict(wanted),
        jobs=jobs,
        limits=settings.limits,
        problems=problems.append,
    )
    names = _names(source)
    # As the journal gives it back, lists for tuples.
    identity = None if names is None else json.loads(json.dumps({"paths": names, **asdict(wanted)}))
    return Sources(identity, pages, problems, stamps)


def _names(source: Source) -> list[str] | None:
    """The paths of sources that can be read a second time, else None."""
    items = source if isinstance(source, list | tuple) else [source]
    names = [
        os.fspath(item)
        for item in items
        if isinstance(item, os.PathLike) or (isinstance(item, str) and "<" not in item)
    ]
    is_all = len(names) == len(items) and "-" not in names
    return [place_of(name) for name in names] if is_all else None


def do_steps(job: Job) -> bool:
    """Do every step that is not done; whether there is anything to publish."""
    done = job.writer.journal.steps(job.generation.number)
    digest = ""
    for number, step in enumerate(STEPS):
        own = step.settings(job)
        digest = _digest(digest, step.name, own)
        if job.engine is not None:
            # A step that is done already has left what later ones build on.
            job.engine.begin(job, step.name, digest)
        if step.name in done and done[step.name].digest == digest and job.sources.identity:
            continue
        _say_why(job, step, own, done)
        _forget_from(job, number)
        done = {}
        _do(job, step, own, digest)
        if step.name == "read":
            if not _is_worth_it(job):
                return False
            _say_what_changed(job)
    return True


def _digest(before: str, name: str, settings: StepSettings) -> str:
    """What a step depends on: the steps before it, its settings, and the version of unmold."""
    text = json.dumps([before, name, __version__, settings], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _say_why(job: Job, step: StepDefinition, own: StepSettings, done: dict[str, Step]) -> None:
    """Tell a person why something is done again, or that it goes on."""
    if step.name in done:
        what = _changed(done[step.name], own) or "unmold itself"
        job.progress.say(_again("the run was interrupted", what, step.name))
    elif done:
        job.progress.say(f"going on with an interrupted run, from step `{step.name}`")


def _say_what_changed(job: Job) -> None:
    """Tell a person which settings differ from those of the previous run, and what that costs."""
    before = job.writer.journal.steps(job.base.number) if job.base else {}
    for step in STEPS[1:]:
        what = _changed(before[step.name], step.settings(job)) if step.name in before else ""
        if what:
            job.progress.say(_again("the previous run", what, step.name))
            return


def _changed(before: Step, own: StepSettings) -> str:
    """The names of settings that a step had otherwise."""
    names = before.settings.keys() | own.keys()
    return ", ".join(sorted(name for name in names if before.settings.get(name) != own.get(name)))


def _again(since: str, what: str, first: str) -> str:
    names = [step.name for step in STEPS]
    return f"changed since {since}: {what}; done again: {', '.join(names[names.index(first) :])}"


def _forget_from(job: Job, number: int) -> None:
    job.writer.journal.forget(job.generation.number, [step.name for step in STEPS[number:]])


def _do(job: Job, step: StepDefinition, own: StepSettings, digest: str) -> None:
    begun, begun_cpu = time.perf_counter(), _cpu_seconds()
    with _collecting_rarely():
        details = step.do(job)
    details["seconds"] = round(time.perf_counter() - begun, 3)
    details["cpu_seconds"] = round(_cpu_seconds() - begun_cpu, 3)
    job.writer.journal.finish(job.generation.number, step.name, Step(digest, own, details))


NEW_OBJECTS = 20_000
"""Objects that are made before Python looks for cycles among them, of which a run leaves hardly
any: with Python's own 700, looking took 0.06 of the 1.9 s in which SWDE was extracted."""


@contextmanager
def _collecting_rarely() -> Iterator[None]:
    before = gc.get_threshold()
    # Whoever set it to 0 wants no collections at all.
    gc.set_threshold(before[0] and max(before[0], NEW_OBJECTS), *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _cpu_seconds() -> float:
    """What this process and the workers that have ended used."""
    return sum(os.times()[:4])


def _is_worth_it(job: Job) -> bool:
    """Whether what was read can change anything."""
    read = job.writer.journal.steps(job.generation.number)["read"].details
    if job.base is None or job.accepted is not None:
        return True
    if any(read.get(state) for state in ("new", "changed", "gone")):
        return True
    return not _has_same_settings(job)


def _has_same_settings(job: Job) -> bool:
    """Whether the previous run was done by the same unmold with the same settings."""
    assert job.base is not None
    before = job.writer.journal.steps(job.base.number)
    own = {step.name: step.settings(job) for step in STEPS[1:]}
    known = {name: step.settings for name, step in before.items()}
    # Workspaces that were made before there were edits do not know that step.
    same = all(known.get(name, {}) == value for name, value in own.items())
    return same and before["read"].settings["limits"] == read_step.settings(job)["limits"]
