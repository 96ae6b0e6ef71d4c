"""The second step: gives pages to templates that are known already.

Only what is left is clustered, so that templates, their fields and their names stay what they were.
"""

from __future__ import annotations

import pyarrow as pa

from unmold.pipeline.given_clusters import GivenClusters
from unmold.pipeline.job import Job
from unmold.pipeline.previous_run import keeps_templates, known_templates, templates_before
from unmold.records.classify import TemplateClassifier
from unmold.store.feature_files import read_features
from unmold.store.journal import StepDetails, StepSettings
from unmold.store.rows import PageRow
from unmold.store.table_files import write_column
from unmold.templates.signature import COLUMNS

BATCH_PAGES = 512
"""Pages whose features are held at once."""


def settings(job: Job) -> StepSettings:
    return {}


def assign_known(job: Job) -> StepDetails:
    """Give pages to the templates of the previous run, if its templates still hold."""
    rows = job.rows()
    templates: list[str | None] = [None] * len(rows)
    if job.accepted is not None:
        templates = [job.accepted.assigned.get(row.key) for row in rows]
    elif keeps_templates(job):
        before = templates_before(job)
        for number, row in enumerate(rows):
            templates[number] = before.get(row.key) if row.is_known else None
        new = [number for number, row in enumerate(rows) if not row.is_known]
        if job.settings.clusters is None:
            _classify(job, rows, new, templates)
        else:
            _follow_given(job.settings.clusters, rows, new, templates)
    write_column(job.generation.work("assigned"), "template", templates, pa.string())
    return {"assigned": sum(template is not None for template in templates)}


def _follow_given(
    given: GivenClusters, rows: list[PageRow], new: list[int], templates: list[str | None]
) -> None:
    """Give new pages to the templates of the other pages in their given clusters."""
    # Clustering says which listed pages were not read, once all of them are looked at.
    clusters = given.find(rows, given.cluster_of)
    places = [(row.site, cluster) for row, cluster in zip(rows, clusters, strict=True)]
    learned = {
        place: template
        for place, template in zip(places, templates, strict=True)
        if place[1] is not None and template is not None
    }
    for number in new:
        templates[number] = learned.get(places[number])


def _classify(job: Job, rows: list[PageRow], new: list[int], templates: list[str | None]) -> None:
    """Give new pages to known templates of their own sites."""
    known = known_templates(job)
    sites = {template.name: template.site for template in known}
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
                if sites.get(verdict.template) == rows[number].site:
                    templates[number] = verdict.template
            job.progress.advance(len(batch))
    job.progress.end()
