"""Many pairs at once: the same numbers as one by one, and the rules that every measure keeps."""

import dataclasses
import math
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference.trees import Node, preorder, to_native
from support.generated_trees import trees_or_none
from support.native import (
    LabelledTree,
    rtdm_similarity,
    tree_edit_similarity,
    tree_matching_similarity,
)
from support.native import comparand as native_comparand

from unmold._core import Comparand, compare_pairs, jaccard_similarity, measure_names
from unmold.errors import InternalError, UsageError
from unmold.settings import Comparison

NAMES = ["a", "b", "c", "head", "body"]


def dom_tags(root: Node | None) -> list[int]:
    """Every element on entering and on leaving it."""
    result: list[int] = []

    def visit(node: Node) -> None:
        result.append(NAMES.index(node.label))
        for child in node.children:
            visit(child)
        result.append(NAMES.index(node.label))

    if root is not None:
        visit(root)
    return result


def comparand(root: Node | None) -> Comparand:
    classes = sorted({node.label * len(node.children) for node, _ in preorder(root)} - {""})
    return native_comparand(to_native(root, list(NAMES)), dom_tags(root), classes, NAMES)


def scores(first: Node | None, second: Node | None) -> dict[str, float]:
    names = measure_names()
    found = compare_pairs([comparand(first), comparand(second)], [0], [1], names, jobs=1)
    result = {}
    for name in names:
        (value,) = found.values(name)
        assert value is not None
        result[name] = value
    return result


@given(trees_or_none, trees_or_none)
def test_all_measures_keep_the_rules(first: Node | None, second: Node | None) -> None:
    there, back = scores(first, second), scores(second, first)
    assert there == pytest.approx(back)
    for value in there.values():
        assert not math.isnan(value)
        assert 0.0 <= value <= 1.0
    if first == second:
        assert set(there.values()) == {1.0}
    if (first is None) != (second is None):
        # The other page, too, may lack class names and a head.
        exempt = {"style", "structure-style", "mdh5"}
        assert {value for name, value in there.items() if name not in exempt} == {0.0}


@given(trees_or_none, trees_or_none)
def test_pairs_agree_with_single_calls(first: Node | None, second: Node | None) -> None:
    together = scores(first, second)
    trees = to_native(first, list(NAMES)), to_native(second, list(NAMES))
    assert together["ted"] == tree_edit_similarity(*trees)[0]
    assert together["ted-max"] == tree_edit_similarity(*trees, normalisation="max")[0]
    assert together["rtdm"] == rtdm_similarity(*trees)[0]
    assert together["stm"] == tree_matching_similarity(*trees)[0]
    expected = (together["ted"] + together["style"]) / 2
    assert together["structure-style"] == pytest.approx(expected)
    assert together["path-jaccard"] <= together["common-paths"]


@given(st.lists(trees_or_none, min_size=1, max_size=6), st.integers(0, 3))
def test_any_number_of_threads_gives_the_same(roots: list[Node | None], jobs: int) -> None:
    pages = [comparand(root) for root in roots]
    firsts, seconds = np.triu_indices(len(pages))
    firsts, seconds = firsts.astype(np.uint32), seconds.astype(np.uint32)
    serial = compare_pairs(pages, firsts, seconds, measure_names(), jobs=1)
    parallel = compare_pairs(pages, firsts, seconds, measure_names(), jobs=jobs)
    for name in measure_names():
        assert serial.values(name) == parallel.values(name)


def two_unlike_pages() -> list[Comparand]:
    depths = list(range(40))
    chains = [[node % step for node in range(40)] for step in (2, 3)]
    return [native_comparand(LabelledTree.from_depths(c, depths), c, ["x"], NAMES) for c in chains]


def test_what_exceeds_its_budget_is_missing_with_a_reason() -> None:
    pages = two_unlike_pages()
    found = compare_pairs(pages, [0, 0], [0, 1], ["ted", "style"], Comparison(max_cells=10))
    assert found.values("ted") == [1.0, None]
    assert np.frombuffer(found.buffer("ted")).tolist() == [1.0, 0.0]
    assert list(found.validity("ted")) == [1, 0]
    assert found.reasons("ted") == [(1, "over budget: needs more than 10 table cells")]
    assert found.values("style") == [1.0, 1.0]
    assert found.reasons("style") == []


