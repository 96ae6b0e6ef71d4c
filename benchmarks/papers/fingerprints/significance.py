"""Whether one classifier is really better than another: the paired two-tailed t-test.

It is the test of the paper on template fingerprints (Hachenberg and Gottron, CIKM 2013), at 0.05.
SciPy computes it; here are the cases that it leaves undefined.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import ttest_rel

from unmold.errors import UsageError

SIGNIFICANCE_LEVEL = 0.05

Scores = Sequence[float] | NDArray[np.float64]


@dataclass(frozen=True)
class TTest:
    """The outcome of a paired t-test."""

    mean_difference: float
    """First minus second."""
    statistic: float | None
    """None where the differences do not vary, or are fewer than two."""
    p_value: float
    degrees_of_freedom: int

    @property
    def significant(self) -> bool:
        return self.p_value < SIGNIFICANCE_LEVEL


def compare_paired(first: Scores, second: Scores) -> TTest:
    """Test whether the mean of the paired differences is other than 0.

    Fewer than two pairs prove nothing: p is 1. Differences that are all the same prove everything
    if they are not 0 (p is 0) and nothing if they are (p is 1).

    >>> compare_paired([0.9, 0.8, 0.95], [0.7, 0.7, 0.7]).significant
    False
    >>> compare_paired([0.9, 0.8, 0.95, 0.9], [0.7, 0.7, 0.7, 0.7]).significant
    True
    """
    differences = _subtract(first, second)
    count = len(differences)
    mean = float(differences.mean()) if count else 0.0
    if count < 2:
        return TTest(mean, None, 1.0, max(count - 1, 0))
    # Equal differences of decimal fractions still differ in their last bits.
    largest = max(float(np.abs(first).max()), float(np.abs(second).max()))
    if float(differences.std(ddof=1)) <= 1e-12 * largest:
        return TTest(mean, None, 1.0 if abs(mean) <= 1e-12 else 0.0, count - 1)
    found = ttest_rel(first, second)
    return TTest(mean, float(found.statistic), float(found.pvalue), count - 1)


def _subtract(first: Scores, second: Scores) -> NDArray[np.float64]:
    if len(first) != len(second):
        raise UsageError(f"a paired test of {len(first)} scores against {len(second)}")
    differences = np.asarray(first, dtype=np.float64) - np.asarray(second, dtype=np.float64)
    if not np.isfinite(differences).all():
        raise UsageError("a paired test needs finite scores")
    return differences
