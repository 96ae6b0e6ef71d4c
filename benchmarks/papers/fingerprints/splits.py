"""Where to split fingerprints: how much information the two sides of every split carry.

An index gives the same answers wherever it splits; only its speed depends on the split, which is
best where both sides carry equally much. Section 3.4 and figure 2 of Hachenberg and Gottron
(CIKM 2013), who found 17.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import entropy

from unmold.errors import UsageError


@dataclass(frozen=True, slots=True)
class SplitCurve:
    """Entropies in bits; position i is the split after i + 1 entries."""

    fingerprints: int
    """Fingerprints in the sample."""
    prefix: list[float]
    """Of the entries before the split: rises with it."""
    suffix: list[float]
    """Of the entries after the split: falls with it."""
    break_even: int
    """The split at which the two are closest."""


def measure_splits(fingerprints: NDArray[np.uint8], *, distinct: bool = True) -> SplitCurve:
    """Measure all splits of a sample of fingerprints, one in each row.

    An index keeps a fingerprint once, so each counts once; with `distinct` off, each counts as
    often as it occurs.

    >>> measure_splits(np.array([[0, 0, 1], [0, 0, 2], [0, 1, 3], [0, 1, 4]], np.uint8)).break_even
    2
    """
    if fingerprints.ndim != 2 or fingerprints.shape[1] < 2:
        raise UsageError("splitting takes fingerprints of two entries or more, one in each row")
    sample = np.unique(fingerprints, axis=0) if distinct else fingerprints
    prefix = _measure_prefixes(sample)
    # The entries after a split are a prefix of the reversed fingerprint.
    suffix = _measure_prefixes(sample[:, ::-1])[::-1]
    return SplitCurve(len(sample), prefix, suffix, find_break_even(prefix, suffix))


def find_break_even(prefix: list[float], suffix: list[float]) -> int:
    """The split at which two curves are closest; of several, the first.

    >>> find_break_even([1.0, 2.0, 3.0], [3.0, 2.5, 1.0])
    2
    """
    return 1 + int(np.argmin(np.abs(np.subtract(prefix, suffix))))


def _measure_prefixes(rows: NDArray[np.uint8]) -> list[float]:
    """The entropy of the first entries of rows, for one entry up to all but the last."""
    width = rows.shape[1]
    ordered = rows[np.lexsort(rows.T[::-1])]
    differs = ordered[1:] != ordered[:-1]
    # In sorted rows, equal prefixes are neighbours: a group ends where an entry of it differs.
    first_difference = np.where(differs.any(axis=1), differs.argmax(axis=1), width)
    entropies = []
    for length in range(1, width):
        ends = 1 + np.flatnonzero(first_difference < length)
        sizes = np.diff(ends, prepend=0, append=len(rows))
        entropies.append(float(entropy(sizes, base=2)) if len(rows) else 0.0)
    return entropies
