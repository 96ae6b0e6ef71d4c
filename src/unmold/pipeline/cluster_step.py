"""The third step: clusters pages without a template, site by site.

Features come from disk, where reading put them, one site at a time. Where the caller brings
clusters, these are taken as they are. Of a site of very many pages a sample is clustered, and the
features of the others are read file by file (`large_sites`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

import numpy as np
import pyarrow as pa

from unmold.clusters.base import Labels, number_by_first_page
from unmold.clusters.cluster import rows_by_site
from unmold.clusters.large_sites import (
    Positions,
    SampleClusters,
    SampleSettings,
    cluster_by_sample,
)
from unmold.clusters.registry import make_clusterer
from unmold.clusters.reused_memory import reused_memory
from unmold.clusters.second_opinion import TEXTS
from unmold.errors import Failure, attempt
from unmold.evaluation.labels import UNCLUSTERED
from unmold.features import Features
from unmold.features.compute import compute_again
from unmold.model import InboundLink, Problem, ProblemCode
from unmold.pages.reopen import order_of
from unmold.pipeline.given_clusters import GivenClusters, number_clusters
from unmold.pipeline.job import Job, RunSettings, note_failures, read_work_column
from unmold.pipeline.previous_run import labels_before
from unmold.pipeline.texts_at_hand import TextsAtHand
from unmold.settings import Limits
from unmold.store.feature_files import GroupedFeatures, columns_to_keep
from unmold.store.journal import StepDetails, StepSettings
from unmold.store.rows import PageRow, ProblemRow, read_rows
from unmold.store.table_files import write_column
from unmold.templates.signature import VIEWS

SAMPLE = SampleSettings()
"""When the pages of a site are clustered from a sample."""

ReadFeatures = Callable[[Iterable[str], Positions], Features | None]
"""Columns of the features that were kept of the pages at some positions; None if not all were."""


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
    by_site = rows_by_site([rows[number].site for number in left])
    numbered = [np.array(left, np.int64)[positions] for positions in by_site]
    sites = [[rows[number] for number in numbers] for numbers in numbered]
    with reused_memory():
        each = _cluster_sites(job, sites, carried)
        for numbers, own, found in zip(numbered, sites, each, strict=True):
            job.progress.advance(len(own))
            if isinstance(found, Failure):
                reason = f"{len(own):,} pages of {own[0].site} were not clustered: {found.reason}"
                failures.append(Problem(ProblemCode.FAILED, own[0].key, reason))
                continue
            labels[numbers] = np.where(found == UNCLUSTERED, UNCLUSTERED, found + first_free)
            first_free += int(found.max(initial=UNCLUSTERED)) + 1
    return _finish(job, labels, failures, len(left))


def _cluster_sites(
    job: Job, sites: list[list[PageRow]], carried: dict[str, int]
) -> Iterator[Labels | Failure]:
    """The clusters of each site, or why there are none."""
    fresh = [own for own in sites if not _is_carried(own, carried)]
    found = _cluster_here(job, fresh) if job.engine is None else job.engine.cluster(job, fresh)
    for own in sites:
        yield _carry(own, carried) if _is_carried(own, carried) else next(found)


def _cluster_here(job: Job, sites: list[list[PageRow]]) -> Iterator[Labels | Failure]:
    features = GroupedFeatures(job.generation.features, sites)
    for site, own in enumerate(sites):
        yield attempt(cluster_rows, job, own, partial(features.read, site))


def _is_carried(rows: list[PageRow], carried: dict[str, int]) -> bool:
    """Whether the pages of a site are clustered as they were."""
    return bool(carried) and all(row.is_known for row in rows)


def _carry(rows: list[PageRow], carried: dict[str, int]) -> Labels:
    return np.array([carried[row.key] for row in rows], np.int64)


def _finish(job: Job, labels: Labels, failures: list[Problem], pages: int) -> StepDetails:
    """Leave the labels for the steps that follow."""
    job.texts.forget()
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


def page_identity(row: PageRow) -> str:
    """What a page is drawn by from a large site, whatever the order of pages."""
    return identify_page(row.url, row.path, row.sha256)


def identify_page(url: str, path: str, sha256: str) -> str:
    """The same by what it depends on."""
    return "\n".join(order_of(url, path, sha256))


def cluster_rows(job: Job, rows: list[PageRow], read: ReadFeatures) -> Labels:
    """The clusters of one site's pages, whose features are read."""

    def say(message: str) -> None:
        job.progress.say(f"{rows[0].site}: {message}")

    return cluster_site(rows, read, job.settings, job.jobs, say, job.texts)


