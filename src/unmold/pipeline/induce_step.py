"""The fourth step: a template is learned from a sample of every cluster that is large enough.

Clusters enter; templates and the template of each page leave. Known templates stay as they are.
Next is `extract_step`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from itertools import accumulate
from typing import Any

import pyarrow as pa

from unmold.drift import Baseline, learn_again
from unmold.evaluation.labels import UNCLUSTERED
from unmold.model import Page
from unmold.pages.again import read_again
from unmold.pipeline.assign_step import templates_before
from unmold.pipeline.job import Job, RunSettings, rank_pages, read_work_column
from unmold.pipeline.template_ids import TemplateIds, known_again
from unmold.pipeline.workers import open_workers
from unmold.store import Workspace
from unmold.store.disk import share_file, write_bytes
from unmold.store.stored_pages import places_of
from unmold.store.tables import write_column
from unmold.templates import Template, induce_template
from unmold.templates.stability import keep_ids
from unmold.templates.template_file import template_bytes

Rows = list[int]
PageRow = dict[str, Any]

SAMPLE_BYTES = 12 << 20
"""Of huge pages a sample holds fewer: what is learned from them is kept in memory at once."""

BASELINE_PAGES = 60
"""Known pages of a template that tell which field is which when it is learned anew."""

MIN_CLUSTERS = 4
"""For fewer clusters it does not pay to start other processes."""


def settings(job: Job) -> dict[str, Any]:
    return {"min_pages": job.settings.min_pages, **asdict(job.settings.induction)}


def induce_templates(job: Job) -> dict[str, Any]:
    """Learn the templates of new clusters, and keep those that are known."""
    templates = read_work_column(job.generation, "assigned", "template")
    _keep_known(job, set(templates) - {None})
    pages = job.rows()
    _learn_again(job, pages, templates)
    clusters = [rows for rows in _clusters(job, pages) if len(rows) >= job.settings.min_pages]
    namer = _Namer(job, set(templates))
    job.progress.begin("inducing", len(clusters), "templates")
    members = [[pages[row] for row in rows] for rows in clusters]
    for rows, own, template in zip(clusters, members, _induce(job, members), strict=True):
        if template is not None:
            named = _named(job, template, namer.name(template.site, own))
            write_bytes(job.generation.template(named.id), template_bytes(named))
            for row in rows:
                templates[row] = named.id
        job.progress.advance()
    write_column(job.generation.work("members"), "template", templates, pa.string())
    job.progress.end()
    known, found = set(read_work_column(job.generation, "assigned", "template")), set(templates)
    return {
        "templates": len(found - {None}),
        "new": len(found - known),
        "last_ids": dict(namer.ids.last),
    }


def _named(job: Job, template: Template, name: str) -> Template:
    """The template with its id; one learned again keeps the ids and names of its fields."""
    if job.base is not None and job.base.template(name).exists():
        template = keep_ids(template, Template.load(job.base.template(name)))
    return replace(template, id=name)


def _keep_known(job: Job, known: set[str]) -> None:
    """The templates that pages were assigned to, from the run before; and no others."""
    for path in job.generation.templates.glob("*.json"):
        path.unlink()
    if job.base is not None:
        for template in sorted(known):
            share_file(job.base.template(template), job.generation.template(template))


def _learn_again(job: Job, pages: list[PageRow], templates: list[str | None]) -> None:
    """Learn templates anew whose change was accepted; fields keep their ids."""
    if job.accepted is None:
        return
    settings = job.settings
    baseline = Baseline(Workspace(job.building.layout.root), settings.limits, BASELINE_PAGES)
    for name in sorted(job.accepted.relearned & set(filter(None, templates))):
        own = [page for page, template in zip(pages, templates, strict=True) if template == name]
        learned = learn_again(
            baseline,
            name,
            _read_sample(job, own),
            settings.induction,
            settings.limits,
            jobs=job.jobs,
        )
        write_bytes(job.generation.template(name), template_bytes(learned))


def _clusters(job: Job, pages: list[PageRow]) -> list[Rows]:
    """The rows of each cluster: site by site the largest first, whatever the order of pages."""
    found: dict[int, Rows] = {}
    for row, label in enumerate(read_work_column(job.generation, "clusters", "label")):
        if label != UNCLUSTERED:
            found.setdefault(label, []).append(row)
    return sorted(found.values(), key=lambda rows: rank_pages([pages[row] for row in rows]))


def _induce(job: Job, clusters: list[list[PageRow]]) -> Iterator[Template | None]:
    """The template of each cluster; None if no page of it could be read any more."""
    with open_workers(job.jobs if len(clusters) >= MIN_CLUSTERS else 1) as workers:
        jobs = job.jobs if workers.jobs <= 1 else 1
        tasks = (Sample(_read_sample(job, own), job.settings, jobs) for own in clusters)
        yield from workers.map(induce_sample, tasks)


def _read_sample(job: Job, pages: list[PageRow]) -> list[Page]:
    """Some pages of a cluster, drawn as `draw_pages` does, and not too many bytes."""
    by_url = sorted(pages, key=lambda page: page["url"], reverse=True)
    distinct = {page["sha256"]: page for page in by_url}
    drawn = [distinct[digest] for digest in sorted(distinct)][: job.settings.induction.sample_size]
    total = list(accumulate(page["bytes"] for page in drawn))
    kept = drawn[: max(bisect_right(total, SAMPLE_BYTES), job.settings.min_pages)]
    places = places_of(kept)
    again = read_again(places, limits=job.settings.limits, jobs=max(job.jobs, 1))
    return [found for found in again if isinstance(found, Page)]


@dataclass(frozen=True, slots=True)
class Sample:
    """What a template is learned from."""

    pages: list[Page]
    settings: RunSettings
    jobs: int


def induce_sample(sample: Sample) -> Template | None:
    """Learn a template, in whatever process."""
    if not sample.pages:
        return None
    settings = sample.settings
    return induce_template(
        iter(sample.pages), settings.induction, limits=settings.limits, jobs=sample.jobs
    )


class _Namer:
    """Gives templates their ids; one that continues a template of before gets that one's."""

    def __init__(self, job: Job, taken: set[str | None]) -> None:
        steps = job.building.journal.steps(job.base.number) if job.base else {}
        last = steps["induce"].details["last_ids"] if "induce" in steps else {}
        self.ids = TemplateIds(last)
        self.before = templates_before(job)
        self.sizes = Counter(filter(None, self.before.values()))
        self.taken = taken

    def name(self, site: str, pages: list[dict[str, Any]]) -> str:
        known = known_again([page["key"] for page in pages], self.before, self.sizes)
        return known if known is not None and known not in self.taken else self.ids.take(site)
