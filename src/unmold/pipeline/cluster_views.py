"""How sure the clusters of a run are, and what defines each, for the tables that people read.

Both are found for the clusters as they are published, whoever made them: a method, the caller, or
the templates of the previous run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
from unmold.store.feature_files import read_features
from unmold.store.rows import PageRow, PublishedPage
from unmold.store.stored_pages import read_pages_again
from unmold.templates.signature import VIEWS

MAX_OTHERS = 60
"""Pages of other clusters that say what is no trait of a cluster's own."""

MAX_CLUSTERS = 60
"""Clusters of a site whose traits are found, the largest; the others are too small to matter."""


def judge_clusters(job: Job, rows: Sequence[PageRow], pages: Sequence[PublishedPage]) -> None:
    """Note at each page how near it is to its cluster and to the next one."""
    for numbers in _by_site(pages).values():
        clusters = np.array([pages[number].cluster for number in numbers], np.int64)
        labels = number_by_first_page(clusters)
        sure = _judge_site(job, [rows[number] for number in numbers], labels)
        if sure is None:
            continue
        names = {int(label): int(cluster) for label, cluster in zip(labels, clusters, strict=True)}
        for place, number in enumerate(numbers):
            page, second = pages[number], int(sure.second[place])
            page.cluster_score = _known(sure.score[place])
            page.second_cluster = names[second] if second != UNCLUSTERED else None
            page.second_score = _known(sure.second_score[place])
            page.doubt = sure.doubt(place, int(labels[place])) or None


def _judge_site(job: Job, rows: Sequence[PageRow], labels: Labels) -> Confidence | None:
    """How sure the clusters of a site's pages are; None if the views were not kept.

    Of a site of very many pages, the views of a sample are in memory at once, as in clustering.
    """

    def read(positions: Positions) -> Features:
        own = [rows[position] for position in positions.tolist()]
        features = read_features(job.generation.features, own, VIEWS)
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
    return None if np.isnan(score) else round(float(score), 4)


def _by_site(pages: Sequence[PublishedPage]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for number, page in enumerate(pages):
        found.setdefault(page.site, []).append(number)
    return found


def find_cluster_traits(
    job: Job, rows: Sequence[PageRow], pages: Sequence[PublishedPage]
) -> Mapping[int, Traits]:
    """By cluster what defines it against the other clusters of its site."""
    traits: dict[int, Traits] = {}
    for numbers in _by_site(pages).values():
        drawn = _draw(rows, pages, numbers)
        if len(drawn) < 2:
            continue
        spelled = {cluster: _spell(job, own) for cluster, own in drawn.items()}
        each = max(1, MAX_OTHERS // len(drawn))
        for cluster, own in spelled.items():
            others = [one for other in spelled if other != cluster for one in spelled[other][:each]]
            traits[cluster] = find_traits(own, others)
    return traits


def _draw(
    rows: Sequence[PageRow], pages: Sequence[PublishedPage], numbers: Sequence[int]
) -> dict[int, list[PageRow]]:
    """Some pages of each of the largest clusters of several pages, whatever their order."""
    members: dict[int, list[PageRow]] = {}
    for number in numbers:
        if pages[number].cluster != UNCLUSTERED:
            members.setdefault(pages[number].cluster, []).append(rows[number])
    largest = sorted(members, key=lambda cluster: (-len(members[cluster]), cluster))[:MAX_CLUSTERS]
    return {
        cluster: sorted(members[cluster], key=lambda row: (row.sha256, row.url))[:SAMPLE]
        for cluster in largest
        if len(members[cluster]) > 1
    }


def _spell(job: Job, rows: Sequence[PageRow]) -> list[Traits]:
    limits = job.settings.limits
    again = read_pages_again(rows, limits=limits, jobs=job.jobs)
    return [Traits.of(page, limits) for page in again if isinstance(page, Page)]
