"""The third step: clusters pages without a template, site by site.

Features come from disk, where reading put them, one site at a time. Where the caller brings
clusters, these are taken as they are. Of a site of very many pages a sample is clustered, and the
features of the others are read file by file (`large_sites`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pyarrow as pa

from unmold.clusters.base import Clusterer, Labels
from unmold.clusters.cluster import rows_by_site
from unmold.clusters.large_sites import Positions, SampleSettings, cluster_by_sample
from unmold.clusters.registry import make_clusterer
from unmold.errors import Failure, attempt
from unmold.evaluation.labels import UNCLUSTERED
from unmold.features import Features
from unmold.features.compute import compute_again
from unmold.model import InboundLink, Problem, ProblemCode
from unmold.pages.reopen import order_of
from unmold.pipeline.given_clusters import GivenClusters, number_clusters
from unmold.pipeline.job import Job, note_failures, read_work_column
from unmold.pipeline.previous_run import labels_before
from unmold.store.feature_files import columns_to_keep, read_features
from unmold.store.journal import StepDetails, StepSettings
from unmold.store.rows import PageRow, ProblemRow, read_rows
from unmold.store.table_files import write_column
from unmold.templates.signature import VIEWS

SAMPLE = SampleSettings()
"""When the pages of a site are clustered from a sample."""


def settings(job: Job) -> StepSettings:
    return job.settings.clustering


def cluster_rest(job: Job) -> StepDetails:
    """Cluster the pages that no known template took."""
    rows = job.rows()
    assigned = read_work_column(job.generation, "assigned", "template")
    left = [number for number, template in enumerate(assigned) if template is None]
    labels = np.full(len(rows), UNCLUSTERED, np.int64)
    job.progress.begin("clustering", len(left))
    if job.settings.clusters is not None:
        labels = _take_given(job, job.settings.clusters, rows, left)
        return _finish(job, labels, [], len(left))
    carried = labels_before(job)
    first_free = 0
    failures: list[Problem] = []
    left.sort(key=lambda number: _order_of(rows[number]))
    for positions in rows_by_site([rows[number].site for number in left]):
        numbers = np.array(left, np.int64)[positions]
        own = [rows[number] for number in numbers]
        job.progress.advance(len(own))
        found = attempt(cluster_site, job, own, carried)
        if isinstance(found, Failure):
            reason = f"{len(own):,} pages of {own[0].site} were not clustered: {found.reason}"
            failures.append(Problem(ProblemCode.FAILED, own[0].key, reason))
            continue
        labels[numbers] = np.where(found == UNCLUSTERED, UNCLUSTERED, found + first_free)
        first_free += int(found.max(initial=UNCLUSTERED)) + 1
    return _finish(job, labels, failures, len(left))


def _finish(job: Job, labels: Labels, failures: list[Problem], pages: int) -> StepDetails:
    """Leave the labels for the steps that follow."""
    write_column(job.generation.work("clusters"), "label", labels.tolist(), pa.int64())
    note_failures(job, "cluster", failures)
    job.progress.end()
    return {"clusters": int(labels.max(initial=UNCLUSTERED)) + 1, "pages": pages}


def _take_given(job: Job, given: GivenClusters, rows: list[PageRow], left: list[int]) -> Labels:
    """The clusters that the caller brings, of the pages that no known template took."""
    known = {problem.where for problem in read_rows(job.generation.work("problems"), ProblemRow)}
    found = given.find(rows, known)
    alone = sum(name is None for name in found)
    if alone:
        job.progress.say(f"{alone:,} of {len(rows):,} pages are in none of the given clusters")
    labels = np.full(len(rows), UNCLUSTERED, np.int64)
    order = sorted(left, key=lambda number: _order_of(rows[number]))
    names = [None if found[n] is None else f"{rows[n].site}\n{found[n]}" for n in order]
    labels[np.array(order, np.int64)] = number_clusters(names)
    job.progress.advance(len(left))
    return labels


def _order_of(row: PageRow) -> tuple[str, tuple[str, str]]:
    """Pages are clustered in the order of sites, URLs and content, whatever theirs was."""
    return row.site, order_of(row.url, row.path, row.sha256)


def cluster_site(job: Job, rows: list[PageRow], carried: dict[str, int]) -> Labels:
    """The clusters of one site's pages; the previous ones where no page is new."""
    if carried and all(row.is_known for row in rows):
        return np.array([carried[row.key] for row in rows], np.int64)
    if not make_clusterer(job.settings.method).is_sampled:
        return _cluster_together(job, rows)

    def pick(positions: Positions) -> list[PageRow]:
        return [rows[position] for position in positions.tolist()]

    def read(positions: Positions) -> Features:
        own = pick(positions)
        kept = read_features(job.generation.features, own, VIEWS)
        return kept if kept is not None else _compute(job, own, VIEWS)

    return cluster_by_sample(
        ["\n".join(order_of(row.url, row.path, row.sha256)) for row in rows],
        [row.features_file or "" for row in rows],
        lambda positions: _cluster_together(job, pick(positions)),
        read,
        SAMPLE,
    )


def _cluster_together(job: Job, rows: list[PageRow]) -> Labels:
    """The clusters of pages that are compared with each other."""
    estimator = make_clusterer(job.settings.method)
    features = _features_of(job, rows, estimator)
    message = estimator.foresee(features)
    if message:
        job.progress.say(f"{rows[0].site}: {message}")
    return estimator.fit_predict(
        features.with_later(lambda some, name: _compute(job, [rows[row] for row in some], [name]))
    )


def _features_of(job: Job, rows: list[PageRow], estimator: Clusterer) -> Features:
    """What the method reads of some pages: from disk, or from the pages where it is not kept."""
    if set(estimator.reads) == set(columns_to_keep(estimator.reads)):
        kept = read_features(job.generation.features, rows, estimator.reads)
        if kept is not None:
            return kept
    return _compute(job, rows, estimator.reads)


def _compute(job: Job, rows: list[PageRow], columns: Iterable[str]) -> Features:
    """Features of pages that are read again."""
    # A page that changed meanwhile is clustered as an empty one; extracting lists the problem.
    links = {
        row.key: InboundLink(row.inbound_source or "", row.inbound_xpath)
        for row in rows
        if row.inbound_xpath is not None
    }
    return compute_again(
        [row.place for row in rows],
        columns,
        jobs=job.jobs,
        limits=job.settings.limits,
        change=lambda page: replace(page, inbound=links.get(page.key)),
    )