def test_settings_reach_the_measures() -> None:
    pages = two_unlike_pages()

    def value(measure: str, **settings: object) -> float | None:
        chosen = Comparison(**settings)  # type: ignore[arg-type]
        return compare_pairs(pages, [0], [1], [measure], chosen).values(measure)[0]

    assert value("structure-style", kappa=0.0) == 1.0
    assert value("structure-style", kappa=1.0) == value("ted")
    assert value("pq-grams", pq_gram_kind="bag") != value("pq-grams")
    assert value("stm", matching_normalisation="max") != value("stm")


def test_windows_reach_the_comparand() -> None:
    tree = LabelledTree.from_depths([0, 1, 2], [0, 1, 1])
    other = LabelledTree.from_depths([0, 1, 1], [0, 1, 1])

    def values(**windows: int | str) -> list[float | None]:
        settings = Comparison(**windows)  # type: ignore[arg-type]
        pages = [
            native_comparand(tree, [0, 1, 2], [], NAMES, settings),
            native_comparand(other, [0, 1, 1], [], NAMES, settings),
        ]
        found = compare_pairs(pages, [0], [1], ["path-shingles", "ctss", "pq-grams"])
        return [found.values(name)[0] for name in ("path-shingles", "ctss", "pq-grams")]

    assert values() == [0.5, 0.0, pytest.approx(1 / 3)]
    assert values(path_width=1, tag_width=1, p=1, q=1)[:2] == [pytest.approx(2 / 3)] * 2
    assert values(path_reading="sequence")[0] == 0.0


def test_style_is_the_jaccard_of_class_names() -> None:
    tree = LabelledTree([], [])
    pages = [native_comparand(tree, [], names, NAMES) for names in (["x", "y"], ["y", "z", "y"])]
    (value,) = compare_pairs(pages, [0], [1], ["style"]).values("style")
    assert value == jaccard_similarity([1, 2], [2, 3]) == pytest.approx(1 / 3)


def test_mistakes_are_refused() -> None:
    pages = two_unlike_pages()
    with pytest.raises(InternalError, match="there is no page 2"):
        compare_pairs(pages, [0], [2], ["ted"])
    with pytest.raises(InternalError, match="every pair needs two pages"):
        compare_pairs(pages, [0, 1], [0], ["ted"])
    with pytest.raises(UsageError, match="no such measure: nothing"):
        compare_pairs(pages, [0], [1], ["nothing"])
    with pytest.raises(UsageError, match="not among the measures: rtdm"):
        compare_pairs(pages, [0], [1], ["ted"]).values("rtdm")
    with pytest.raises(InternalError, match="tag 9 has no name"):
        native_comparand(LabelledTree([9], [-1]), [], [], NAMES)
    # What `Comparison` itself would refuse.
    windows = dataclasses.asdict(Comparison()) | {"path_width": 0}
    with pytest.raises(UsageError, match="windows start at width 1"):
        native_comparand(LabelledTree([], []), [], [], NAMES, SimpleNamespace(**windows))


def test_a_hostile_page_passes_through_every_measure() -> None:
    """Depth, width and length far beyond any real page: a value or a reason, and no crash."""
    nodes = 60_000
    shapes = {
        "chain": list(range(nodes)),
        "star": [min(node, 1) for node in range(nodes)],
        "comb": [(node + 1) // 2 for node in range(nodes)],
    }
    pages = []
    for depths in shapes.values():
        labels = [node * 7919 % 5 for node in range(nodes)]
        tree = LabelledTree.from_depths(labels, depths)
        pages.append(native_comparand(tree, labels, [], NAMES))
    found = compare_pairs(
        pages,
        [0, 0, 1],
        [1, 2, 2],
        measure_names(),
        Comparison(max_cells=20_000_000),
        max_table=1_000_000,
    )
    for name in measure_names():
        missing = {pair for pair, _ in found.reasons(name)}
        assert missing == {pair for pair, value in enumerate(found.values(name)) if value is None}
