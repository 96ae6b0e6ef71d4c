"""Of a large site a sample is clustered, and every page gets the cluster that it would have."""

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest

from unmold.clusters.auto import AutoClusterer
from unmold.clusters.base import Labels, number_by_first_page
from unmold.clusters.confidence import judge_pages
from unmold.clusters.large_sites import (
    Positions,
    SampleClusters,
    SampleRounds,
    SampleSettings,
    choose_cluster_sample,
    cluster_by_sample,
    judge_by_sample,
)
from unmold.features import Features

VIEWS = ("leaf_paths", "class_tokens", "main_paths", "labels", "element_paths")


def make_site(kinds: Sequence[int], seed: int = 7) -> Features:
    """Pages of templates without anything in common, each with a little noise."""
    random = Random(seed)
    rows = []
    for kind in kinds:
        own = [kind * 1000 + number for number in range(40)]
        rows.append(sorted({*own, *(kind * 1000 + 100 + random.randrange(50) for _ in range(4))}))
    columns = dict.fromkeys(VIEWS, rows)
    parents = [[0] * len(row) for row in rows]
    keys = [f"page-{number}" for number in range(len(rows))]
    sites = ["a.example"] * len(rows)
    return Features.of({"keys": keys, "sites": sites, **columns, "element_path_parents": parents})


class Site:
    """Pages whose features can be asked for, and what was asked."""

    def __init__(self, kinds: Sequence[int]) -> None:
        self.features = make_site(kinds)
        self.clustered: list[int] = []
        self.read_pages: list[int] = []
        self.keys = self.features.keys
        self.files = [f"{number // 50}" for number in range(len(kinds))]

    def cluster(self, pages: Positions) -> Labels:
        self.clustered.append(len(pages))
        return AutoClusterer(texts=False).fit_predict(self.features.select(pages))

    def read(self, pages: Positions) -> Features:
        self.read_pages.append(len(pages))
        return self.features.select(pages)

    def find(self, settings: SampleSettings) -> list[int]:
        found = cluster_by_sample(self.keys, self.files, self.cluster, self.read, settings)
        return number_by_first_page(found).tolist()


def test_a_small_site_is_clustered_as_a_whole() -> None:
    site = Site([1, 2, 1, 2, 1, 2])
    assert site.find(SampleSettings(largest=6)) == [0, 1, 0, 1, 0, 1]
    assert (site.clustered, site.read_pages) == ([6], [])


def test_every_page_of_a_large_site_gets_its_cluster() -> None:
    kinds = [1 + number % 3 for number in range(400)]
    site = Site(kinds)
    assert site.find(SampleSettings(largest=60)) == [kind - 1 for kind in kinds]
    assert site.clustered == [60]
    # The sample at once, the others batch by batch.
    assert site.read_pages[0] == 60
    assert sum(site.read_pages[1:]) == 340


def test_a_template_that_the_sample_lacks_is_found_among_what_is_left() -> None:
    keys = [f"page-{number}" for number in range(300)]
    drawn = set(choose_cluster_sample(keys, SampleSettings(largest=40)).tolist())
    hidden = [number for number in range(300) if number not in drawn][:12]
    kinds = [2 if number in hidden else 1 for number in range(300)]
    site = Site(kinds)
    found = site.find(SampleSettings(largest=40))
    assert found == number_by_first_page(np.array(kinds)).tolist()
    assert site.clustered == [40, 12]


def test_pages_that_are_like_no_other_are_asked_for_a_few_times_only() -> None:
    site = Site(list(range(1, 121)))
    asked: list[int] = []

    def cluster(pages: Positions) -> Labels:
        asked.append(len(pages))
        return np.arange(len(pages))

    settings = SampleSettings(largest=20, rounds=2)
    found = cluster_by_sample(site.keys, site.files, cluster, site.read, settings)
    assert asked == [20, 20]
    assert sorted(found.tolist()) == [*[-1] * 80, *range(40)]


def test_clusters_that_take_more_than_the_sample_foretells_are_emptied() -> None:
    rounds = SampleRounds(400, SampleSettings(largest=100, rounds=1))
    sample = np.arange(100)
    rest = rounds.take_sample(sample, np.where(sample < 2, 0, 1))
    # Two pages of a hundred foretell six of three hundred, and at the most sixty.
    rounds.place(rest, np.where(rest < 170, 0, 1), np.full(300, 0.5))
    rounds.end_round()
    labels = rounds.finish()
    assert labels[:2].tolist() == [0, 0]
    assert set(labels[100:170].tolist()) == {-1}
    assert set(labels[170:].tolist()) == {1}


def test_a_rare_template_takes_the_pages_that_it_may_have() -> None:
    rounds = SampleRounds(400, SampleSettings(largest=100, rounds=1))
    sample = np.arange(100)
    rest = rounds.take_sample(sample, np.where(sample < 2, 0, 1))
    rounds.place(rest, np.where(rest < 150, 0, 1), np.full(300, 0.5))
    rounds.end_round()
    assert set(rounds.finish()[100:150].tolist()) == {0}


@pytest.mark.parametrize("seed", range(3))
def test_the_draw_depends_on_keys_alone(seed: int) -> None:
    keys = [f"http://a.example/{number}" for number in range(500)]
    settings = SampleSettings(largest=100)
    drawn = {keys[at] for at in choose_cluster_sample(keys, settings).tolist()}
    shuffled = Random(seed).sample(keys, len(keys))
    assert {shuffled[at] for at in choose_cluster_sample(shuffled, settings).tolist()} == drawn
    assert len(drawn) == 100


def test_pages_are_as_near_as_they_share_what_a_cluster_has() -> None:
    features = make_site([1, 1, 1, 2, 2, 2])
    clusters = SampleClusters(features, np.array([0, 0, 0, 1, 1, 1]))
    labels, nearness = clusters.assign(make_site([2, 1, 3], seed=1))
    assert labels[:2].tolist() == [1, 0]
    assert min(nearness[:2]) > 0.7
    assert nearness[2] == 0


def test_a_sample_without_clusters_takes_nothing() -> None:
    features = make_site([1, 2])
    labels, nearness = SampleClusters(features, np.array([0, -1])).assign(features)
    assert labels.tolist() == [-1, -1]
    assert nearness.tolist() == [0, 0]


def test_a_sample_of_all_pages_judges_as_all_pages_do() -> None:
    kinds = [1 + number % 3 for number in range(90)]
    site, labels = Site(kinds), np.array([kind - 1 for kind in kinds])
    labels[:2] = [-1, 2]
    found = judge_by_sample(site.keys, site.files, labels, site.read, SampleSettings(largest=90))
    plain = judge_pages(site.features, labels)
    np.testing.assert_allclose(found.score, plain.score)
    np.testing.assert_allclose(found.second_score, plain.second_score)
    assert found.second.tolist() == plain.second.tolist()


def test_a_large_site_is_judged_by_a_sample_batch_by_batch() -> None:
    kinds = [1 + number % 3 for number in range(3_000)]
    site, labels = Site(kinds), np.array([kind - 1 for kind in kinds])
    labels[5] = 0  # of the third kind
    found = judge_by_sample(site.keys, site.files, labels, site.read, SampleSettings(largest=200))
    assert max(site.read_pages) <= 1_024 + 50
    right = np.arange(3_000) != 5
    assert found.score[right].min() > 0.7
    assert found.second_score[right].max() < 0.1
    assert (found.score[5] < 0.1, found.second[5]) == (True, 2)
