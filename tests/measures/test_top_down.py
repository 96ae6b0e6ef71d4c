"""RTDM and simple tree matching: worked examples, agreement with the definitions, edges."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import top_down as reference
from reference.edit_distance import tree_edit_distance
from reference.trees import TEXT, Node, read_tree, size, to_native, to_native_pair
from support.generated_trees import pages, trees_or_none
from support.native import (
    LabelledTree,
    rtdm_distance,
    rtdm_similarity,
    tree_matching,
    tree_matching_similarity,
)

from unmold.errors import UsageError

NORMALISATIONS = ["max", "avg", "setaware"]


@pytest.mark.parametrize(
    ("first", "second", "rtdm", "ted"),
    [
        ("{a{b}{c}}", "{a{x{b}{c}}}", 4, 1),
        ("{f{d{a}{c{b}}}{e}}", "{f{c{d{a}{b}}}{e}}", 7, 2),
    ],
)
def test_rtdm_is_at_least_the_edit_distance(first: str, second: str, rtdm: int, ted: int) -> None:
    left, right = read_tree(first), read_tree(second)
    assert rtdm_distance(*to_native_pair(left, right)) == (rtdm, None)
    assert reference.rtdm_distance(left, right) == rtdm
    assert tree_edit_distance(left, right) == ted


@given(trees_or_none, trees_or_none)
def test_rtdm_agrees_with_its_definition(first: Node | None, second: Node | None) -> None:
    expected = reference.rtdm_distance(first, second)
    trees = to_native_pair(first, second)
    assert rtdm_distance(*trees) == (expected, None)
    nodes = size(first) + size(second)
    similarity = 1 - expected / nodes if nodes else 1.0
    assert rtdm_similarity(*trees) == (pytest.approx(similarity), None)
    assert expected >= tree_edit_distance(first, second)


@given(pages, pages, st.booleans())
def test_matching_agrees_with_its_definition(first: Node, second: Node, textual: bool) -> None:
    expected = reference.tree_matching(first, second, textual)
    trees = to_native_pair(first, second)
    assert tree_matching(*trees, textual=textual) == (expected, None)
    assert tree_matching(*reversed(trees), textual=textual) == (expected, None)


@given(st.none() | pages, st.none() | pages, st.sampled_from(NORMALISATIONS), st.booleans())
def test_normalisations_agree(
    first: Node | None, second: Node | None, normalisation: str, textual: bool
) -> None:
    expected = reference.matching_similarity(first, second, normalisation, textual)
    value, reason = tree_matching_similarity(
        *to_native_pair(first, second), normalisation=normalisation, textual=textual
    )
    assert reason is None
    assert value == pytest.approx(expected)


@given(trees_or_none, st.sampled_from(NORMALISATIONS))
def test_identical_trees_are_alike(tree: Node | None, normalisation: str) -> None:
    native = to_native(tree)
    assert tree_matching_similarity(native, native, normalisation=normalisation) == (1.0, None)
    assert rtdm_similarity(native, native) == (1.0, None)


def table(rows: int, first_filler: int) -> Node:
    """A table of rows of ten nodes, any two of which share six, and one bold text."""
    root = Node("table")
    for row in range(rows):
        own = [Node(f"own{first_filler + row}-{cell}") for cell in range(4)]
        root.children.append(Node("tr", [Node(f"shared{cell}") for cell in range(5)] + own))
    root.children.append(Node("b", [Node("#text", kind=TEXT)]))
    return root


def test_lists_of_different_length_stay_alike_when_set_aware() -> None:
    first, second = table(2, 0), table(4, 10)
    trees = to_native_pair(first, second)
    assert (len(trees[0]), len(trees[1])) == (23, 43)
    assert tree_matching(*trees) == (15, None)
    values = [tree_matching_similarity(*trees, normalisation=name)[0] for name in NORMALISATIONS]
    assert values == [pytest.approx(value, abs=5e-5) for value in (0.3488, 0.4545, 0.8)]


def test_text_counts_only_when_textual() -> None:
    first = Node("p", [Node("#text", kind=TEXT, content=1)])
    second = Node("p", [Node("#text", kind=TEXT, content=2)])
    trees = to_native_pair(first, second)
    assert tree_matching(*trees) == (2, None)
    assert tree_matching(*trees, textual=True) == (1, None)
    assert tree_matching_similarity(*trees, textual=True) == (0.0, None)


def test_long_rows_of_unlike_children_can_exceed_the_budget() -> None:
    def star(leaves: range) -> LabelledTree:
        labels = [label for leaf in leaves for label in (1, leaf)]
        return LabelledTree.from_depths([0, *labels], [0] + [1, 2] * len(leaves))

    first, second = star(range(10, 50)), star(range(50, 90))
    assert tree_matching(first, second) == (41, None)
    refused = (None, "over budget: needs more than 100 table cells")
    assert rtdm_distance(first, second, max_cells=100) == refused
    assert tree_matching(first, second, max_cells=100) == refused
    assert tree_matching_similarity(first, second, max_cells=100) == refused


def test_depth_is_no_danger() -> None:
    depths = list(range(100_000))
    first = LabelledTree.from_depths([0] * 100_000, depths)
    second = LabelledTree.from_depths([0] * 99_999 + [1], depths)
    assert rtdm_distance(first, second) == (1, None)
    assert tree_matching(first, second) == (99_999, None)


def test_an_unknown_normalisation_is_refused() -> None:
    tree = LabelledTree([1], [-1])
    with pytest.raises(UsageError, match="no normalisation of tree matching: mean"):
        tree_matching_similarity(tree, tree, normalisation="mean")
