"""The classifier by fingerprints: its k + 1 classes, conflicts, and growing."""

import logging
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from reference.fingerprints import hamming

from benchmarks.papers.fingerprints.instance_classifier import Conflict, InstanceClassifier
from unmold.clusters.fingerprint_index import IndexSettings
from unmold.errors import UsageError

WIDTH = 4
some_rows = st.lists(st.lists(st.integers(0, 2), min_size=WIDTH, max_size=WIDTH), max_size=12)


def prints(*rows: str) -> NDArray[np.uint8]:
    return np.array([[int(entry) for entry in row] for row in rows], np.uint8).reshape(-1, WIDTH)


def trained(*pages: tuple[str, str]) -> InstanceClassifier:
    classifier = InstanceClassifier(IndexSettings(entries=WIDTH))
    return classifier.fit(prints(*(row for row, _ in pages)), [name for _, name in pages])


def slow_answer(training: list[tuple[list[int], str]], page: list[int]) -> str:
    for distance in (0, 1):
        near = Counter(name for row, name in training if hamming(row, page) <= distance)
        if near:
            return min(near, key=lambda name: (-near[name], name))
    return "none"


@given(some_rows, some_rows, st.data())
def test_answers_are_those_of_a_scan(
    training: list[list[int]], pages: list[list[int]], data: st.DataObject
) -> None:
    names = [data.draw(st.sampled_from("abc")) for _ in training]
    classifier = InstanceClassifier(IndexSettings(entries=WIDTH))
    classifier.fit(np.array(training, np.uint8).reshape(-1, WIDTH), names)
    answers = classifier.classify(np.array(pages, np.uint8).reshape(-1, WIDTH))
    pairs = list(zip(training, names, strict=True))
    assert answers.classes == [slow_answer(pairs, page) for page in pages]
    nearest = [min((hamming(row, page) for row in training), default=9) for page in pages]
    assert answers.distances == [least if least <= 1 else None for least in nearest]


def test_a_page_near_no_training_page_is_none() -> None:
    assert trained(("0000", "a")).predict(prints("0011", "0001")) == ["none", "a"]


def test_without_training_every_page_is_none() -> None:
    assert trained().predict(prints("0000")) == ["none"]


def test_an_equal_fingerprint_goes_before_many_near_ones() -> None:
    classifier = trained(("0001", "a"), ("0002", "a"), ("0003", "a"), ("0000", "b"))
    answers = classifier.classify(prints("0000"))
    assert answers.classes == ["b"]
    assert answers.conflicts == [Conflict(row=0, distance=0, claims={"a": 3, "b": 1}, chosen="b")]


def test_then_the_most_frequent_template() -> None:
    classifier = trained(("0001", "b"), ("0001", "b"), ("0002", "a"))
    answers = classifier.classify(prints("0000"))
    assert (answers.classes, answers.distances) == (["b"], [1])


def test_then_the_smallest_name() -> None:
    answers = trained(("0001", "b"), ("0002", "a")).classify(prints("0000"))
    assert answers.classes == ["a"]
    assert [conflict.chosen for conflict in answers.conflicts] == ["a"]


def test_agreeing_pages_are_no_conflict() -> None:
    assert trained(("0001", "a"), ("0002", "a")).classify(prints("0000")).conflicts == []


def test_conflicts_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "unmold"):
        trained(("0001", "b"), ("0002", "a")).predict(prints("0000", "2222"))
    assert "1 of 2 pages have conflicts" in caplog.text


def test_pages_are_learned_in_steps() -> None:
    classifier = InstanceClassifier(IndexSettings(entries=WIDTH))
    classifier.partial_fit(prints("0000"), ["a"]).partial_fit(prints("2222", "0000"), ["b", "a"])
    assert classifier.predict(prints("2221", "0001")) == ["b", "a"]
    assert classifier.claims_[0] == {"a": 2}
    assert classifier.fit(prints("1111"), ["c"]).predict(prints("2222")) == ["none"]


def test_the_callers_mistakes() -> None:
    with pytest.raises(UsageError, match="learned nothing"):
        InstanceClassifier().predict(prints("0000"))
    with pytest.raises(UsageError, match="1 templates for 2 training pages"):
        InstanceClassifier(IndexSettings(entries=WIDTH)).fit(prints("0000", "0001"), ["a"])
    with pytest.raises(UsageError, match="'none'"):
        trained(("0000", "none"))
