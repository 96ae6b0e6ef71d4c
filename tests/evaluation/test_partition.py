"""Purity and mutual information: worked examples, bounds, and scikit-learn."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from unmold.evaluation import Purity, evaluate_clusters

labelings = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=40)


def test_purity_by_cluster_and_by_page() -> None:
    scores = evaluate_clusters([0, 0, 0, 0, 1], ["a", "a", "a", "b", "b"]).pooled
    assert scores.purity == Purity(mean=pytest.approx((3 / 4 + 1) / 2), weighted=4 / 5)


def test_unclustered_pages_have_no_purity() -> None:
    scores = evaluate_clusters([0, 0, -1, -1], ["a", "b", "a", "a"]).pooled
    assert scores.purity == Purity(mean=0.5, weighted=0.5)


def test_without_any_cluster_nothing_is_pure() -> None:
    assert evaluate_clusters([-1, -1], ["a", "b"]).pooled.purity == Purity(0.0, 0.0)
    assert evaluate_clusters([], []).pooled.purity == Purity(1.0, 1.0)


@given(labelings)
def test_both_purities_are_perfect_together(pages: list[tuple[int, int]]) -> None:
    purity = evaluate_clusters(*zip(*pages, strict=True)).pooled.purity
    assert (purity.mean == 1.0) == (purity.weighted == 1.0)
    assert 0 < purity.mean <= 1
    assert 0 < purity.weighted <= 1


@given(labelings)
def test_weighted_purity_agrees_with_the_contingency_matrix(pages: list[tuple[int, int]]) -> None:
    clusters, gold = zip(*pages, strict=True)
    matrix = metrics.cluster.contingency_matrix(gold, clusters)
    purity = evaluate_clusters(clusters, gold).pooled.purity
    assert purity.weighted == pytest.approx(matrix.max(axis=0).sum() / matrix.sum())
    assert purity.mean == pytest.approx(np.mean(matrix.max(axis=0) / matrix.sum(axis=0)))


@given(labelings)
def test_information_agrees_with_scikit_learn(pages: list[tuple[int, int]]) -> None:
    clusters, gold = zip(*pages, strict=True)
    information = evaluate_clusters(clusters, gold).pooled.information
    homogeneity, completeness, v_measure = metrics.homogeneity_completeness_v_measure(
        gold, clusters
    )
    assert information.mutual_information == pytest.approx(
        metrics.mutual_info_score(gold, clusters), abs=1e-9
    )
    assert information.normalized_mutual_information == pytest.approx(
        metrics.normalized_mutual_info_score(gold, clusters), abs=1e-9
    )
    assert information.normalized_mutual_information == pytest.approx(v_measure, abs=1e-9)
    assert information.homogeneity == pytest.approx(homogeneity, abs=1e-9)
    assert information.completeness == pytest.approx(completeness, abs=1e-9)


@given(st.lists(st.integers(-1, 5), max_size=40))
def test_information_stays_within_its_bounds(clusters: list[int]) -> None:
    gold = [position % 3 for position in range(len(clusters))]
    information = evaluate_clusters(clusters, gold).pooled.information
    assert information.mutual_information >= 0
    for rate in (information.homogeneity, information.completeness):
        assert 0 <= rate <= 1


def test_no_pages_give_no_scores() -> None:
    information = evaluate_clusters([], []).pooled.information
    assert information.mutual_information == 0.0
    assert information.normalized_mutual_information == 1.0
