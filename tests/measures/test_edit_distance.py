"""Tree edit distance: worked examples, agreement with Zhang-Shasha, metric laws, budget."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import edit_distance as reference
from reference.trees import Node, read_tree, to_native_pair
from support.generated_trees import trees, trees_or_none
from support.native import (
    LabelledTree,
    rtdm_distance,
    tree_edit_bound,
    tree_edit_distance,
    tree_edit_distance_within,
    tree_edit_similarity,
)

from unmold.errors import UsageError


def distance(first: Node | None, second: Node | None, **costs: int) -> int:
    value, reason = tree_edit_distance(*to_native_pair(first, second), **costs)
    assert reason is None
    assert value is not None
    return value


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("{a{b}{c}}", "{a{x{b}{c}}}", 1),
        ("{f{d{a}{c{b}}}{e}}", "{f{c{d{a}{b}}}{e}}", 2),
        ("{a{a{a{a{a}}}}}", "{a{a}{a}{a}{a}}", 6),
        ("{a{b}{c}}", "{x{y}{z}}", 3),
        ("", "{a{b}}", 2),
        ("", "", 0),
    ],
)
def test_worked_examples(first: str, second: str, expected: int) -> None:
    assert distance(read_tree(first), read_tree(second)) == expected
    assert reference.tree_edit_distance(read_tree(first), read_tree(second)) == expected


def test_max_normalisation_is_cut_at_zero() -> None:
    """A chain and a star of five nodes are at distance six: the quotient is 1.2."""
    trees = to_native_pair(read_tree("{a{a{a{a{a}}}}}"), read_tree("{a{a}{a}{a}{a}}"))
    assert tree_edit_similarity(*trees, normalisation="max") == (0.0, None)
    assert tree_edit_similarity(*trees, normalisation="sum") == (pytest.approx(0.4), None)


def test_sum_normalisation_credits_shape() -> None:
    trees = to_native_pair(read_tree("{a{b}{c}}"), read_tree("{x{y}{z}}"))
    assert tree_edit_similarity(*trees) == (0.5, None)
    assert tree_edit_similarity(*trees, normalisation="max") == (0.0, None)


@given(trees_or_none, trees_or_none)
def test_agrees_with_zhang_and_shasha(first: Node | None, second: Node | None) -> None:
    assert distance(first, second) == reference.tree_edit_distance(first, second)


@given(trees, trees, st.integers(1, 4), st.integers(1, 4), st.integers(1, 9))
def test_agrees_with_any_costs(
    first: Node, second: Node, insert: int, delete: int, rename: int
) -> None:
    expected = reference.tree_edit_distance(first, second, insert, delete, rename)
    assert distance(first, second, insert=insert, delete=delete, rename=rename) == expected


@given(trees_or_none, trees_or_none, st.sampled_from(["sum", "max"]))
def test_similarities_agree(first: Node | None, second: Node | None, normalisation: str) -> None:
    slow = {"sum": reference.sum_similarity, "max": reference.max_similarity}[normalisation]
    value, _ = tree_edit_similarity(*to_native_pair(first, second), normalisation=normalisation)
    assert value == pytest.approx(slow(first, second))


@given(trees, trees, trees)
def test_is_a_metric(first: Node, second: Node, third: Node) -> None:
    assert distance(first, first) == 0
    assert distance(first, second) == distance(second, first)
    assert distance(first, third) <= distance(first, second) + distance(second, third)


@given(trees_or_none, trees_or_none)
def test_the_bound_holds(first: Node | None, second: Node | None) -> None:
    assert tree_edit_bound(*to_native_pair(first, second)) <= distance(first, second)


SHAPES = {
    "chain": lambda nodes: list(range(nodes)),
    "star": lambda nodes: [min(node, 1) for node in range(nodes)],
    "right comb": lambda nodes: [(node + 1) // 2 for node in range(nodes)],
    "left comb": lambda nodes: [*range(nodes // 2), *range(nodes // 2, 0, -1)],
    "zigzag": lambda nodes: zigzag_depths(nodes // 2),
}


def zigzag_depths(levels: int) -> list[int]:
    """A path with a leaf left of it on even levels and right of it on odd ones."""
    depths, later = [], []
    for level in range(levels):
        depths.append(level)
        (later if level % 2 else depths).append(level + 1)
    return depths + later[::-1]


def shaped_tree(shape: str, nodes: int, seed: int) -> LabelledTree:
    depths = SHAPES[shape](nodes)
    return LabelledTree.from_depths([seed * node % 7 for node in range(len(depths))], depths)


def to_reference(tree_shape: str, nodes: int, seed: int) -> Node:
    path: list[Node] = []
    for node, depth in enumerate(SHAPES[tree_shape](nodes)):
        child = Node(str(seed * node % 7))
        del path[depth:]
        if path:
            path[-1].children.append(child)
        path.append(child)
    return path[0]


@pytest.mark.parametrize("first", SHAPES)
@pytest.mark.parametrize("second", SHAPES)
def test_extreme_shapes_agree(first: str, second: str) -> None:
    expected = reference.tree_edit_distance(to_reference(first, 24, 3), to_reference(second, 20, 5))
    trees = shaped_tree(first, 24, 3), shaped_tree(second, 20, 5)
    assert tree_edit_distance(*trees) == (expected, None)


@pytest.mark.parametrize("first", SHAPES)
@pytest.mark.parametrize("second", SHAPES)
def test_large_extreme_shapes_keep_to_the_budget(first: str, second: str) -> None:
    trees = shaped_tree(first, 3000, 3), shaped_tree(second, 2990, 5)
    value, reason = tree_edit_distance(*trees, max_cells=1_000_000, max_table=10_000)
    assert (value is None) != (reason is None)


def test_over_budget_is_a_reason() -> None:
    trees = shaped_tree("zigzag", 200, 3), shaped_tree("zigzag", 200, 5)
    value, reason = tree_edit_distance(*trees, max_cells=1000)
    assert value is None
    assert reason == "over budget: needs more than 1000 table cells"
    value, reason = tree_edit_distance(*trees, max_table=100)
    assert value is None
    assert reason is not None
    assert reason.startswith("over budget: needs a table of")


def test_equal_trees_need_no_budget() -> None:
    tree = shaped_tree("zigzag", 100_000, 3)
    assert tree_edit_distance(tree, tree, max_cells=0, max_table=0) == (0, None)


@pytest.mark.parametrize("costs", [{"insert": 0}, {"rename": 1001}])
def test_costs_out_of_range_are_refused(costs: dict[str, int]) -> None:
    tree = LabelledTree([1], [-1])
    with pytest.raises(UsageError, match="between 1 and 1000"):
        tree_edit_distance(tree, tree, **costs)


def test_an_unknown_normalisation_is_refused() -> None:
    tree = LabelledTree([1], [-1])
    with pytest.raises(UsageError, match="no normalisation of distances: mean"):
        tree_edit_similarity(tree, tree, normalisation="mean")


@given(trees_or_none, trees_or_none, st.integers(0, 30))
def test_a_cutoff_gives_the_distance_or_says_that_it_is_beyond(
    first: Node | None, second: Node | None, cutoff: int
) -> None:
    exact = reference.tree_edit_distance(first, second)
    within, reason = tree_edit_distance_within(*to_native_pair(first, second), cutoff)
    assert reason is None
    assert within == (exact if exact <= cutoff else None)


def test_a_cutoff_keeps_the_budget() -> None:
    first = read_tree("{a{b{c}{d}}{b{d}{c}}{e}}")
    second = read_tree("{a{x{c}{b{d}}}{c{b}{d}}{f}}")
    distance, reason = tree_edit_distance_within(*to_native_pair(first, second), 9, max_cells=1)
    assert distance is None
    assert reason is not None


@given(trees_or_none, trees_or_none)
def test_top_down_alignment_bounds_the_distance_from_above(
    first: Node | None, second: Node | None
) -> None:
    """It is one way to edit one tree into the other, at the same unit costs."""
    aligned, _ = rtdm_distance(*to_native_pair(first, second))
    assert aligned is not None
    assert aligned >= distance(first, second)
