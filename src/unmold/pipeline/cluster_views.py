"""How sure the clusters of a run are, and what defines each, for the tables that people read.

Both are found for the clusters as they are published, whoever made them: a method, the caller, or
the templates of the previous run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from heapq import nsmallest
from math import isnan

import numpy as np

from unmold.clusters.base import Labels, number_by_first_page
from unmold.clusters.confidence import Confidence, judge_pages
from unmold.clusters.large_sites import Positions, judge_by_sample
from unmold.clusters.traits import SAMPLE, Traits, find_traits
from unmold.evaluation.labels import UNCLUSTERED
from unmold.features import Features
from unmold.model import Page
from unmold.pipeline import cluster_step
from unmold.pipeline.job import Job
from unmold.pipeline.published_pages import PublishedPages
from unmold.store.feature_files import GroupedFeatures
from unmold.store.rows import PageRow
from unmold.store.stored_pages import read_pages_again
from unmold.templates.signature import VIEWS

MAX_OTHERS = 60
"""Pages of other clusters that say what is no trait of a cluster's own."""

MAX_CLUSTERS = 60
"""Clusters of a site whose traits are found, the largest; the others are too small to matter."""


def judge_clusters(job: Job, pages: PublishedPages) -> None:
    """Note at each page how near it is to its cluster and to the next one."""
    sites = [*pages.by_site().values()]
    rows = [[pages.rows[number] for number in numbers] for numbers in sites]
    features = GroupedFeatures(job.generation.features, rows)
    for site, numbers in enumerate(sites):
        clusters = pages.clusters[np.array(numbers, np.int64)]
        labels = number_by_first_page(clusters)
        sure = _judge_site(rows[site], partial(features.read, site, VIEWS), labels)
        if sure is None:
            continue
        names = np.full(int(labels.max(initial=UNCLUSTERED)) + 2, UNCLUSTERED, np.int64)
        names[labels] = clusters
        found = zip(
            numbers,
            map(_known, sure.score.tolist()),
            names[sure.second].tolist(),
            map(_known, sure.second_score.tolist()),
            sure.doubts(labels),
            strict=True,
        )
        for number, score, second, second_score, doubt in found:
            pages.cluster_scores[number] = score
            pages.second_clusters[number] = second if second != UNCLUSTERED else None
            pages.second_scores[number] = second_score
            pages.doubts[number] = doubt or None


def _judge_site(
    rows: Sequence[PageRow], read_kept: Callable[[Positions], Features | None], labels: Labels
) -> Confidence | None:
    """How sure the clusters of a site's pages are; None if the views were not kept.

    Of a site of very many pages, the views of a sample are in memory at once, as in clustering.
    """

    def read(positions: Positions) -> Features:
        features = read_kept(positions)
        if features is None:
            raise _NotKeptError
        return features

    try:
        if len(rows) <= cluster_step.SAMPLE.largest:
            return judge_pages(read(np.arange(len(rows), dtype=np.int64)), labels)
        keys = [cluster_step.page_identity(row) for row in rows]
        files = [row.features_file or "" for row in rows]
        return judge_by_sample(keys, files, labels, read, cluster_step.SAMPLE)
    except _NotKeptError:
        return None


class _NotKeptError(Exception):
    """A run by another method has not kept the views."""


def _known(score: float) -> float | None:
    return None if isnan(score) else round(score, 4)


def find_cluster_traits(job: Job, pages: PublishedPages) -> Mapping[int, Traits]:
    """By cluster what defines it against the other clusters of its site."""
    traits: dict[int, Traits] = {}
    for numbers in pages.by_site().values():
        drawn = _draw(pages, numbers)
        if len(drawn) < 2:
            continue
        spelled = {cluster: _spell(job, own) for cluster, own in drawn.items()}
        each = max(1, MAX_OTHERS // len(drawn))
        for cluster, own in spelled.items():
            others = [one for other in spelled if other != cluster for one in spelled[other][:each]]
            traits[cluster] = find_traits(own, others)
    return traits


def _draw(pages: PublishedPages, numbers: list[int]) -> dict[int, list[PageRow]]:
    """Some pages of each of the largest clusters of several pages, whatever their order."""
    members = pages.by_cluster(numbers)
    largest = sorted(members, key=lambda cluster: (-len(members[cluster]), cluster))[:MAX_CLUSTERS]
    return {
        cluster: nsmallest(
            SAMPLE,
            (pages.rows[number] for number in members[cluster]),
            key=lambda row: (row.sha256, row.url),
        )
        for cluster in largest
        if len(members[cluster]) > 1
    }


def _spell(job: Job, rows: Sequence[PageRow]) -> list[Traits]:
    limits = job.settings.limits
    again = read_pages_again(rows, limits=limits, jobs=job.jobs)
    return [Traits.of(page, limits) for page in again if isinstance(page, Page)]
