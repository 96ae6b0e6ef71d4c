"""Costs: the time of a piece of work, and the memory that it needs at its peak."""

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

from unmold.bench.measuring import measure, release_memory

Require = Callable[[object, str], None]


def test_memory_counts_what_is_resident_at_the_peak(require: Require) -> None:
    require(sys.platform == "linux", "only Linux resets its high-water mark")
    require(Path("/proc/self/clear_refs").exists(), "needs /proc/self/clear_refs")

    def work() -> int:
        return int(np.ones(32 << 20, np.uint8).sum())

    release_memory()
    total, cost = measure(work)
    assert total == 32 << 20
    assert cost.memory is not None
    assert cost.memory >= 30 << 20
    # It was freed again, so it does not count against the next piece of work.
    _, after = measure(lambda: None)
    assert after.memory is not None
    assert after.memory < 16 << 20


def test_seconds_are_counted() -> None:
    assert measure(lambda: sum(range(1000)))[1].seconds > 0
