"""Wavelets of pages, k-means over them, and the walk over paths that orders columns."""

import numpy as np
import pytest
import pywt
from hypothesis import given
from hypothesis import strategies as st
from scipy.cluster.vq import kmeans2
from scipy.sparse import csr_matrix

from unmold.clusters.published.wavek_means import (
    approximate,
    find_means,
    haar_step,
    keep_energy,
    walk_order,
)


def test_four_columns() -> None:
    sums, differences = haar_step(csr_matrix([[1.0, 1.0, 0.0, 0.0]]))
    assert sums.todense().tolist() == [[pytest.approx(1.41421, abs=1e-5), 0]]
    assert differences.todense().tolist() == [[0, 0]]
    sums, differences = haar_step(sums)
    assert sums.todense().tolist() == [[pytest.approx(1)]]
    assert differences.todense().tolist() == [[pytest.approx(1)]]


@given(st.lists(st.booleans(), min_size=1, max_size=20))
def test_the_transform_keeps_lengths(row: list[bool]) -> None:
    everything = keep_energy(csr_matrix([[float(cell) for cell in row]]), 1.0)
    assert (everything**2).sum() == pytest.approx(sum(row))


@given(st.lists(st.lists(st.booleans(), min_size=16, max_size=16), min_size=1, max_size=6))
def test_kept_coefficients_hold_the_energy(rows: list[list[bool]]) -> None:
    matrix = csr_matrix(np.array(rows, float))
    for share in (0.5, 0.95):
        kept = keep_energy(matrix, share)
        assert (kept**2).sum() >= share * matrix.sum() - 1e-9
    assert keep_energy(matrix, 0.5).shape[1] <= keep_energy(matrix, 0.95).shape[1]


@given(st.lists(st.lists(st.integers(0, 3), min_size=32, max_size=32), min_size=1, max_size=6))
def test_coefficients_are_those_of_pywavelets(rows: list[list[int]]) -> None:
    dense = np.array(rows, float)
    levels = pywt.wavedec(dense, "haar", mode="zero")
    assert approximate(csr_matrix(dense), 4) == pytest.approx(
        pywt.wavedec(dense, "haar", mode="zero", level=3)[0]
    )
    sums, differences = haar_step(csr_matrix(dense))
    assert differences.toarray() == pytest.approx(levels[-1])
    assert sums.toarray() == pytest.approx(pywt.dwt(dense, "haar", mode="zero")[0])


@pytest.mark.parametrize(("columns", "left"), [(5, 8), (64, 64), (100, 64), (129, 64), (1000, 64)])
def test_sums_of_the_deepest_level_with_enough_columns(columns: int, left: int) -> None:
    assert approximate(csr_matrix((2, columns)), 64).shape == (2, left)


def test_sums_are_those_of_neighbours() -> None:
    rows = csr_matrix(np.arange(8.0)[None])
    assert approximate(rows, 2)[0].tolist() == pytest.approx([6 / 2, 22 / 2])


def test_a_walk_visits_what_is_below_before_what_is_beside() -> None:
    paths = np.array([2, 3, 5, 7, 11], np.uint64)
    parents = np.array([7, 11, 7, 0, 0], np.uint64)
    assert paths[walk_order(paths, parents)].tolist() == [7, 2, 5, 11, 3]


@given(st.lists(st.integers(0, 3), min_size=1, max_size=12), st.integers(1, 5))
def test_means_leave_equal_points_together(points: list[int], means: int) -> None:
    labels = find_means(np.array(points, float)[:, None], np.ones(len(points)), means)
    for point in set(points):
        assert len({label for label, one in zip(labels, points, strict=True) if one == point}) == 1
    if means >= len(set(points)):
        assert len(set(labels.tolist())) == len(set(points))


def test_heavy_points_draw_means() -> None:
    points = np.array([[0.0], [1.0], [1.6]])
    assert len(set(find_means(points, np.array([1.0, 1, 1]), 2)[1:].tolist())) == 1
    heavy = find_means(points, np.array([1.0, 1000, 1000]), 2)
    assert heavy[1] != heavy[2]


@given(st.integers(0, 50), st.integers(2, 5))
def test_scipy_finds_no_better_means_from_there(seed: int, means: int) -> None:
    points = np.random.default_rng(seed).normal(size=(40, 3))
    labels = find_means(points, np.ones(len(points)), means, seed=seed)
    centres = np.array([points[labels == label].mean(axis=0) for label in range(means)])
    moved, again = kmeans2(points, centres, minit="matrix")
    assert again.tolist() == labels.tolist()
    assert moved == pytest.approx(centres)
