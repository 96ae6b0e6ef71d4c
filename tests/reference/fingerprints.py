"""Fingerprints the slow way: every pair is compared."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def hamming(first: Sequence[int], second: Sequence[int]) -> int:
    return sum(a != b for a, b in zip(first, second, strict=True))


def near_fingerprints(stored: NDArray[np.uint8], query: NDArray[np.uint8]) -> list[int]:
    """The rows that differ from the query in one entry at most."""
    return [row for row, entries in enumerate(stored.tolist()) if hamming(entries, query) <= 1]


def connected_components(fingerprints: NDArray[np.uint8]) -> set[frozenset[int]]:
    """Rows that are linked by chains of near rows."""
    components: list[set[int]] = []
    for row, entries in enumerate(fingerprints):
        near = set(near_fingerprints(fingerprints[: row + 1], entries)) | {row}
        joined = near.union(*(component for component in components if component & near))
        components = [component for component in components if not component & near] + [joined]
    return {frozenset(component) for component in components}
