"""The second step: pages that belong to a template that is known already go there.

The table of pages enters; the template of each, or none, leaves. Only what is left is clustered, so
that templates, their fields and their names stay what they were. Next is `cluster_step`.
"""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from unmold.pipeline.job import Job, read_work_column
from unmold.store.tables import write_column


def settings(job: Job) -> dict[str, Any]:
    return {}


def assign_known(job: Job) -> dict[str, Any]:
    """Give pages to the templates of the run before, if its templates still hold."""
    rows = job.rows("key", "state")
    before = templates_before(job) if keeps_templates(job) else {}
    templates = [
        before.get(row["key"]) if row["state"] in ("known", "kept") else None for row in rows
    ]
    write_column(job.generation.work("assigned"), "template", templates, pa.string())
    return {"assigned": sum(template is not None for template in templates)}


def templates_before(job: Job) -> dict[str, str | None]:
    """By key of each page of the run before its template."""
    if job.base is None:
        return {}
    keys = read_work_column(job.base, "pages", "key")
    return dict(zip(keys, read_work_column(job.base, "members", "template"), strict=True))


def keeps_templates(job: Job) -> bool:
    """Whether the templates of the run before are those that this one would learn."""
    from unmold.pipeline import cluster_step, induce_step

    if job.base is None:
        return False
    steps = job.building.journal.steps(job.base.number)
    wanted = {"cluster": cluster_step.settings(job), "induce": induce_step.settings(job)}
    return all(name in steps and steps[name].settings == own for name, own in wanted.items())
