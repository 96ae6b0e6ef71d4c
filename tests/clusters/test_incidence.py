"""Which page has which value, and sparse rows: all of it is as SciPy has it."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_matrix, random_array

from unmold._core import SparseRows
from unmold.clusters import incidence
from unmold.clusters.incidence import (
    Incidence,
    dot_products,
    in_portions,
    make_rows,
    squared_lengths,
    sum_rows,
    take_rows,
)
from unmold.errors import UnmoldError
from unmold.features import Ragged

columns = st.lists(st.lists(st.integers(0, 9), max_size=6), min_size=1, max_size=8)


def dense(column: list[list[int]]) -> np.ndarray:
    """Which page has which of ten values."""
    return np.array([[float(value in page) for value in range(10)] for page in column])


@given(columns, st.data())
def test_values_are_counted_by_groups(column: list[list[int]], data: st.DataObject) -> None:
    found = Incidence.of(Ragged.of(column, np.uint64))
    expected = dense(column)[:, found.values.astype(int)]
    groups = data.draw(st.lists(st.integers(-1, 2), min_size=len(column), max_size=len(column)))
    own = np.array(groups, np.int64)
    counts = np.array([expected[own == group].sum(axis=0) for group in range(3)])
    assert found.count(own, 3).tolist() == counts.tolist()
    assert found.supports.tolist() == expected.sum(axis=0).tolist()
    kept = found.values % 2 == 0
    assert found.keep(kept).count(own, 3).tolist() == counts[:, kept].tolist()
    assert to_dense(found.to_rows(), len(found.values)).tolist() == expected.tolist()


def to_dense(rows: SparseRows, width: int) -> np.ndarray:
    offsets, places, values = rows.parts()
    parts = (np.frombuffer(values), np.frombuffer(places, np.uint32), np.frombuffer(offsets, int))
    return np.asarray(csr_matrix(parts, (len(rows), width)).todense())


@pytest.mark.parametrize("seed", range(20))
def test_rows_are_as_matrices_are(seed: int) -> None:
    chance = np.random.default_rng(seed)
    count, width = int(chance.integers(1, 30)), int(chance.integers(1, 20))
    matrix = csr_matrix(random_array((count, width), density=0.3, rng=chance))
    matrix.sort_indices()
    rows = make_rows(np.diff(matrix.indptr), matrix.indices, matrix.data)
    chosen = chance.integers(0, count, 7)
    taken = take_rows(rows, chosen)
    assert to_dense(taken, width).tolist() == matrix[chosen].todense().tolist()
    assert np.allclose(dot_products(rows, taken), (matrix @ matrix[chosen].T).todense())
    assert np.allclose(squared_lengths(rows), matrix.multiply(matrix).sum(axis=1).reshape(-1))
    groups, weights = chance.integers(0, 4, count), chance.random(count)
    members = csr_matrix((weights, (groups, np.arange(count))), (5, count))
    assert np.allclose(
        to_dense(sum_rows(rows, groups, weights, 5), width), (members @ matrix).todense()
    )


def test_rows_with_the_same_columns_are_found_as_by_their_bytes() -> None:
    chance = np.random.default_rng(5)
    sets = [np.flatnonzero(chance.random(4) < 0.5) * 100 for _ in range(60)]
    places = np.concatenate(sets)
    rows = make_rows(np.array([len(own) for own in sets]), places, chance.random(len(places)))
    keys = np.array([own.astype(np.int32).tobytes() for own in sets], dtype=object)
    _, *expected = np.unique(keys, return_index=True, return_inverse=True, return_counts=True)
    found = [np.frombuffer(part, np.uint32).tolist() for part in rows.distinct()]
    assert found == [part.reshape(-1).tolist() for part in expected]


ROWS = make_rows(np.array([1, 0]), np.array([3]), np.ones(1))


@pytest.mark.parametrize(
    "misuse",
    [
        lambda: make_rows(np.array([2]), np.array([0]), np.ones(1)),
        lambda: make_rows(np.array([2]), np.array([1, 0]), np.ones(2)),
        lambda: take_rows(ROWS, np.array([2])),
        lambda: take_rows(ROWS, np.array([-1])),
        lambda: sum_rows(ROWS, np.array([0, 1]), np.ones(2), 1),
        lambda: sum_rows(ROWS, np.array([0]), np.ones(1), 1),
    ],
)
def test_what_does_not_fit_is_refused(misuse: Callable[[], object]) -> None:
    with pytest.raises(UnmoldError):
        misuse()


@pytest.mark.parametrize(("others", "sizes"), [(0, [7]), (3, [4, 3]), (12, [2, 2, 2, 1])])
def test_portions_hold_fewer_rows_where_there_are_more_others(
    monkeypatch: pytest.MonkeyPatch, others: int, sizes: list[int]
) -> None:
    monkeypatch.setattr(incidence, "ROWS_AT_A_TIME", 2)
    monkeypatch.setattr(incidence, "CELLS_AT_A_TIME", 12)
    rows = make_rows(np.ones(7, np.int64), np.arange(7), np.arange(7.0))
    found = list(in_portions(rows, others))
    assert [len(chosen) for _, chosen in found] == sizes
    assert np.concatenate([some for some, _ in found]).tolist() == list(range(7))
    squares = np.concatenate([squared_lengths(chosen) for _, chosen in found])
    assert squares.tolist() == [number**2 for number in range(7)]
