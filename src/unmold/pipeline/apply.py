"""`apply_edits`: a new generation from the pages of the previous one and the edits made since.

Only what depends on the edits is done again. What they change is compared with what readers see,
and shown before it is published.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from unmold.edits import read_edits
from unmold.pipeline.accept import settings_before
from unmold.pipeline.edit_preview import EditPreview, preview_edits
from unmold.pipeline.job import Job, Sources
from unmold.pipeline.step_progress import NullProgress, Progress
from unmold.pipeline.summary import write_summary
from unmold.pipeline.whole_job import do_steps
from unmold.store import Workspace, WorkspaceWriter, open_writer


def apply_edits(
    workspace: str | os.PathLike[str],
    *,
    confirm: Callable[[EditPreview], bool] | None = None,
    jobs: int = 0,
    progress: Progress | None = None,
) -> Workspace:
    """Make the merges, splits, moves and new columns that no run has made yet.

    `confirm` is shown what they change, and says whether they are published.
    """
    with open_writer(Path(workspace)) as writer:
        job = _make_job(writer, jobs, progress or NullProgress())
        if not do_steps(job):
            writer.discard()
            job.progress.say("no edit waits for a run")
            return Workspace(workspace)
        write_summary(job)
        if confirm is None or confirm(preview_edits(job)):
            writer.publish()
        else:
            writer.discard()
    return Workspace(workspace)


def _make_job(writer: WorkspaceWriter, jobs: int, progress: Progress) -> Job:
    """A run on the very pages of the previous one, with its settings."""
    settings = settings_before(writer)
    assert writer.base is not None
    sources = Sources({"pages of": writer.base.number}, iter(()), [])
    edits = read_edits(writer.layout.edits)
    return Job(sources, settings, writer, jobs, progress, edits=edits, keeps_pages=True)