def cluster_site(
    rows: list[PageRow],
    read: ReadFeatures,
    settings: RunSettings,
    jobs: int,
    say: Callable[[str], object],
    texts: TextsAtHand | None = None,
) -> Labels:
    """The clusters of one site's pages, whoever asks and wherever."""

    def pick(positions: Positions) -> list[PageRow]:
        return [rows[position] for position in positions.tolist()]

    def cluster(positions: Positions) -> Labels:
        def own(columns: Iterable[str]) -> Features | None:
            return read(columns, positions)

        return _cluster_together(pick(positions), own, settings, jobs, say, texts)

    def views(positions: Positions) -> Features:
        return _read_views(pick(positions), partial(read, VIEWS, positions), settings.limits, jobs)

    if not make_clusterer(settings.method).is_sampled or len(rows) <= SAMPLE.largest:
        return cluster(np.arange(len(rows), dtype=np.int64))
    keys = [page_identity(row) for row in rows]
    files = [row.features_file or "" for row in rows]
    return cluster_by_sample(keys, files, cluster, views, SAMPLE)


def cluster_drawn(
    rows: list[PageRow],
    read: ReadFeatures,
    settings: RunSettings,
    jobs: int,
    say: Callable[[str], object],
) -> tuple[Labels, SampleClusters]:
    """The clusters of pages drawn from a large site, and by what others are assigned to them."""
    everything = np.arange(len(rows), dtype=np.int64)

    def own(columns: Iterable[str]) -> Features | None:
        return read(columns, everything)

    found = number_by_first_page(_cluster_together(rows, own, settings, jobs, say))
    views = _read_views(rows, partial(own, VIEWS), settings.limits, jobs)
    return found, SampleClusters(views, found)


def _read_views(
    rows: list[PageRow], read: Callable[[], Features | None], limits: Limits, jobs: int
) -> Features:
    kept = read()
    return compute_rows(rows, VIEWS, limits, jobs) if kept is None else kept


def _cluster_together(
    rows: list[PageRow],
    read: Callable[[Iterable[str]], Features | None],
    settings: RunSettings,
    jobs: int,
    say: Callable[[str], object],
    texts: TextsAtHand | None = None,
) -> Labels:
    """The clusters of pages that are compared with each other."""
    estimator = make_clusterer(settings.method)
    limits = settings.limits
    are_kept = set(estimator.reads) == set(columns_to_keep(estimator.reads))
    features = read(estimator.reads) if are_kept else None
    if features is None:
        features = compute_rows(rows, estimator.reads, limits, jobs)
    message = estimator.foresee(features)
    if message:
        say(message)

    def read_later(some: Positions, name: str) -> Features:
        own = [rows[row] for row in some.tolist()]
        if texts is None or name != TEXTS:
            return compute_rows(own, [name], limits, jobs)
        return texts.look_up(own, lambda missing: compute_rows(missing, [name], limits, jobs))

    return estimator.fit_predict(features.with_later(read_later))


def compute_rows(
    rows: list[PageRow], columns: Iterable[str], limits: Limits, jobs: int
) -> Features:
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
        jobs=jobs,
        limits=limits,
        change=lambda page: replace(page, inbound=links[page.key]) if page.key in links else page,
    )
