"""The whole evaluation: kinds of input, sites, missing pages, and no NaN anywhere."""

import json

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unmold.errors import UsageError
from unmold.evaluation import Evaluation, evaluate_clusters
from unmold.evaluation.labels import Labels

CLUSTERS = [0, 0, 1, 2, -1]
GOLD = ["a", "a", "b", "b", "b"]


@pytest.mark.parametrize(
    "clusters",
    [
        np.array(CLUSTERS),
        np.array([0.0, 0.0, 1.0, 2.0, np.nan]),
        tuple(CLUSTERS),
        ["x", "x", "y", "z", ""],
        ["0", "0", "1", "2", "-1"],
        [0, 0, 1, 2, None],
        pa.array([0, 0, 1, 2, None]),
        pa.chunked_array([["x", "x"], ["y", "z", None]]),
    ],
    ids=str,
)
def test_labels_of_any_kind_say_the_same(clusters: Labels) -> None:
    expected = evaluate_clusters(CLUSTERS, GOLD).pooled
    for gold in (GOLD, np.array(GOLD), pa.array(GOLD)):
        assert evaluate_clusters(clusters, gold).pooled == expected


def test_mappings_are_joined_by_page() -> None:
    gold = {"p1": "a", "p2": "a", "p3": "b"}
    result = evaluate_clusters({"p3": 1, "p2": 0, "p1": 0, "p9": 0}, gold)
    assert result.pooled.pairs.f1 == 1.0
    assert (result.not_in_gold, result.pooled.missing) == (1, 0)


def test_missing_pages_count_as_unclustered() -> None:
    gold = {"p1": "a", "p2": "a", "p3": "a", "p4": "a"}
    scores = evaluate_clusters({"p1": 0, "p2": 0, "p3": -1}, gold).pooled
    assert (scores.missing, scores.unclustered, scores.clusters) == (1, 1, 1)
    assert scores.pairs.recall == pytest.approx(1 / 6)
    assert scores.care_pairs_present.recall == pytest.approx(1 / 3)
    assert scores.care_pairs_clustered.recall == 1.0


def test_pages_without_a_template_are_left_out() -> None:
    result = evaluate_clusters([0, 0, 0], ["a", "a", None])
    assert (result.unlabelled, result.pooled.pages, result.pooled.pairs.f1) == (1, 2, 1.0)


def test_sites_keep_equal_names_apart() -> None:
    clusters, gold, sites = [0, 0, 0, 1], ["post", "post", "post", "post"], ["x", "x", "y", "y"]
    apart = evaluate_clusters(clusters, gold, sites=sites)
    assert apart.pooled.templates == 2
    assert apart.pooled.clusters == 3
    assert (apart.pooled.pairs.true_positives, apart.pooled.pairs.false_negatives) == (1, 1)
    across = evaluate_clusters(clusters, gold, sites=sites, across_sites=True)
    assert (across.pooled.templates, across.pooled.clusters) == (1, 2)
    assert (across.pooled.pairs.true_positives, across.pooled.pairs.false_negatives) == (3, 3)


def test_every_site_counts_alike_in_the_mean() -> None:
    clusters = [0, 0, 0, 0, 1, 2]
    result = evaluate_clusters(clusters, ["a"] * 6, sites=["x"] * 4 + ["y"] * 2)
    assert result.sites["x"].pairs.recall == 1.0
    assert result.sites["y"].pairs.recall == 0.0
    assert result.macro["pairs"]["recall"] == 0.5
    assert result.pooled.pairs.recall == pytest.approx(6 / 7)
    assert "pages" not in result.macro


@given(st.lists(st.tuples(st.integers(-1, 2), st.integers(0, 2), st.sampled_from("xyz"))))
def test_pooled_pairs_are_the_sum_over_sites(pages: list[tuple[int, int, str]]) -> None:
    clusters, gold, sites = ([page[column] for page in pages] for column in range(3))
    result = evaluate_clusters(clusters, gold, sites=sites)
    assert list(result.sites) == sorted(set(sites))
    for count in ("true_positives", "false_positives", "false_negatives"):
        per_site = [getattr(scores.pairs, count) for scores in result.sites.values()]
        assert sum(per_site) == getattr(result.pooled.pairs, count)
    for count in ("pages", "clusters", "templates", "unclustered"):
        per_site = [getattr(scores, count) for scores in result.sites.values()]
        assert sum(per_site) == getattr(result.pooled, count)
    for site, scores in result.sites.items():
        alone = [page for page in pages if page[2] == site]
        expected = evaluate_clusters([page[0] for page in alone], [page[1] for page in alone])
        assert scores.pairs == expected.pooled.pairs


