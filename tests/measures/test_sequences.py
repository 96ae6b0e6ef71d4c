"""Paths, shingles, tag vectors, subsequences and digests: worked examples and agreement."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import sequences as reference
from reference.hashing import hash_path
from reference.trees import Node, to_native
from support.generated_trees import tags, trees_or_none
from support.native import (
    LabelledTree,
    common_subsequence,
    header_part,
    leaf_paths,
    overlap_similarity,
    path_shingles,
    sequence_digest,
    structure_style_similarity,
    subsequence_similarity,
    tag_shingles,
    tag_vector_distance,
    tag_vector_similarity,
)

from unmold._core import jaccard_similarity
from unmold.errors import UsageError

readings = st.sampled_from(["steps", "sequence"])
number_sets = st.frozensets(st.integers(0, 30))
numbers = st.lists(st.integers(0, 4), max_size=150)


def numbered(sequence: list[str]) -> list[int]:
    return [sum(tag.encode()) for tag in sequence]


def test_common_paths_and_jaccard() -> None:
    shared = ["/html/body/p", "/html/head/title"]
    first = [hash_path(path.split("/")) for path in [*shared, "/html/body/div/a"]]
    second = [hash_path(path.split("/")) for path in [*shared, "/html/body/ul/li", "/html/body/hr"]]
    assert overlap_similarity(first, second) == 0.5
    assert jaccard_similarity(first, second) == 0.4


@given(number_sets, number_sets)
def test_sets_agree(first: frozenset[int], second: frozenset[int]) -> None:
    expected = reference.overlap(set(first), set(second))
    assert overlap_similarity(list(first), list(second)) == pytest.approx(expected)
    jaccard = reference.jaccard(set(first), set(second))
    assert jaccard_similarity(list(first), list(second)) == pytest.approx(jaccard)
    assert jaccard <= expected


@given(trees_or_none)
def test_leaf_paths_agree(tree: Node | None) -> None:
    names: list[str] = []
    native = to_native(tree, names)
    assert leaf_paths(native, names) == [hash_path(path) for path in reference.leaf_paths(tree)]


@given(trees_or_none, trees_or_none, st.integers(1, 5), readings)
def test_path_shingles_agree(
    first: Node | None, second: Node | None, width: int, reading: str
) -> None:
    names: list[str] = []
    natives = [to_native(first, names), to_native(second, names)]
    sets = [path_shingles(tree, names, width=width, reading=reading) for tree in natives]
    slow = [reference.path_shingles(tree, width, reading) for tree in (first, second)]
    assert [len(shingles) for shingles in sets] == [len(shingles) for shingles in slow]
    assert overlap_similarity(*sets) == pytest.approx(reference.overlap(*slow))


def test_paths_that_differ_in_one_step_share_shingles_of_steps() -> None:
    names = ["html", "body", "div", "ul", "li", "a", "b"]
    first = LabelledTree.from_depths([0, 1, 2, 3, 4, 5], range(6))
    second = LabelledTree.from_depths([0, 1, 2, 3, 4, 6], range(6))
    steps = [path_shingles(tree, names) for tree in (first, second)]
    assert overlap_similarity(*steps) == 0.75
    whole = [path_shingles(tree, names, reading="sequence") for tree in (first, second)]
    assert overlap_similarity(*whole) == 0.0


def test_tag_sequence_shingles() -> None:
    first, second = tag_shingles([*"abcd"], width=2), tag_shingles([*"bcde"], width=2)
    assert overlap_similarity(first, second) == pytest.approx(2 / 3)


@given(tags, tags, st.integers(1, 6))
def test_tag_sequence_shingles_agree(first: list[str], second: list[str], width: int) -> None:
    fast = [tag_shingles(sequence, width=width) for sequence in (first, second)]
    slow = [reference.windows(sequence, width) for sequence in (first, second)]
    assert overlap_similarity(*fast) == pytest.approx(reference.overlap(*slow))


def test_tag_vectors() -> None:
    assert tag_vector_distance([1, 1, 1, 2, 2, 2, 2], []) == 5.0
    assert tag_vector_similarity([1, 1, 1, 2, 2, 2, 2], []) == 0.0


@given(numbers, numbers)
def test_tag_vectors_agree(first: list[int], second: list[int]) -> None:
    expected = reference.tag_vector_distance(first, second)
    assert tag_vector_distance(first, second) == pytest.approx(expected)
    similarity = reference.tag_vector_similarity(first, second)
    assert tag_vector_similarity(first, second) == pytest.approx(similarity)


def test_longest_common_tag_subsequence() -> None:
    first, second = numbered(list("abcb")), numbered(list("bcab"))
    assert common_subsequence(first, second) == (3, None)
    assert subsequence_similarity(first, second) == (0.75, None)


@given(numbers, numbers)
def test_subsequences_agree(first: list[int], second: list[int]) -> None:
    expected = reference.common_subsequence(first, second)
    assert common_subsequence(first, second) == (expected, None)
    similarity = reference.subsequence_similarity(first, second)
    assert subsequence_similarity(first, second) == (pytest.approx(similarity), None)


def test_a_subsequence_over_budget_is_a_reason() -> None:
    value, reason = common_subsequence([1, 2, 1], [2, 2, 1, 2, 2], max_cells=3)
    assert value is None
    assert reason == "over budget: needs more than 3 table cells"


def test_many_different_tags_do_not_exhaust_memory() -> None:
    value, reason = common_subsequence(list(range(200_000)), list(range(200_000, 0, -1)))
    assert value is None
    assert reason is not None


@given(tags)
def test_digests_and_headers_agree(sequence: list[str]) -> None:
    assert sequence_digest(sequence) == reference.digest(sequence)
    assert header_part(sequence) == reference.header_part(sequence)


@pytest.mark.parametrize(
    ("sequence", "header"),
    [
        ("html head title title head body p", "head title title head"),
        ("html head title body p head", "head title"),
        ("html title title body p", "html title title"),
        ("body p p body", None),
        ("p b b p", None),
        ("", None),
    ],
)
def test_headers(sequence: str, header: str | None) -> None:
    expected = None if header is None else header.split()
    assert header_part(sequence.split()) == expected
    assert reference.header_part(sequence.split()) == expected


def test_kappa_weighs_structure_against_style() -> None:
    assert structure_style_similarity(0.8, 0.4) == pytest.approx(0.6)
    assert structure_style_similarity(0.8, 0.4, kappa=0.0) == pytest.approx(0.4)
    with pytest.raises(UsageError, match="kappa"):
        structure_style_similarity(0.8, 0.4, kappa=float("nan"))
