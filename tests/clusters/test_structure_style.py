"""Structure and style with shared neighbours: worked examples, and the plain quadratic twin."""

import math
from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np
import pytest
from reference import shared_neighbours as plain
from support.comparands import comparand
from support.small_sites import build_site, features_of

from unmold._core import (
    Comparand,
    cluster_neighbours,
    connect_pairs,
    find_block_pairs,
    find_neighbours,
    find_packed_neighbours,
)
from unmold.clusters import cluster_pages
from unmold.clusters.published.shared_neighbours import StructureStyleClusterer
from unmold.errors import InternalError, UsageError
from unmold.features import Features, compute_features
from unmold.pages import read_pages

ALIKE = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3), (4, 5), (3, 4)]
"""Of six documents: 0 to 3 pairwise 0.95, (4, 5) 0.92, (3, 4) 0.91; all others are at 0.1."""


def with_comparands(pages: Sequence[Comparand]) -> Features:
    return Features.of({"sites": [""] * len(pages)}, list(pages))


def groups(labels: Iterable[int]) -> set[frozenset[int]]:
    members: dict[int, set[int]] = {}
    for page, label in enumerate(labels):
        members.setdefault(int(label), set()).add(page)
    return {frozenset(group) for group in members.values()}


def as_groups(clusters: list[set[int]]) -> set[frozenset[int]]:
    return {frozenset(cluster) for cluster in clusters}


def shared(overlap: float, rounds: int = 100) -> tuple[list[int], int]:
    firsts, seconds = zip(*ALIKE, strict=True)
    labels, joined = cluster_neighbours([1] * 6, firsts, seconds, overlap, rounds)
    return np.frombuffer(labels, "<u4").tolist(), joined


def test_the_neighbour_sets_of_the_worked_example() -> None:
    matrix: plain.Matrix = [[0.1] * 6 for _ in range(6)]
    scores = {**dict.fromkeys(combinations(range(4), 2), 0.95), (4, 5): 0.92, (3, 4): 0.91}
    for (one, two), score in scores.items():
        matrix[one][two] = matrix[two][one] = score
    neighbours = plain.neighbours_of(matrix, 0.9)
    assert neighbours == [*[{0, 1, 2, 3}] * 3, {0, 1, 2, 3, 4}, {3, 4, 5}, {4, 5}]
    overlaps = [plain.share(neighbours[a], neighbours[b]) for a, b in [(0, 1), (0, 3), (4, 5)]]
    assert overlaps == pytest.approx([1, 0.8, 2 / 3])
    assert plain.share(neighbours[3], neighbours[4]) == pytest.approx(1 / 3)
    twin = plain.shared_neighbour_clusters(neighbours, 0.6)
    assert as_groups(twin) == groups([0, 0, 0, 0, 1, 1])


def test_the_clusters_of_the_worked_example() -> None:
    assert shared(0.9)[0] == [0, 0, 0, 1, 2, 3]
    assert shared(0.8)[0] == [0, 0, 0, 0, 1, 2]
    # In a second round the two clusters share 2 of 6 documents, and stay apart.
    assert shared(0.6) == ([0, 0, 0, 0, 1, 1], 1)
    assert shared(0.6, rounds=0) == ([0, 1, 2, 3, 4, 5], 0)


@pytest.mark.parametrize("seed", range(30))
def test_clusters_of_random_graphs_are_the_twins(seed: int) -> None:
    random = Random(seed)
    pages = random.randint(1, 25)
    pairs = [
        pair
        for pair in combinations(range(pages), 2)
        if random.random() < random.choice([0.2, 0.7])
    ]
    neighbours = [{page} for page in range(pages)]
    for one, two in pairs:
        neighbours[one].add(two)
        neighbours[two].add(one)
    firsts, seconds = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    for overlap in (0.2, 0.4, 0.5, 0.75, 1.0):
        labels, _ = cluster_neighbours([1] * pages, firsts, seconds, overlap)
        expected = plain.shared_neighbour_clusters(neighbours, overlap)
        assert groups(np.frombuffer(labels, "<u4")) == as_groups(expected)


