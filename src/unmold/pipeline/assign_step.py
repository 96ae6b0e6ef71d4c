"""The second step: pages that belong to a template that is known already go there.

The table of pages enters; the template of each, or none, leaves. Only what is left is clustered, so
that templates, their fields and their names stay what they were. Next is `cluster_step`.
"""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from unmold.pipeline.job import Job, read_work_column
from unmold.records.classify import TemplateClassifier
from unmold.store.feature_files import read_features
from unmold.store.tables import write_column
from unmold.store.verified import load_template, template_ids
from unmold.templates import Template
from unmold.templates.looks import COLUMNS

BATCH_PAGES = 512

Rows = list[dict[str, Any]]


def settings(job: Job) -> dict[str, Any]:
    return {}


def assign_known(job: Job) -> dict[str, Any]:
    """Give pages to the templates of the run before, if its templates still hold."""
    rows = job.rows("key", "state", "site", "features_file", "features_row")
    templates: list[str | None] = [None] * len(rows)
    if job.accepted is not None:
        templates = [job.accepted.assigned.get(row["key"]) for row in rows]
    elif keeps_templates(job):
        before = templates_before(job)
        is_known = [row["state"] in ("known", "kept") for row in rows]
        for number, row in enumerate(rows):
            templates[number] = before.get(row["key"]) if is_known[number] else None
        new = [number for number in range(len(rows)) if not is_known[number]]
        _classify(job, rows, new, templates)
    write_column(job.generation.work("assigned"), "template", templates, pa.string())
    return {"assigned": sum(template is not None for template in templates)}


def _classify(job: Job, rows: Rows, new: list[int], templates: list[str | None]) -> None:
    """Give new pages to known templates of their own sites."""
    known = known_templates(job)
    sites = {template.id: template.site for template in known}
    job.progress.begin("assigning", len(new))
    if known:
        classifier = TemplateClassifier(known)
        for start in range(0, len(new), BATCH_PAGES):
            batch = new[start : start + BATCH_PAGES]
            features = read_features(
                job.generation.features, [rows[number] for number in batch], COLUMNS
            )
            assert features is not None, "every run keeps what looks are made of"
            verdicts = classifier.classify(features)
            for number, verdict in zip(batch, verdicts, strict=True):
                if sites.get(verdict.template) == rows[number]["site"]:
                    templates[number] = verdict.template
            job.progress.advance(len(batch))
    job.progress.end()


def known_templates(job: Job) -> list[Template]:
    """The templates of the run before."""
    if job.base is None:
        return []
    return [load_template(job.base.template(name)) for name in sorted(template_ids(job.base))]


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
