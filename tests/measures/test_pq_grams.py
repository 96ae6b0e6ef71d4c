"""pq-grams: the worked profile, agreement with the written-out profile, edges."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import pq_grams as reference
from reference.trees import Node, preorder, read_tree, to_native, to_native_pair
from support.generated_trees import trees_or_none
from support.native import LabelledTree, pq_gram_profile, pq_gram_similarity

from unmold.errors import UsageError

PROFILE = [
    "*a**a",
    "*a*ab",
    "*aabc",
    "*abc*",
    "*ac**",
    "aa**e",
    "aa*eb",
    "aaeb*",
    "aab**",
    "ab***",
    "ab***",
    "ac***",
    "ae***",
]


def test_the_worked_profile() -> None:
    tree = read_tree("{a{a{e}{b}}{b}{c}}")
    assert sorted("".join(gram) for gram in reference.profile(tree).elements()) == sorted(PROFILE)
    assert len(pq_gram_profile(to_native(tree))) == 13


def test_the_worked_distances() -> None:
    trees = to_native_pair(read_tree("{a{a{e}{b}}{b}{c}}"), read_tree("{a{a{e}{b}}{b}{x}}"))
    first, second = (pq_gram_profile(tree) for tree in trees)
    assert 1 - pq_gram_similarity(first, second) == pytest.approx(0.307692, abs=1e-6)
    assert 1 - pq_gram_similarity(first, second, kind="bag") == pytest.approx(0.470588, abs=1e-6)


@given(
    trees_or_none,
    trees_or_none,
    st.integers(1, 4),
    st.integers(1, 4),
    st.sampled_from(["dice", "bag"]),
)
def test_agrees_with_the_written_out_profile(
    first: Node | None, second: Node | None, p: int, q: int, kind: str
) -> None:
    expected = reference.similarity(
        reference.profile(first, p, q), reference.profile(second, p, q), kind
    )
    profiles = [pq_gram_profile(tree, p, q) for tree in to_native_pair(first, second)]
    assert pq_gram_similarity(*profiles, kind=kind) == pytest.approx(expected)


@given(trees_or_none, st.integers(1, 4), st.integers(1, 4))
def test_the_size_follows_from_leaves_and_inner_nodes(tree: Node | None, p: int, q: int) -> None:
    nodes = [node for node, _ in preorder(tree)]
    leaves = sum(not node.children for node in nodes)
    expected = 2 * leaves + q * (len(nodes) - leaves) - 1 if nodes else 0
    assert len(pq_gram_profile(to_native(tree), p, q)) == expected


def test_impossible_settings_are_refused() -> None:
    with pytest.raises(UsageError, match="p and q start at 1"):
        pq_gram_profile(LabelledTree([1], [-1]), p=0)
    with pytest.raises(UsageError, match="no kind of pq-gram similarity: cosine"):
        pq_gram_similarity([1], [1], kind="cosine")
