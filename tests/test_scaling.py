"""The trial of scaling measures every step of a run."""

import sys
from collections.abc import Callable, Iterator

import pytest

from benchmarks.trials.scaling import draw_shop, draw_small, draw_unlike, measure
from unmold.model import Page


@pytest.mark.skipif(sys.platform != "linux", reason="peaks of memory are read from /proc")
@pytest.mark.parametrize("draw", [draw_shop, draw_unlike, draw_small])
def test_every_step_is_measured(draw: Callable[[int], Iterator[Page]]) -> None:
    """A sample; `python -m benchmarks.trials.scaling` is the whole trial."""
    found = measure(24, draw)
    assert {"read", "cluster", "induce", "extract", "index", "tables"} <= found["ms_a_page"].keys()
    assert all(megabytes > 0 for megabytes in found["megabytes"].values())
