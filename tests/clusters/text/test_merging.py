"""Merging by exact costs: what merges save, and that each is the best by the plain twin."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import text_clusters as twin
from support.text_pages import FOUR, items_of

from unmold.clusters.published.text_costs import SupportCosts
from unmold.clusters.published.text_merging import LEAST_GAIN, merge_all_pairs

PATHS = 7
page_sets = st.lists(st.frozensets(st.integers(0, PATHS - 1), min_size=1), min_size=1, max_size=7)
paths = st.frozensets(st.integers(0, PATHS - 1), min_size=1)


def partition(owner: np.ndarray) -> set[frozenset[int]]:
    return {frozenset(np.flatnonzero(owner == one).tolist()) for one in set(owner.tolist())}


def clusters_of(*parts: list[frozenset[int]]) -> SupportCosts:
    """Costs in which each part is one cluster, whose number is that of its first page."""
    pages = [page for part in parts for page in part]
    costs = SupportCosts(items_of(pages, PATHS))
    first = 0
    for part in parts:
        for number in range(first + 1, first + len(part)):
            costs.merge(first, number)
        first += len(part)
    return costs


def test_four_pages() -> None:
    assert partition(merge_all_pairs(SupportCosts(items_of(FOUR, 6)))) == {
        frozenset({0, 1, 2}),
        frozenset({3}),
    }


class Watched(SupportCosts):
    """Costs that keep a diary: the partition after each merge."""

    def __init__(self, pages: list[frozenset[int]], weights: list[float]) -> None:
        super().__init__(items_of(pages, PATHS, weights))
        self.diary = [[[number] for number in range(len(pages))]]

    def merge(self, kept: int, gone: int) -> None:
        super().merge(kept, gone)
        before = self.diary[-1]
        joined = [pages for pages in before if kept in pages or gone in pages]
        others = [pages for pages in before if pages not in joined]
        self.diary.append([*others, joined[0] + joined[1]])


@given(page_sets, st.lists(st.floats(0.1, 1), min_size=PATHS, max_size=PATHS))
def test_every_merge_is_the_best_and_the_last_one_too(
    pages: list[frozenset[int]], weights: list[float]
) -> None:
    costs = Watched(pages, weights)
    found = merge_all_pairs(costs)
    for before, after in pairwise(costs.diary):
        gain = twin.total_cost(pages, before, weights) - twin.total_cost(pages, after, weights)
        assert gain == pytest.approx(twin.best_gain(pages, before, weights))
    assert twin.best_gain(pages, costs.diary[-1], weights) <= LEAST_GAIN + 1e-12
    assert partition(found) == {frozenset(cluster) for cluster in costs.diary[-1]}


@given(page_sets, page_sets)
def test_gains_are_those_of_the_twin(
    first: list[frozenset[int]], second: list[frozenset[int]]
) -> None:
    weights = [1.0] * PATHS
    gain = clusters_of(first, second).gains(0, np.array([len(first)]))[0]
    apart = twin.cluster_cost(first, weights) + twin.cluster_cost(second, weights)
    assert gain == apart - twin.cluster_cost(first + second, weights)


@given(paths, paths)
def test_two_pages_save_what_they_share(first: frozenset[int], second: frozenset[int]) -> None:
    assert clusters_of([first], [second]).gains(0, np.array([1]))[0] == len(first & second)


@given(paths, paths, st.integers(2, 5))
def test_a_page_joins_a_template_that_it_has_most_of(
    page: frozenset[int], template: frozenset[int], pages: int
) -> None:
    gain = clusters_of([page], [template] * pages).gains(0, np.array([1]))[0]
    assert (gain > 0) == (len(page & template) > len(template - page))


@given(paths, paths, st.integers(2, 5))
def test_the_more_pages_the_less_clusters_may_differ(
    first: frozenset[int], second: frozenset[int], pages: int
) -> None:
    gain = clusters_of([first] * pages, [second] * pages).gains(0, np.array([pages]))[0]
    assert (gain > 0) == (len(first & second) > (pages - 1) * len(first ^ second))
