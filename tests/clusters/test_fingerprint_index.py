"""The fingerprint index: both variants against a plain scan, the lemma, clusters, merging."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray
from reference.fingerprints import connected_components, near_fingerprints

from unmold.clusters.fingerprint_index import FingerprintIndex, IndexSettings
from unmold.errors import UsageError

WIDTH = 6

# Few letters and few entries, so that near fingerprints are common.
some_fingerprints = st.integers(0, 24).flatmap(
    lambda rows: arrays(np.uint8, (rows, WIDTH), elements=st.integers(0, 2))
)
all_settings = [
    IndexSettings(entries=WIDTH),
    *(IndexSettings(entries=WIDTH, variant="split", split=split) for split in range(1, WIDTH)),
]


def filled(settings: IndexSettings, fingerprints: NDArray[np.uint8]) -> FingerprintIndex:
    index = FingerprintIndex(settings)
    index.add(fingerprints)
    return index


def groups(labels: NDArray[np.uint32]) -> set[frozenset[int]]:
    return {frozenset(np.flatnonzero(labels == label).tolist()) for label in np.unique(labels)}


@given(some_fingerprints, some_fingerprints)
def test_every_split_and_the_masked_keys_agree_with_a_scan(
    stored: NDArray[np.uint8], queries: NDArray[np.uint8]
) -> None:
    for settings in all_settings:
        index = filled(settings, stored)
        found = index.find(queries)
        assert [found[row].tolist() for row in range(len(queries))] == [
            near_fingerprints(index.fingerprints, query) for query in queries
        ]


@given(some_fingerprints)
def test_an_equal_fingerprint_is_recognised(stored: NDArray[np.uint8]) -> None:
    index = filled(all_settings[0], stored)
    numbers = index.documents
    assert index.find(stored).equal.tolist() == numbers.tolist()
    unseen = np.full((1, WIDTH), 9, np.uint8)
    assert index.find(unseen).equal.tolist() == [-1]


@given(some_fingerprints)
def test_distinct_fingerprints_are_kept_once(stored: NDArray[np.uint8]) -> None:
    index = filled(all_settings[0], stored)
    assert len(index) == len({row.tobytes() for row in stored})
    assert np.array_equal(index.fingerprints[index.documents], stored)
    assert index.counts.sum() == len(stored)


@given(some_fingerprints, st.randoms())
def test_clusters_are_connected_components_in_any_order(
    stored: NDArray[np.uint8], random: object
) -> None:
    order = list(range(len(stored)))
    random.shuffle(order)  # type: ignore[attr-defined]
    expected = connected_components(stored)
    for settings in all_settings:
        index = filled(settings, stored)
        assert groups(index.cluster()[index.documents]) == expected
        shuffled = filled(settings, stored[order])
        labels = np.empty(len(stored), np.uint32)
        labels[order] = shuffled.cluster()[shuffled.documents]
        assert groups(labels) == expected


@given(some_fingerprints, some_fingerprints, st.sampled_from(all_settings))
def test_merging_equals_adding(
    first: NDArray[np.uint8], second: NDArray[np.uint8], settings: IndexSettings
) -> None:
    merged = filled(settings, first)
    merged.cluster()
    merged.merge(filled(all_settings[0], second))
    whole = filled(settings, np.concatenate([first, second]))
    assert np.array_equal(merged.fingerprints, whole.fingerprints)
    assert np.array_equal(merged.documents, whole.documents)
    assert np.array_equal(merged.cluster(), whole.cluster())


def test_clusters_are_numbered_by_first_sight() -> None:
    rows = [[9] * WIDTH, [1] * WIDTH, [9] * 5 + [8], [1] * WIDTH]
    index = filled(all_settings[0], np.array(rows, np.uint8))
    assert index.cluster()[index.documents].tolist() == [0, 1, 0, 1]


def test_chains_make_one_cluster_although_their_ends_differ() -> None:
    chain = np.array([[value > place for place in range(WIDTH)] for value in range(WIDTH + 1)])
    index = filled(all_settings[0], chain.astype(np.uint8))
    assert index.cluster().tolist() == [0] * (WIDTH + 1)


def test_a_page_between_two_clusters_merges_them() -> None:
    index = FingerprintIndex(IndexSettings(entries=4))
    index.add(np.array([[0, 0, 0, 0], [0, 0, 1, 1]], np.uint8))
    assert index.cluster().tolist() == [0, 1]
    index.add(np.array([[0, 0, 0, 1]], np.uint8))
    assert index.cluster().tolist() == [0, 0, 0]


@pytest.mark.parametrize("variant", ["masked", "split"])
def test_candidates_are_counted(variant: str) -> None:
    # All share the first half and none is near another.
    rows = [[0, 0, 0, *ends] for ends in product(range(4), repeat=3) if sum(ends) % 4 == 0]
    settings = IndexSettings(entries=WIDTH, variant=variant, split=3)  # type: ignore[arg-type]
    found = filled(settings, np.array(rows, np.uint8)).find(np.array(rows, np.uint8))
    # Masked keys lead to the equal one and nothing else, however many share a half.
    expected = 1 if variant == "masked" else len(rows)
    assert found.candidates.tolist() == [expected] * len(rows)


def test_masked_candidates_do_not_grow_with_a_shared_prefix() -> None:
    few, many = (
        filled(
            IndexSettings(),
            np.pad(
                np.random.default_rng(1).integers(0, 25, (rows, 8), np.uint8), ((0, 0), (17, 0))
            ),
        )
        for rows in (100, 5000)
    )
    query = few.fingerprints[:50]
    assert few.find(query).candidates.max() <= 2
    assert many.find(query).candidates.max() <= 2
    by_split = filled(IndexSettings(variant="split"), many.fingerprints)
    assert by_split.find(query).candidates.min() >= 5000


@pytest.mark.parametrize(
    "wrong",
    [
        np.zeros((2, WIDTH - 1), np.uint8),
        np.zeros(WIDTH, np.uint8),
        np.zeros((2, WIDTH), np.int64),
    ],
)
def test_arrays_of_another_kind_are_refused(wrong: NDArray[np.uint8]) -> None:
    index = FingerprintIndex(IndexSettings(entries=WIDTH))
    with pytest.raises(UsageError, match="expected fingerprints of 6 entries"):
        index.add(wrong)
    with pytest.raises(UsageError, match="expected fingerprints of 6 entries"):
        index.find(wrong)
    assert len(index) == 0


@pytest.mark.parametrize(
    "settings",
    [
        IndexSettings(entries=0),
        IndexSettings(entries=256),
        IndexSettings(variant="split", split=0),
        IndexSettings(variant="split", split=25),
        IndexSettings(entries=-1),
    ],
)
def test_impossible_settings_are_refused(settings: IndexSettings) -> None:
    with pytest.raises(UsageError, match="no such index"):
        FingerprintIndex(settings)


@pytest.mark.parametrize("other", [IndexSettings(entries=5), IndexSettings(WIDTH, mode="other")])
def test_mixed_settings_do_not_merge(other: IndexSettings) -> None:
    index = filled(all_settings[0], np.zeros((1, WIDTH), np.uint8))
    with pytest.raises(UsageError, match="6 entries made of source-tags are expected") as caught:
        index.merge(FingerprintIndex(other))
    assert caught.value.hint
    assert len(index.documents) == 1


def test_an_index_does_not_merge_with_itself() -> None:
    index = FingerprintIndex()
    with pytest.raises(UsageError, match="with itself"):
        index.merge(index)
