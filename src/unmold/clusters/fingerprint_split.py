"""Where to split fingerprints: how much the two sides of every split tell.

Fingerprints of a sample enter; the entropies of all splits leave, and the split at which both sides
tell equally much. The answer of an index does not depend on it, only its speed. Section 3.4 and
figure 2 of Hachenberg and Gottron (CIKM 2013), who found 17.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unmold._core import fingerprint_split_entropies
from unmold.errors import UsageError


@dataclass(frozen=True, slots=True)
class SplitEntropies:
    """Entropies in bits; position i is the split after i + 1 entries."""

    prefix: NDArray[np.float64]
    """Of the entries before the split: rises with it."""
    suffix: NDArray[np.float64]
    """Of the entries after the split: falls with it."""

    @property
    def splits(self) -> NDArray[np.int64]:
        return np.arange(1, len(self.prefix) + 1)

    @property
    def break_even(self) -> int:
        """The split at which the two are closest."""
        return int(self.splits[np.argmin(np.abs(self.prefix - self.suffix))])


def measure_splits(fingerprints: NDArray[np.uint8], *, distinct: bool = True) -> SplitEntropies:
    """Measure all splits of a sample of fingerprints, one in each row.

    An index keeps a fingerprint once, so each counts once; with `distinct` off, each counts as
    often as it occurs.

    >>> measure_splits(np.array([[0, 0, 1], [0, 0, 2], [0, 1, 3], [0, 1, 4]], np.uint8)).break_even
    2
    """
    if fingerprints.ndim != 2 or fingerprints.shape[1] < 2:
        raise UsageError("splitting takes fingerprints of two entries or more, one in each row")
    sample = np.unique(fingerprints, axis=0) if distinct else fingerprints
    entropies = fingerprint_split_entropies(np.ascontiguousarray(sample).data, sample.shape[1])
    prefix, suffix = np.array(entropies).T
    return SplitEntropies(prefix, suffix)
