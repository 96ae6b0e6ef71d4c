"""`cluster_pages`: sites apart or together, names and estimators, and what a table must hold."""

import numpy as np
import pytest
from support.small_sites import build_page, build_site, features_of, pages_of

from unmold import cluster_pages
from unmold.clusters import METHODS, Clusterer, make_clusterer
from unmold.clusters.base import number_by_first_page
from unmold.clusters.cluster import cluster_by_site
from unmold.clusters.published.fingerprint import FingerprintClusterer
from unmold.errors import UsageError
from unmold.evaluation.labels import UNCLUSTERED
from unmold.features import compute_features
from unmold.model import Problem

LIST = build_page("list", ["a", "b"])
ARTICLE = build_page("article", ["a", "b"])
SITES = [*pages_of([LIST, ARTICLE, LIST], "one.example"), *pages_of([ARTICLE, LIST], "two.example")]


@pytest.mark.parametrize("name", METHODS)
def test_clusters_of_different_sites_have_different_numbers(name: str) -> None:
    clustering = cluster_pages(SITES, name)
    first, second = (set(labels) - {UNCLUSTERED} for labels in np.split(clustering.labels, [3]))
    assert not first & second
    assert first | second == set(range(clustering.clusters))
    assert clustering.sites == ["one.example"] * 3 + ["two.example"] * 2


def test_sites_may_alternate() -> None:
    mixed = [SITES[3], SITES[0], SITES[4], SITES[1], SITES[2]]
    assert cluster_pages(mixed, "md5").labels.tolist() == [2, 0, 3, 1, 0]


def test_across_sites_equal_pages_are_together() -> None:
    clustering = cluster_pages(SITES, "md5", across_sites=True)
    assert clustering.labels.tolist() == [0, 1, 0, 1, 0]
    assert clustering.estimator.labels_.tolist() == [0, 1, 0, 1, 0]


def test_rows_name_page_and_cluster() -> None:
    row = list(cluster_pages(SITES, "md5"))[3]
    assert row == (SITES[3].path, "https://two.example/0", "two.example", 2)
    assert row.cluster == 2


def test_unclustered_pages_stay_so() -> None:
    class Lonely(Clusterer):
        reads = ("elements",)

        def fit(self, features: object) -> "Lonely":
            self.labels_ = np.array([0, -1, 1][: len(features)])  # type: ignore[arg-type]
            return self

    labels = cluster_by_site(Lonely(), compute_features(SITES))
    assert labels.tolist() == [0, -1, 1, 2, -1]


def test_parameters_reach_the_method() -> None:
    clustering = cluster_pages(SITES, "common-paths", threshold=0.0)
    assert clustering.clusters == 2
    assert clustering.estimator.get_params()["threshold"] == 0.0
    with pytest.raises(UsageError, match="no parameter 'colour'"):
        cluster_pages(SITES, "md5", colour="red")


def test_an_estimator_is_not_changed_by_sites() -> None:
    estimator = FingerprintClusterer(variant="split")
    cluster_pages(SITES, estimator)
    assert not hasattr(estimator, "labels_")


@pytest.mark.parametrize("name", METHODS)
def test_features_may_be_given(name: str) -> None:
    pages = build_site(12)
    given = cluster_pages(features_of(pages), name)
    assert np.array_equal(given.labels, cluster_pages(pages_of(pages), name).labels)


def test_whole_pages_are_asked_for() -> None:
    with pytest.raises(UsageError, match="compares whole pages") as caught:
        cluster_pages(compute_features(SITES), "rtdm")
    assert caught.value.hint


def test_problems_are_reported() -> None:
    problems: list[Problem] = []
    for name in ("fingerprint", "md5", "pq-grams"):
        clustering = cluster_pages([LIST.encode(), b"   "], name, problems=problems.append)
        assert len(clustering) == 1
    assert [problem.code for problem in problems] == ["empty"] * 3


def test_pages_without_classes_fill_more_than_one_batch() -> None:
    # Their column of classes is empty in every batch.
    pages = [f"<html><head></head><body><p>{number}</p></body></html>" for number in range(300)]
    assert set(cluster_pages(pages).labels.tolist()) == {0}


def test_no_pages() -> None:
    for name in METHODS:
        assert len(cluster_pages(iter([]), name)) == 0


def test_fingerprints_alone_are_those_of_all_features() -> None:
    table = compute_features(SITES, columns=["fingerprints"])
    features = compute_features(SITES)
    assert np.array_equal(table.fingerprints, features.fingerprints)
    chosen = table.select(np.array([4, 0]))
    assert (chosen.keys, chosen.sites) == (
        [SITES[4].key, SITES[0].key],
        ["two.example", "one.example"],
    )
    assert np.array_equal(chosen.fingerprints, features.fingerprints[[4, 0]])


def test_numbering_by_first_page() -> None:
    assert number_by_first_page(np.array([], np.int64)).tolist() == []
    assert number_by_first_page(np.array([-1, -1])).tolist() == [-1, -1]
    assert number_by_first_page(np.array([5, 2, 5, -1, 0])).tolist() == [0, 1, 0, -1, 2]


def test_parameters_are_given_by_name() -> None:
    assert make_clusterer("rtdm", threshold=0.5).get_params()["threshold"] == 0.5
