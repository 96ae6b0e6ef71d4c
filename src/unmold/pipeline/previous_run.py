"""What the previous run left that this one may keep: its templates, and which page has which."""

from __future__ import annotations

from unmold.pipeline.job import Job, read_work_column
from unmold.store.verified import load_template, template_names
from unmold.templates import Template


def known_templates(job: Job) -> list[Template]:
    """The templates of the previous run."""
    if job.base is None:
        return []
    return [load_template(job.base.template(name)) for name in sorted(template_names(job.base))]


def templates_before(job: Job) -> dict[str, str | None]:
    """By key of each page of the previous run its template."""
    if job.base is None:
        return {}
    keys = read_work_column(job.base, "pages", "key")
    return dict(zip(keys, read_work_column(job.base, "members", "template"), strict=True))


def labels_before(job: Job) -> dict[str, int]:
    """By key of each page that was left over before its cluster, if that may be kept."""
    if job.base is None or not keeps_templates(job):
        return {}
    keys = read_work_column(job.base, "pages", "key")
    return dict(zip(keys, read_work_column(job.base, "clusters", "label"), strict=True))


def keeps_templates(job: Job) -> bool:
    """Whether the templates of the previous run are those that this one would learn."""
    if job.base is None:
        return False
    steps = job.writer.journal.steps(job.base.number)
    wanted = {"cluster": job.settings.clustering, "induce": job.settings.learning}
    return all(name in steps and steps[name].settings == own for name, own in wanted.items())