def small_real_pages(manifest: Path, count: int) -> list[Comparand]:
    """Some of the smaller pages of a corpus: the twin measures all their pairs."""
    pages = sorted(read_pages(manifest, limit=600), key=lambda page: len(page.data))[:150]
    return compute_features(Random(5).sample(pages, count), columns=["comparands"]).comparands


def assert_same_as_twin(
    pages: list[Comparand], matrix: plain.Matrix, **settings: float
) -> StructureStyleClusterer:
    estimator = StructureStyleClusterer(**settings)  # type: ignore[arg-type]
    labels = estimator.fit_predict(with_comparands(pages))
    neighbours = plain.neighbours_of(matrix, estimator.threshold)
    expected = plain.shared_neighbour_clusters(neighbours, estimator.overlap)
    assert groups(labels) == as_groups(expected)
    return estimator


@pytest.mark.parametrize("kappa", [0.0, 0.3, 0.5, 0.9, 1.0])
@pytest.mark.parametrize("threshold", [0.6, 0.85, 0.95, 1.0])
def test_bounds_do_not_change_the_clusters(kappa: float, threshold: float) -> None:
    pages = features_of(build_site(40, seed=3, broken=True)).comparands
    matrix = plain.measure_all(pages, kappa)
    for overlap in (0.5, 0.85):
        settings = {"kappa": kappa, "threshold": threshold, "overlap": overlap}
        estimator = assert_same_as_twin(pages, matrix, **settings)
        counts = dict(estimator.distances_)
        assert counts.pop("pairs") == sum(counts.values()) == len(pages) * (len(pages) - 1) // 2


@pytest.mark.parametrize("corpus", ["openjdk17", "wild", "swde"])
def test_bounds_do_not_change_the_clusters_of_real_pages(corpora: Path, corpus: str) -> None:
    pages = small_real_pages(corpora / corpus / "manifest.csv", 30)
    matrix = plain.measure_all(pages)
    for threshold in (0.7, 0.85, 0.95):
        estimator = assert_same_as_twin(pages, matrix, threshold=threshold, overlap=threshold)
        assert estimator.distances_["exact"] < estimator.distances_["pairs"] / 2


def test_equal_pages_are_compared_once_and_count_each() -> None:
    pages = [comparand("a(b c)", ("x",)), comparand("a(b)", ("x",))] * 4
    estimator = StructureStyleClusterer(threshold=0.8).fit(with_comparands(pages))
    assert estimator.labels_.tolist() == [0] * 8
    assert estimator.distances_["pairs"] == 28
    assert estimator.distances_["equal"] == 27


def test_kappa_weighs_structure_against_style() -> None:
    same_tree = [comparand("a(b c)", ("x",)), comparand("a(b c)", ("y",))]
    same_style = [comparand("a(b c)", ("x",)), comparand("q(r(s))", ("x",))]
    for pages, apart, together in ((same_tree, 0.2, 0.9), (same_style, 0.9, 0.2)):
        features = with_comparands(pages)
        assert StructureStyleClusterer(kappa=apart).fit_predict(features).tolist() == [0, 1]
        assert StructureStyleClusterer(kappa=together).fit_predict(features).tolist() == [0, 0]


def test_a_similarity_that_is_just_enough_is_enough() -> None:
    # One node of ten differs in two trees of ten: 1 - 1/20, and 0.5 * 0.95 + 0.5 * 0.75.
    trees = ["a(b c d e f g h i j)", "a(b c d e f g h i k)"]
    styles = [("x", "y", "z"), ("x", "y", "z", "w")]
    pages = [comparand(tree, style) for tree, style in zip(trees, styles, strict=True)]
    features = with_comparands(pages)
    assert StructureStyleClusterer(threshold=0.85).fit_predict(features).tolist() == [0, 0]
    assert StructureStyleClusterer(threshold=0.8501).fit_predict(features).tolist() == [0, 1]


def test_pairs_over_the_budget_are_counted_and_unlike() -> None:
    # Deep in the tree a wrapper more: top-down alignment does not see what is below it.
    inner = " ".join("b(c d(e))" for _ in range(6))
    pages = [comparand(f"a(z {inner} y)"), comparand(f"a(q x({inner}) y)")]
    features = with_comparands(pages)
    generous = StructureStyleClusterer(kappa=1.0).fit(features)
    assert generous.labels_.tolist() == [0, 0]
    assert generous.distances_["exact"] == 1
    tight = StructureStyleClusterer(kappa=1.0, max_cells=1).fit(features)
    assert tight.labels_.tolist() == [0, 1]
    assert tight.distances_["unscored"] == 1
    assert tight.distances_["exact"] == 0


