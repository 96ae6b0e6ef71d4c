"""Values are numbered as NumPy numbers them, without sorting them all."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unmold.features.table import first_places, number_values

WORDS = st.lists(st.integers(0, 2**64 - 1) | st.integers(0, 5), max_size=60)


@given(WORDS)
def test_values_are_numbered_in_their_order(values: list[int]) -> None:
    array = np.array(values, np.uint64)
    distinct, first, numbers = np.unique(array, return_index=True, return_inverse=True)
    found = number_values(array)
    assert found[0].tolist() == distinct.tolist()
    assert found[1].tolist() == numbers.reshape(-1).tolist()
    assert first_places(found[1], len(distinct)).tolist() == first.tolist()


@pytest.mark.parametrize("start", [0, 3])
def test_a_part_of_a_column_is_numbered_by_itself(start: int) -> None:
    part = np.arange(10, dtype=np.uint64)[start : start + 4]
    distinct, numbers = number_values(part)
    assert distinct.tolist() == part.tolist()
    assert numbers.tolist() == [0, 1, 2, 3]