@given(st.lists(st.tuples(st.integers(-1, 2), st.integers(0, 2), st.sampled_from("xy"))))
def test_reports_are_json_without_nan(pages: list[tuple[int, int, str]]) -> None:
    clusters, gold, sites = ([page[column] for page in pages] for column in range(3))
    result = evaluate_clusters(clusters, gold, sites=sites, coarse=["c"] * len(pages))
    assert json.loads(json.dumps(result.to_dict(), allow_nan=False))["pooled"]["pages"] == len(
        pages
    )


@pytest.mark.parametrize(
    ("clusters", "gold"),
    [([], []), ([0], ["a"]), ([-1], ["a"]), ([0, 0], ["a", "a"]), ([0, 1], ["a", "b"])],
)
def test_small_and_perfect(clusters: list[int], gold: list[str]) -> None:
    result = evaluate_clusters(clusters, gold)
    assert (result.pooled.pairs.f1, result.pooled.pairs.adjusted_rand_index) == (1.0, 1.0)
    assert result.pooled.information.normalized_mutual_information == 1.0


def test_empty_mappings_are_no_mistake() -> None:
    assert evaluate_clusters({}, {}).pooled.pages == 0
    assert evaluate_clusters({}, {"p": "a"}).pooled.missing == 1


def test_a_million_pages_need_no_square_of_memory() -> None:
    """A table of pages by pages would take terabytes; all singletons are the worst case."""
    pages = 1_000_000
    singletons = evaluate_clusters(np.arange(pages), np.arange(pages) % 7).pooled
    assert singletons.pairs.true_positives == 0
    assert singletons.pairs.to_dict()["precision"] == 0.0
    together = evaluate_clusters(np.zeros(pages, dtype=np.int64), np.arange(pages) % 1000).pooled
    assert together.pairs.true_positives == 1000 * (1000 * 999 // 2)
    assert (
        together.pairs.true_positives + together.pairs.false_positives == pages * (pages - 1) // 2
    )
    assert together.pairs.adjusted_rand_index == 0.0


def test_labels_of_different_lengths() -> None:
    with pytest.raises(UsageError, match="clusters has 1 labels, gold has 2"):
        evaluate_clusters([0], ["a", "b"])
    with pytest.raises(UsageError, match="sites has 3 labels, gold has 2"):
        evaluate_clusters([0, 1], ["a", "b"], sites=["x"] * 3)


def test_mappings_and_sequences_do_not_mix() -> None:
    with pytest.raises(UsageError, match="clusters is not"):
        evaluate_clusters([0], {"p": "a"})
    with pytest.raises(UsageError, match="gold is not"):
        evaluate_clusters({"p": 0}, ["a"])
    with pytest.raises(UsageError, match="fine is not"):
        evaluate_clusters({"p": 0}, {"p": "a"}, fine=["a"])


def test_nothing_in_common_is_a_mistake_with_a_hint() -> None:
    with pytest.raises(UsageError, match="no page in common") as caught:
        evaluate_clusters({"a.html": 0}, {"pages/a.html": "a"})
    assert caught.value.hint == "clusters name pages like 'a.html', the gold like 'pages/a.html'"


def test_labels_that_are_no_labels() -> None:
    with pytest.raises(UsageError, match=r"not the text 'gold.csv'") as caught:
        evaluate_clusters("clusters.csv", "gold.csv")
    assert "evaluate_files" in str(caught.value.hint)
    with pytest.raises(UsageError, match="strings or numbers"):
        evaluate_clusters([[0], [1]], ["a", "b"])


def test_levels_that_contradict_each_other() -> None:
    with pytest.raises(UsageError, match="template 'a' has several coarse labels"):
        evaluate_clusters([0, 0], ["a", "a"], coarse=["x", "y"])
    with pytest.raises(UsageError, match="a fine label of template 'b'"):
        evaluate_clusters([0, 0], ["a", "b"], fine=["x", "x"])


def test_equal_level_names_on_two_sites_do_not_contradict() -> None:
    result: Evaluation = evaluate_clusters(
        [0, 1], ["a", "b"], fine=["x", "x"], sites=["one", "two"]
    )
    assert result.pooled.care_pairs.true_negatives == 1