def test_the_index_is_approximate_and_says_so() -> None:
    outlines = [
        f"{root}({' '.join([leaf] * count)})" for root, leaf in ("ab", "cd") for count in (8, 9)
    ]
    features = with_comparands([comparand(outline) for outline in outlines])
    exact = StructureStyleClusterer().fit(features)
    assert not exact.is_approximate_
    assert exact.distances_["index"] == 0
    approximate = StructureStyleClusterer(approximate=True).fit(features)
    assert approximate.is_approximate_
    assert approximate.distances_["index"] == 4
    assert groups(approximate.labels_) == groups(exact.labels_)


def test_pairs_that_the_index_misses_are_unlike() -> None:
    # Alike by style alone: their paths have nothing in common.
    features = with_comparands([comparand("a(b)", ("x",)), comparand("c(d)", ("x",))])
    estimator = StructureStyleClusterer(kappa=0.1)
    assert estimator.fit_predict(features).tolist() == [0, 0]
    estimator.set_params(approximate=True)
    assert estimator.fit_predict(features).tolist() == [0, 1]


def test_found_pairs_are_those_of_different_pages() -> None:
    pages = [comparand("a(b c)"), comparand("q"), comparand("a(b c)"), comparand("a(b c c)")]
    found = find_neighbours(pages, 0.85, kappa=1.0)
    assert np.frombuffer(found.page_numbers, "<u4").tolist() == [0, 1, 0, 2]
    smaller, larger = (np.frombuffer(side, "<u4").tolist() for side in found.pairs())
    assert (smaller, larger) == ([0], [2])


def numbers(data: bytes) -> list[int]:
    return np.frombuffer(data, "<u4").tolist()


def pairs_of(pages: list[bytes], threshold: float, blocks: bytes | None = None) -> set[object]:
    found = find_packed_neighbours(pages, threshold, blocks=blocks)
    return set(zip(*map(numbers, found.pairs()), strict=True))


def test_bytes_of_pages_say_which_are_equal() -> None:
    pages = [comparand("a(b c)", ("x", "y")), comparand("a(b c)", ("y", "x")), comparand("a(b(c))")]
    packed = [page.pack() for page in pages]
    assert packed[0] == packed[1] != packed[2]
    assert [page.nodes for page in pages] == [3, 3, 3]
    found = find_packed_neighbours(packed, 0.85)
    assert found.distinct == 2
    assert numbers(found.page_numbers) == [0, 0, 1]
    with pytest.raises(InternalError, match="no packed page"):
        find_packed_neighbours([packed[0][:-1]], 0.85)


@pytest.mark.parametrize("threshold", [0.6, 0.85, 0.95])
def test_blocks_have_the_pairs_of_all_pages(threshold: float) -> None:
    """By the plain twin: each pair is found by the one pair of blocks that its pages are in."""
    pages = features_of(build_site(60, seed=4, broken=True)).comparands
    packed = sorted({page.pack(): page for page in pages}.items(), key=lambda one: one[1].nodes)
    matrix = plain.measure_all([page for _, page in packed])
    neighbours = plain.neighbours_of(matrix, threshold)
    expected = {(a, b) for b, near in enumerate(neighbours) for a in near if a < b}
    assert len(packed) > 20
    assert 20 < len(expected) < math.comb(len(packed), 2)
    for size in (1, 7, 20, 100):
        own = [range(at, min(at + size, len(packed))) for at in range(0, len(packed), size)]
        nodes = [[packed[page][1].nodes for page in block] for block in own]
        smallest, largest = [min(one) for one in nodes], [max(one) for one in nodes]
        found: list[object] = []
        for first, second in zip(
            *map(numbers, find_block_pairs(smallest, largest, threshold)), strict=True
        ):
            both = [*own[first], *own[second]] if first != second else list(own[first])
            sides = bytes(page in own[second] for page in both) if first != second else None
            pairs = pairs_of([packed[page][0] for page in both], threshold, sides)
            found += [(both[a], both[b]) for a, b in pairs]  # type: ignore[misc]
        assert len(found) == len(set(found))
        assert set(found) == expected


