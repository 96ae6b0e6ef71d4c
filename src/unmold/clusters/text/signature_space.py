"""The signature space: who has the same entry at the same position of the signature.

The signatures of items enter; for a cluster, those it shares entries with leave, each as often as
it is met. Entries that very many items share tell them not apart: of these items only some are met,
those beside the cluster's own place and some from elsewhere. So a meeting takes a time that depends
on the length of the signature and not on the number of items.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from unmold.clusters.text.essential import Counts

MET_AT_ONCE = 8
"""Items met at one position beside the own place, and as many from elsewhere."""

_STRIDE = 7919
"""A prime, so that turns spread over groups of every size."""


class SignatureSpace:
    """All entries of all signatures, position by position, equal ones side by side.

    A *place* is an index of this order. Every item starts with one place for each position; a
    merged cluster has for each position the place of a part that has the entry.
    """

    def __init__(self, minima: NDArray[np.float64]) -> None:
        items, length = minima.shape
        order = np.argsort(minima, axis=0, kind="stable").T  # position by item
        ordered = np.take_along_axis(minima.T, order, axis=1)
        begins = np.ones((length, items), np.bool_)
        begins[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
        self._items: Counts = order.reshape(-1)
        groups = np.cumsum(begins.reshape(-1)) - 1
        starts = np.flatnonzero(begins.reshape(-1))
        self._starts: Counts = starts[groups]
        self._ends: Counts = np.append(starts[1:], items * length)[groups]
        self.places: Counts = np.empty((items, length), np.int64)
        """For each item and position its place."""
        for position in range(length):
            here = np.arange(position * items, (position + 1) * items)
            self.places[order[position], position] = here

    def meet(self, places: Counts, turn: int) -> Counts:
        """The items with the same entries; `turn` says which of those elsewhere."""
        starts, ends = self._starts[places], self._ends[places]
        last = np.maximum(ends - MET_AT_ONCE, starts)
        beside = np.clip(places - MET_AT_ONCE // 2, starts, last)
        elsewhere = starts + (turn * _STRIDE) % (last - starts + 1)
        firsts, bounds = np.concatenate([beside, elsewhere]), np.concatenate([ends, ends])
        met = firsts[:, None] + np.arange(MET_AT_ONCE)
        return self._items[met[met < bounds[:, None]]]
