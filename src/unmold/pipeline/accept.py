"""`accept_drift`: makes a new generation from a new crawl and what changed.

The new pages replace the known ones. Templates that changed are learned anew and keep the ids of
their fields, the others stay as they are, and what has no template is clustered. The previous
generation is kept, as after every run.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, cast

from unmold.drift import Drift
from unmold.errors import UsageError
from unmold.pages.read import Source
from unmold.pipeline.given_clusters import GivenClusters
from unmold.pipeline.job import Accepted, Job, RunSettings
from unmold.pipeline.step_progress import NullProgress, Progress
from unmold.pipeline.summary import write_summary
from unmold.pipeline.whole_job import Wanted, do_steps, open_sources
from unmold.settings import Induction, Limits
from unmold.store import Workspace, WorkspaceWriter, open_writer
from unmold.store.table_files import safe_text


def accept_drift(
    workspace: str | os.PathLike[str],
    source: Source,
    drift: Drift,
    *,
    limits: Limits | None = None,
    limit: int | None = None,
    include: Iterable[str] = (),
    exclude: Iterable[str] = (),
    base_url: str | None = None,
    jobs: int = 0,
    progress: Progress | None = None,
) -> Workspace:
    """Learn the state that a new crawl shows, with the settings of the previous run."""
    accepted = Accepted(
        {safe_text(key): name for key, name in drift.assigned.items()},
        frozenset(drift.changed_templates()),
    )
    with open_writer(Path(workspace)) as writer:
        settings = _settings_before(writer, limits or Limits())
        wanted = Wanted(limit, tuple(include), tuple(exclude), base_url)
        sources = open_sources(source, settings, wanted, max(jobs, 1))
        job = Job(sources, settings, writer, jobs, progress or NullProgress(), accepted)
        do_steps(job)
        write_summary(job)
        writer.publish()
    return Workspace(workspace)


def _settings_before(writer: WorkspaceWriter, limits: Limits) -> RunSettings:
    if writer.base is None:
        raise UsageError(
            f"{writer.layout.root} holds no finished run", hint="`unmold run` makes one"
        )
    steps = writer.journal.steps(writer.base.number)
    # As `RunSettings.learning` and `RunSettings.clustering` gave them to the journal.
    induce = cast("Mapping[str, Any]", steps["induce"].settings)
    clustering = cast("Mapping[str, Any]", steps["cluster"].settings)
    names = {field.name for field in fields(Induction)}
    induction = Induction(**{name: induce[name] for name in names & induce.keys()})
    # Which cluster a new page is in was not said: what fits no template is in none.
    digest = clustering.get("clusters")
    clusters = None if digest is None else GivenClusters({}, digest)
    return RunSettings(clustering["method"], induce["min_pages"], induction, limits, clusters)