def test_blocks_must_fit() -> None:
    page = comparand("a(b)").pack()
    with pytest.raises(InternalError, match="needs a block"):
        find_packed_neighbours([page], 0.85, blocks=b"")
    with pytest.raises(InternalError, match="must be different"):
        find_packed_neighbours([page, page], 0.85, blocks=bytes(2))
    with pytest.raises(InternalError, match="two sizes"):
        find_block_pairs([1], [1, 2], 0.85)


def test_clusters_of_given_pairs_count_equal_pages_each() -> None:
    """As if every copy were a page of its own, alike to its copies and to all that these are."""
    random = Random(8)
    for _ in range(20):
        copies = [random.randint(1, 4) for _ in range(random.randint(1, 9))]
        pairs = [pair for pair in combinations(range(len(copies)), 2) if random.random() < 0.5]
        pages = [number for number, count in enumerate(copies) for _ in range(count)]
        near = [
            {b for b, two in enumerate(pages) if one == two or {(one, two), (two, one)} & {*pairs}}
            for one in pages
        ]
        labels, _ = cluster_neighbours(copies, [a for a, _ in pairs], [b for _, b in pairs], 0.6)
        found = numbers(labels)
        expected = plain.shared_neighbour_clusters(near, 0.6)
        assert groups(found[page] for page in pages) == as_groups(expected)


@pytest.mark.parametrize("seed", range(10))
def test_connected_pairs(seed: int) -> None:
    random = Random(seed)
    count = random.randint(1, 30)
    pairs = [
        (random.randrange(count), random.randrange(count)) for _ in range(random.randint(0, 20))
    ]
    first = numbers(connect_pairs(count, [a for a, _ in pairs], [b for _, b in pairs]))
    for group in plain.components(range(count), map(set, pairs)):
        assert {first[thing] for thing in group} == {min(group)}


def test_components_are_clustered_alone() -> None:
    """What tasks of Spark rely on: clusters of a component do not depend on other components."""
    random = Random(2)
    for _ in range(20):
        count = 24
        pairs = [pair for pair in combinations(range(count), 2) if random.random() < 0.07]
        sides = [[pair[at] for pair in pairs] for at in (0, 1)]
        labels = numbers(cluster_neighbours([1] * count, *sides, 0.5)[0])
        together = groups(labels)
        first = numbers(connect_pairs(count, *sides))
        apart: set[frozenset[int]] = set()
        for component in groups(first):
            own = sorted(component)
            inner = [(own.index(a), own.index(b)) for a, b in pairs if a in component]
            sides_of = [[pair[at] for pair in inner] for at in (0, 1)]
            found = numbers(cluster_neighbours([1] * len(own), *sides_of, 0.5)[0])
            apart |= {frozenset(own[at] for at in group) for group in groups(found)}
        assert apart == together


def test_counts_of_all_sites_are_added_up() -> None:
    html = build_site(12, seed=2)
    sites = [
        (f"https://{site}.example/{at}", page) for at, page in enumerate(html) for site in "ab"
    ]
    clustering = cluster_pages(iter(sites), "structure-style")
    assert clustering.distances["pairs"] == 2 * 66
    assert not clustering.is_approximate
    assert cluster_pages(iter(sites), "structure-style", approximate=True).is_approximate


@pytest.mark.parametrize(
    ("firsts", "seconds", "message"),
    [([0], [9], "not there"), ([0, 1], [1], "two pages")],
)
def test_pairs_must_fit(firsts: list[int], seconds: list[int], message: str) -> None:
    with pytest.raises(InternalError, match=message):
        cluster_neighbours([1] * 3, firsts, seconds, 0.5)


@pytest.mark.parametrize(
    "parameters",
    [{"threshold": 1.5}, {"overlap": -0.1}, {"kappa": 2}, {"max_rounds": -1}, {"max_cells": -5}],
)
def test_parameters_that_mean_nothing_are_refused(parameters: dict[str, float]) -> None:
    features = with_comparands([comparand("a")])
    with pytest.raises(UsageError, match="cannot be"):
        StructureStyleClusterer().set_params(**parameters).fit(features)
