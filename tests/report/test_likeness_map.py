"""Maps of templates: distances of points are those that were measured."""

import numpy as np

from unmold.report.likeness_map import find_alike, find_closest_pairs, scale_to_plane


def distances_of(points: np.ndarray) -> np.ndarray:
    return np.sqrt(((points[:, None] - points[None, :]) ** 2).sum(axis=2)).astype(np.float32)


def test_points_of_a_plane_are_found_again() -> None:
    points = np.random.default_rng(1).random((40, 2))
    measured = distances_of(points)
    found = distances_of(scale_to_plane(measured))
    scale = measured.max() / found.max()
    assert np.allclose(found * scale, measured, atol=1e-4)


def test_all_lie_from_0_to_1() -> None:
    points = scale_to_plane(distances_of(np.random.default_rng(2).random((9, 5))))
    assert points.min() >= -1e-9
    assert points.max() <= 1 + 1e-9


def test_templates_that_are_all_the_same_lie_in_one_place() -> None:
    points = scale_to_plane(np.zeros((4, 4), np.float32))
    assert np.allclose(points, 0.5)


def test_the_map_does_not_depend_on_chance() -> None:
    measured = distances_of(np.random.default_rng(3).random((20, 3)))
    assert np.array_equal(scale_to_plane(measured), scale_to_plane(measured.copy()))


def test_the_nearest_come_first_and_nobody_is_near_itself() -> None:
    measured = distances_of(np.array([[0.0, 0], [1, 0], [3, 0]]))
    assert find_alike(measured, 3) == [[1, 2], [0, 2], [1, 0]]


def test_close_pairs_are_sorted_and_bounded() -> None:
    measured = distances_of(np.array([[0.0, 0], [1, 0], [3, 0], [3.5, 0]]))
    assert find_closest_pairs(measured, 2.0, 8) == [(2, 3), (0, 1), (1, 2)]
    assert find_closest_pairs(measured, 2.0, 1) == [(2, 3)]
