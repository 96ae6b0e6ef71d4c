"""Treemaps: every rectangle as large as it should be, all of them side by side."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unmold.report.treemap import Rectangle, lay_out_treemap

AREA = Rectangle(0, 0, 400, 300)
SIZES = st.lists(st.integers(1, 5000), min_size=1, max_size=120).map(
    lambda sizes: sorted(sizes, reverse=True)
)


@given(SIZES)
def test_areas_are_as_the_sizes(sizes: list[int]) -> None:
    placed = lay_out_treemap(sizes, AREA)
    unit = AREA.width * AREA.height / sum(sizes)
    assert [one.width * one.height for one in placed] == pytest.approx(
        [size * unit for size in sizes], rel=1e-6
    )


@given(SIZES)
def test_rectangles_lie_inside_and_on_no_other(sizes: list[int]) -> None:
    placed = lay_out_treemap(sizes, AREA)
    for one in placed:
        assert one.x >= -1e-6
        assert one.y >= -1e-6
        assert one.x + one.width <= AREA.width + 1e-6
        assert one.y + one.height <= AREA.height + 1e-6
    for number, one in enumerate(placed):
        for other in placed[number + 1 :]:
            across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
            down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
            assert across <= 1e-6 or down <= 1e-6


def test_equal_sizes_become_nearly_squares() -> None:
    placed = lay_out_treemap([1] * 12, AREA)
    assert all(0.5 < one.width / one.height < 2 for one in placed)


def test_the_example_of_the_paper() -> None:
    placed = lay_out_treemap([6, 6, 4, 3, 2, 2, 1], Rectangle(0, 0, 6, 4))
    assert [(round(one.x, 2), round(one.y, 2)) for one in placed[:3]] == [(0, 0), (0, 2), (3, 0)]
