"""Pair counts: worked examples, the quadratic twin, and scikit-learn."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference.pair_counting import count_pairs_slowly
from sklearn import metrics

from unmold.evaluation import PairCounts, evaluate_clusters

labelings = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=30)
# Pages as (cluster, coarse, template inside it, fine label inside that).
levelled_pages = st.lists(
    st.tuples(st.integers(-1, 3), st.integers(0, 2), st.integers(0, 2), st.integers(0, 2)),
    max_size=30,
)


def strict_pairs(clusters: list[int], gold: list[int]) -> PairCounts:
    return evaluate_clusters(clusters, gold).pooled.pairs


def counts_of(pairs: PairCounts) -> dict[str, int]:
    return {name: getattr(pairs, name) for name in PairCounts.__dataclass_fields__}


def test_one_template_split_in_two() -> None:
    pairs = strict_pairs([0, 0, 1, 2], [0, 0, 1, 1])
    assert pairs.rand_index == pytest.approx(0.833333, abs=1e-6)
    assert pairs.adjusted_rand_index == pytest.approx(0.571429, abs=1e-6)


def test_one_page_in_the_wrong_cluster() -> None:
    pairs = strict_pairs([0] * 5 + [1] * 5, [0] * 6 + [1] * 4)
    assert counts_of(pairs) == {
        "true_positives": 16,
        "false_positives": 4,
        "false_negatives": 5,
        "true_negatives": 20,
        "dont_care": 0,
    }
    assert pairs.precision == pytest.approx(0.8)
    assert pairs.recall == pytest.approx(0.761905, abs=1e-6)
    assert pairs.f1 == pytest.approx(2 * 0.8 * 16 / 21 / (0.8 + 16 / 21))
    assert pairs.rand_index == pytest.approx(0.8)
    assert pairs.adjusted_rand_index == pytest.approx(0.597015, abs=1e-6)


@pytest.mark.parametrize("labels", [[], [0], [0, 0, 0], [0, 1, 2]])
def test_equal_trivial_partitions_are_perfect(labels: list[int]) -> None:
    report = strict_pairs(labels, labels).to_dict()
    rates = {name: value for name, value in report.items() if isinstance(value, float)}
    assert rates == dict.fromkeys(
        ["precision", "recall", "f1", "rand_index", "adjusted_rand_index"], 1.0
    )


def test_joining_what_is_apart_has_nothing_to_find() -> None:
    pairs = strict_pairs([0, 0, 0], [0, 1, 2])
    assert (pairs.precision, pairs.recall, pairs.f1) == (0.0, 1.0, 0.0)
    assert (pairs.rand_index, pairs.adjusted_rand_index) == (0.0, 0.0)


def test_joining_nothing_finds_nothing() -> None:
    pairs = strict_pairs([0, 1, 2], [0, 0, 0])
    assert (pairs.precision, pairs.recall, pairs.f1) == (0.0, 0.0, 0.0)


def test_unclustered_pages_are_not_joined_with_each_other() -> None:
    assert strict_pairs([-1, -1, -1], [0, 0, 1]) == strict_pairs([5, 6, 7], [0, 0, 1])


def test_same_coarse_label_forgives_joining() -> None:
    scores = evaluate_clusters(
        [0, 0, 0, 0], ["home", "home", "list", "post"], coarse=["listing"] * 3 + ["post"]
    ).pooled
    assert scores.pairs.precision == pytest.approx(1 / 6)
    # Left out are the two pairs of home and list; home with home is right, post with three wrong.
    assert counts_of(scores.care_pairs) == {
        "true_positives": 1,
        "false_positives": 3,
        "false_negatives": 0,
        "true_negatives": 0,
        "dont_care": 2,
    }


def test_different_fine_labels_forgive_splitting() -> None:
    scores = evaluate_clusters(
        [0, 0, 1, 1], ["archive"] * 4, fine=["tag", "tag", "date", "date"]
    ).pooled
    assert scores.pairs.recall == pytest.approx(2 / 6)
    assert scores.care_pairs.recall == 1.0
    assert scores.care_pairs.dont_care == 4


def test_dont_care_pairs_earn_nothing_either() -> None:
    joined = evaluate_clusters([0, 0], ["a", "a"], fine=["x", "y"]).pooled.care_pairs
    apart = evaluate_clusters([0, 1], ["a", "a"], fine=["x", "y"]).pooled.care_pairs
    assert joined == apart == PairCounts(0, 0, 0, 0, dont_care=1)


def test_an_empty_level_takes_the_template() -> None:
    template = ["a", "a", "b", "c"]
    scores = evaluate_clusters([0, 0, 0, 1], template, coarse=["", None, "a", math.nan]).pooled
    assert scores.care_pairs.dont_care == 2
    assert scores.care_pairs.true_positives == 1
    assert scores.care_pairs.true_negatives == 3


@given(levelled_pages)
def test_dont_care_counts_agree_with_looking_at_every_pair(
    pages: list[tuple[int, int, int, int]],
) -> None:
    clusters = [page[0] for page in pages]
    coarse = [f"{page[1]}" for page in pages]
    template = [f"{page[1]}:{page[2]}" for page in pages]
    fine = [f"{page[1]}:{page[2]}:{page[3]}" for page in pages]
    scores = evaluate_clusters(clusters, template, coarse=coarse, fine=fine).pooled
    assert counts_of(scores.care_pairs) == count_pairs_slowly(clusters, template, coarse, fine)
    assert counts_of(scores.pairs) == count_pairs_slowly(clusters, template)
    only_coarse = evaluate_clusters(clusters, template, coarse=coarse).pooled.care_pairs
    assert counts_of(only_coarse) == count_pairs_slowly(clusters, template, coarse)


@given(labelings)
def test_pair_rates_agree_with_scikit_learn(pages: list[tuple[int, int]]) -> None:
    clusters, gold = [page[0] for page in pages], [page[1] for page in pages]
    pairs = strict_pairs(clusters, gold)
    assert pairs.rand_index == pytest.approx(metrics.rand_score(gold, clusters))
    assert pairs.adjusted_rand_index == pytest.approx(metrics.adjusted_rand_score(gold, clusters))
    # scikit-learn counts ordered pairs.
    confusion = metrics.pair_confusion_matrix(gold, clusters) if pages else np.zeros((2, 2))
    assert 2 * pairs.true_positives == confusion[1, 1]
    assert 2 * pairs.false_positives == confusion[0, 1]
    assert 2 * pairs.false_negatives == confusion[1, 0]
    assert 2 * pairs.true_negatives == confusion[0, 0]


@given(levelled_pages)
def test_every_rate_of_pairs_is_a_number_in_bounds(
    pages: list[tuple[int, int, int, int]],
) -> None:
    coarse, template = [page[1] for page in pages], [page[1:3] for page in pages]
    scores = evaluate_clusters([page[0] for page in pages], template, coarse=coarse).pooled
    for pairs in (scores.care_pairs, scores.care_pairs_clustered, scores.care_pairs_present):
        for rate in (pairs.precision, pairs.recall, pairs.f1, pairs.rand_index):
            assert 0 <= rate <= 1
        assert -1 <= pairs.adjusted_rand_index <= 1
