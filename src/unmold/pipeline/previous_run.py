"""What the previous run left that this one may keep: its templates, and which page has which.

These are the learned ones. What edits make of them is made anew, by `edit_step`.
"""

from __future__ import annotations

from unmold.pipeline.job import Job, read_work_column
from unmold.store import Generation
from unmold.store.table_files import read_table
from unmold.store.verified import load_template
from unmold.templates import Template


def known_templates(job: Job) -> list[Template]:
    """The templates of the previous run."""
    if job.base is None:
        return []
    names = {name for name in learned_members(job.base) if name is not None}
    return [load_template(job.base.learned_template(name)) for name in sorted(names)]


def templates_before(job: Job) -> dict[str, str | None]:
    """By key of each page of the previous run its template."""
    if job.base is None:
        return {}
    keys = read_work_column(job.base, "pages", "key")
    return dict(zip(keys, learned_members(job.base), strict=True))


def learned_members(generation: Generation) -> list[str | None]:
    """The template of each page as it was learned, whatever edits made of it."""
    found: list[str | None] = (
        read_table(generation.learned_members, ["template"]).column("template").to_pylist()
    )
    return found


def parts_before(job: Job) -> dict[str, list[str]]:
    """By name of each template that edits made, the learned ones that its pages have."""
    step = job.writer.journal.steps(job.base.number).get("edit") if job.base else None
    found: dict[str, list[str]] = step.details.get("parts", {}) if step else {}
    return found


def names_of_splits(job: Job) -> dict[str, str]:
    """By name of each template that edits made of some pages its id: nobody else's name."""
    step = job.writer.journal.steps(job.base.number).get("edit") if job.base else None
    found: dict[str, str] = step.details.get("names", {}) if step else {}
    return found


def is_set_aside(generation: Generation | None, template: str) -> bool:
    """Whether edits have made another of a template."""
    return generation is not None and generation.set_aside(template).exists()


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
