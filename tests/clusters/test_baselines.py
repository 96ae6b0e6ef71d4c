"""The baselines: digests of headers, common paths, pq-grams and aligned trees."""

import numpy as np
import pytest
from support.comparands import comparand
from support.small_sites import features_of

from unmold._core import Comparand, group_pages, group_sets
from unmold.clusters.published.baselines import (
    CommonPathsClusterer,
    Md5Clusterer,
    Mdh5Clusterer,
    PqGramsClusterer,
    RtdmClusterer,
)
from unmold.errors import InternalError, UsageError
from unmold.features import Features, Ragged


def with_comparands(pages: list[Comparand]) -> Features:
    return Features.of({"sites": [""] * len(pages)}, pages)


def test_pages_without_a_header_are_one_group() -> None:
    pages = ["<p>", "<ul><li>", "<head><title>x</title></head><p>", "<title>x</title><body>"]
    labels = Mdh5Clusterer().fit_predict(features_of(pages))
    assert labels.tolist() == [0, 0, 1, 2]


def test_mdh5_ignores_the_body_and_md5_does_not() -> None:
    pages = ["<head><meta></head><p>", "<head><meta></head><p><b>", "<head></head><p>"]
    assert Mdh5Clusterer().fit_predict(features_of(pages)).tolist() == [0, 0, 1]
    assert Md5Clusterer().fit_predict(features_of(pages)).tolist() == [0, 1, 2]


def test_unseen_digests_are_unclustered() -> None:
    estimator = Md5Clusterer().fit(features_of(["<p>", "<b>"]))
    assert estimator.predict(features_of(["<b>", "<i>", "<p>"])).tolist() == [1, -1, 0]


def sets(*rows: list[int]) -> Ragged:
    return Ragged.of(rows, np.uint64)


@pytest.mark.parametrize(
    ("similarity", "expected"), [("overlap", [0, 0, 1]), ("jaccard", [0, 1, 2])]
)
def test_common_paths_by_overlap_or_jaccard(similarity: str, expected: list[int]) -> None:
    # 4 of 5 shared on both sides: overlap 0.8, Jaccard 4 / 6.
    rows = sets([1, 2, 3, 4, 5], [1, 2, 3, 4, 6], [7])
    groups = group_sets(rows.values.data, rows.offsets.data, 0.8, similarity=similarity)
    assert np.frombuffer(groups, "<u4").tolist() == expected


def test_sets_that_are_empty_are_alike() -> None:
    rows = sets([], [1], [])
    groups = group_sets(rows.values.data, rows.offsets.data, 0.8)
    assert np.frombuffer(groups, "<u4").tolist() == [0, 1, 0]


@pytest.mark.parametrize("offsets", [[0, 9], [2, 1], [0, 1, 5]])
def test_offsets_must_fit(offsets: list[int]) -> None:
    values = np.arange(3, dtype=np.uint64)
    with pytest.raises(InternalError, match="offsets do not fit"):
        group_sets(values.data, np.array(offsets, np.uint64).data, 0.8)


def test_common_paths_make_chains() -> None:
    pages = [
        "<a></a><b></b><i></i><u></u>",
        "<a></a><b></b><i></i><u></u><s></s>",
        "<b></b><i></i><u></u><s></s><q></q>",
    ]
    features = features_of(pages)
    assert CommonPathsClusterer(threshold=0.8).fit_predict(features).tolist() == [0, 0, 0]
    assert CommonPathsClusterer(threshold=0.9).fit_predict(features).tolist() == [0, 1, 2]


def test_pq_grams_of_the_worked_example() -> None:
    # 9 of 13 pq-grams are shared: a similarity of 0.6923.
    pages = [comparand("a(a(e b) b c)"), comparand("a(a(e b) b x)")]
    features = with_comparands(pages)
    assert PqGramsClusterer(threshold=0.69).fit_predict(features).tolist() == [0, 0]
    assert PqGramsClusterer(threshold=0.70).fit_predict(features).tolist() == [0, 1]
    assert PqGramsClusterer().fit_predict(features).tolist() == [0, 1]


def test_rtdm_of_the_worked_example() -> None:
    # Distance 4 between trees of 3 and 4 nodes: a similarity of 3 / 7.
    features = with_comparands([comparand("a(b c)"), comparand("a(x(b c))")])
    assert RtdmClusterer(threshold=3 / 7).fit_predict(features).tolist() == [0, 0]
    assert RtdmClusterer(threshold=0.43).fit_predict(features).tolist() == [0, 1]


def test_rtdm_links_by_averages_where_others_chain() -> None:
    # Neighbours are 1 leaf apart, the ends 3: single linkage would join them all.
    pages = [comparand(f"a({' '.join(['b'] * count)})") for count in (2, 3, 4, 5)]
    features = with_comparands(pages)
    single = np.frombuffer(group_pages(pages, "rtdm", 0.85), "<u4")
    assert single.tolist() == [0, 0, 0, 0]
    average = RtdmClusterer(threshold=0.85).fit_predict(features)
    assert len(set(average.tolist())) == 2


def test_rtdm_does_not_depend_on_how_pairs_are_batched(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [comparand(f"a({' '.join(['b'] * (1 + number % 4))})") for number in range(9)]
    at_once = RtdmClusterer().fit_predict(with_comparands(pages))
    monkeypatch.setattr("unmold.clusters.published.baselines._PAIRS_AT_ONCE", 5)
    assert np.array_equal(RtdmClusterer().fit_predict(with_comparands(pages)), at_once)


def test_unknown_measures_and_similarities() -> None:
    with pytest.raises(UsageError, match="no such measure"):
        group_pages([], "nonsense", 0.5)
    empty = sets()
    with pytest.raises(UsageError, match="no similarity of sets"):
        group_sets(empty.values.data, empty.offsets.data, 0.5, similarity="nonsense")
