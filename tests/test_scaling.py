"""The trial of scaling measures every step of a run."""

import sys

import pytest

from benchmarks.trials.scaling import measure


@pytest.mark.skipif(sys.platform != "linux", reason="peaks of memory are read from /proc")
def test_every_step_is_measured() -> None:
    """A sample; `python -m benchmarks.trials.scaling` is the whole trial."""
    found = measure(24)
    assert {"read", "cluster", "induce", "extract", "index", "tables"} <= found["ms_a_page"].keys()
    assert all(megabytes > 0 for megabytes in found["megabytes"].values())
