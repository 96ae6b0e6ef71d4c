"""Extended MinHash signatures: merging them, and what is estimated from them."""

from itertools import permutations
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import text_clusters as twin
from reference.text_merges import MET_AT_ONCE, SignatureSpace
from reference.text_merges import merge_nearest as merge_nearest_plainly
from support.text_pages import FOUR, items_of, merge_rows, sign_with

from unmold.clusters.published.text_costs import Signatures, estimate_entries, estimate_union
from unmold.clusters.published.text_merging import merge_nearest

ROTATIONS = [[(path + turn) % 6 for path in range(6)] for turn in range(6)]
EVERY_ORDER = list(permutations(range(5)))
LENGTH = 1024
ERROR = 4 / sqrt(LENGTH)
"""Four times the standard error of a share at most: chance exceeds it once in 10^14 draws."""

page_sets = st.lists(st.frozensets(st.integers(0, 4), min_size=1), min_size=2, max_size=6)
large_pages = st.lists(st.frozensets(st.integers(0, 59), min_size=1), min_size=2, max_size=8)


def test_three_of_four_pages() -> None:
    signatures = sign_with(ROTATIONS, [FOUR[0], FOUR[1], FOUR[3]])
    assert signatures.jaccard(0, np.array([2]))[0] == pytest.approx(1 / 3)
    merge_rows(signatures, [0, 1, 2])
    assert sorted(signatures.counts[0].tolist(), reverse=True) == [3, 3, 2, 2, 2, 1]
    assert estimate_union(signatures.counts[0], signatures.masses[0]) == pytest.approx(6)
    assert signatures.costs()[0] == pytest.approx(9)
    exact = twin.cluster_cost([frozenset(FOUR[n]) for n in (0, 1, 3)], [1.0] * 6)
    assert exact == 9


def test_the_order_of_merges_does_not_matter() -> None:
    one = sign_with(ROTATIONS, [FOUR[0], FOUR[1], FOUR[3]])
    merge_rows(one, [0, 1, 2])
    other = sign_with(ROTATIONS, [FOUR[0], FOUR[1], FOUR[3]])
    merge_rows(other, [1, 2])
    merge_rows(other, [0, 1])
    assert np.array_equal(one.counts[0], other.counts[0])
    assert np.array_equal(one.minima[0], other.minima[0])


@given(page_sets)
@settings(max_examples=50)
def test_all_orders_of_paths_estimate_without_error(pages: list[frozenset[int]]) -> None:
    signatures = sign_with(EVERY_ORDER, pages)
    exact = twin.cluster_cost(pages, [1.0] * 5)
    apart = [twin.cluster_cost([page], [1.0] * 5) for page in (pages[0], pages[1])]
    gain = sum(apart) - twin.cluster_cost(pages[:2], [1.0] * 5)
    assert signatures.gains(0, np.array([1]))[0] == pytest.approx(gain)
    merge_rows(signatures, range(len(pages)))
    assert signatures.costs()[0] == pytest.approx(exact)
    template = twin.template_of(pages)
    ones = sum(len(page - template) for page in pages)
    missing = sum(len(template - page) for page in pages)
    mass = float(sum(map(len, pages)))
    found = estimate_entries(signatures.counts[0], len(pages), mass)
    assert found == pytest.approx((len(template), ones, missing))


@given(large_pages, st.integers(0, 3))
@settings(max_examples=50)
def test_estimates_are_within_the_stated_error(pages: list[frozenset[int]], seed: int) -> None:
    hashes = np.arange(60).astype(np.uint64)
    signatures = Signatures.of(items_of(pages, 60), hashes, LENGTH, seed)
    union = len(pages[0] | pages[1])
    shared = len(pages[0] & pages[1]) / union
    assert abs(signatures.jaccard(0, np.array([1]))[0] - shared) <= ERROR
    merge_rows(signatures, range(len(pages)))
    paths = len(frozenset().union(*pages))
    mass = sum(map(len, pages))
    # A mean over positions errs by a share of the range of what is averaged: counts of pages from 1
    # on, and costs from 1 to those of a path on half of the pages.
    count_error = ERROR * (len(pages) - 1)
    cost_error = ERROR * ((len(pages) + 1) / 2 - 1)
    counts, cost = mass / paths, twin.cluster_cost(pages, [1.0] * 60) / paths
    low = mass * (cost - cost_error) / (counts + count_error)
    high = mass * (cost + cost_error) / max(counts - count_error, 1)
    assert low - 1e-9 <= signatures.costs()[0] <= high + 1e-9


@given(st.floats(0.05, 20))
@settings(max_examples=20)
def test_paths_are_drawn_by_weight(weight: float) -> None:
    signatures = Signatures.of(
        items_of([{0, 1}, {1}], 2, [1.0, weight]), np.arange(2).astype(np.uint64), LENGTH, 0
    )
    share = signatures.jaccard(0, np.array([1]))[0]
    assert abs(share - weight / (1 + weight)) <= ERROR


def test_signatures_are_the_same_everywhere() -> None:
    items = items_of(FOUR, 6)
    hashes = np.arange(6).astype(np.uint64)
    first = Signatures.of(items, hashes, 4, 0)
    assert np.array_equal(first.minima, Signatures.of(items, hashes, 4, 0).minima)
    assert not np.array_equal(first.minima, Signatures.of(items, hashes, 4, 1).minima)
    assert first.minima[0].round(6).tolist() == GOLDEN


GOLDEN = [0.124078, 0.113833, 0.029426, 0.02955]


@given(st.lists(st.lists(st.integers(0, 2), min_size=3, max_size=3), min_size=1, max_size=12))
def test_everyone_with_an_equal_entry_is_met(rows: list[list[int]]) -> None:
    minima = np.array(rows, float)
    space = SignatureSpace(minima)
    for item, row in enumerate(minima):
        equal = {at: set(np.flatnonzero(minima[:, at] == row[at])) for at in range(3)}
        met = set(space.meet(space.places[item], 0).tolist())
        assert item in met
        for at, others in equal.items():
            if len(others) <= MET_AT_ONCE:
                assert others <= met, at
        assert met <= set().union(*equal.values())


def test_of_many_with_an_equal_entry_some_are_met() -> None:
    space = SignatureSpace(np.zeros((1000, 1)))
    met = [set(space.meet(space.places[500], turn).tolist()) for turn in range(1, 4)]
    assert all(len(one) <= 2 * MET_AT_ONCE for one in met)
    assert met[0] & met[1] & met[2] >= set(range(497, 503))
    assert met[0] != met[1] != met[2]


@given(
    st.lists(st.frozensets(st.integers(0, 39), min_size=1), min_size=1, max_size=40),
    st.sampled_from([1, 3, 32]),
    st.booleans(),
)
def test_the_nearest_are_merged_as_by_the_twin(
    pages: list[frozenset[int]], length: int, are_weighted: bool
) -> None:
    weights = [1 / (1 + path) for path in range(40)] if are_weighted else None
    hashes = np.arange(40, dtype=np.uint64)

    def sign() -> Signatures:
        return Signatures.of(items_of(pages, 40, weights), hashes, length, 0)

    assert merge_nearest(sign()).tolist() == merge_nearest_plainly(sign()).tolist()
