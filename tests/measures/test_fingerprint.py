"""Fingerprints: the paper's example, what its claims are worth, and how far is read."""

from collections.abc import Iterator
from itertools import repeat

import pytest
from hypothesis import given
from reference import sequences as reference
from support.generated_trees import tags
from support.native import fingerprint, fingerprint_similarity, is_same_template

EXAMPLE = (
    "html body p b b p p strong strong p p big big p p em em p p i i p "
    "p small small p p sub sub sup sup p body html"
)


def test_the_papers_example() -> None:
    expected = bytes.fromhex("000000000403000300090300080008000800001302") + b"\xff" * 4
    assert fingerprint(EXAMPLE.split()) == expected
    assert reference.fingerprint(EXAMPLE.split()) == expected


def test_an_unseen_tag_in_place_of_another_changes_nothing() -> None:
    changed = EXAMPLE.replace(" i i ", " u u ")
    assert fingerprint(changed.split()) == fingerprint(EXAMPLE.split())


def test_a_known_tag_in_place_of_another_changes_the_template() -> None:
    """The paper says that nothing changes; but `strong` is in the dictionary already."""
    changed = fingerprint(EXAMPLE.replace(" i i ", " strong strong ").split())
    assert list(changed[12:17]) == [8, 7, 3, 0, 8]
    assert reference.levenshtein(changed, fingerprint(EXAMPLE.split())) == 2
    assert not is_same_template(changed, fingerprint(EXAMPLE.split()))


def test_a_missing_element_near_the_end_matters() -> None:
    """The paper says that it matters little; but the page ends before the dictionary is full."""
    changed = fingerprint(EXAMPLE.replace(" sub sub", "").split())
    assert reference.levenshtein(changed, fingerprint(EXAMPLE.split())) == 3


def test_reading_stops_with_the_last_entry() -> None:
    read: list[int] = []

    def tokens() -> Iterator[str]:
        for number in range(30):
            read.append(number)
            yield f"tag{number}"

    assert fingerprint(tokens()) == bytes(25)
    assert len(read) == 25


def test_an_endless_sequence_ends() -> None:
    assert fingerprint(repeat("a")) == bytes(range(25))


def test_an_error_while_reading_is_not_swallowed() -> None:
    def tokens() -> Iterator[str]:
        yield "a"
        raise RuntimeError("broken")

    with pytest.raises(RuntimeError, match="broken"):
        fingerprint(tokens())


@given(tags, tags)
def test_agrees_with_the_definition(first: list[str], second: list[str]) -> None:
    prints = fingerprint(first), fingerprint(second)
    assert prints == (reference.fingerprint(first), reference.fingerprint(second))
    expected = reference.fingerprint_similarity(*prints)
    assert fingerprint_similarity(*prints) == pytest.approx(expected)
    same = reference.levenshtein(*prints) <= 1
    assert is_same_template(*prints) == same


def test_an_empty_page_is_like_another_empty_page_only() -> None:
    empty, other = fingerprint([]), fingerprint(["a"])
    assert fingerprint_similarity(empty, empty) == 1.0
    assert fingerprint_similarity(empty, other) == 0.0
