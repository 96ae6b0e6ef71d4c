"""Entropies of splits against a plain count, and the break-even point."""

from collections import Counter
from math import log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from benchmarks.papers.fingerprints.splits import find_break_even, measure_splits
from unmold.errors import UsageError


def entropy(parts: list[bytes]) -> float:
    return sum(-count / len(parts) * log2(count / len(parts)) for count in Counter(parts).values())


@given(
    st.integers(1, 30).flatmap(lambda n: arrays(np.uint8, (n, 5), elements=st.integers(0, 3))),
    st.booleans(),
)
def test_entropies_are_those_of_counted_parts(sample: NDArray[np.uint8], distinct: bool) -> None:
    measured = measure_splits(sample, distinct=distinct)
    rows = [row.tobytes() for row in sample]
    rows = sorted(set(rows)) if distinct else rows
    for split in range(1, 5):
        before = entropy([row[:split] for row in rows])
        after = entropy([row[split:] for row in rows])
        assert measured.prefix[split - 1] == pytest.approx(before)
        assert measured.suffix[split - 1] == pytest.approx(after)


def test_there_is_a_split_between_any_two_entries() -> None:
    measured = measure_splits(np.zeros((3, 25), np.uint8))
    assert len(measured.prefix) == len(measured.suffix) == 24


def test_break_even_is_where_the_curves_are_closest() -> None:
    assert find_break_even([1.0, 2.0, 3.0], [3.0, 2.5, 1.0]) == 2
    assert measure_splits(np.array([[0, 1, 2], [0, 2, 1], [0, 3, 0]], np.uint8)).break_even == 2


def test_no_fingerprint_tells_nothing() -> None:
    measured = measure_splits(np.zeros((0, 3), np.uint8))
    assert (measured.fingerprints, measured.prefix, measured.suffix) == (0, [0, 0], [0, 0])


def test_one_entry_cannot_be_split() -> None:
    with pytest.raises(UsageError, match="two entries"):
        measure_splits(np.zeros((3, 1), np.uint8))
