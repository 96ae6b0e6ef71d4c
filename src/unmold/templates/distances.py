"""How unlike templates are: the distances of all pairs, from what their signatures hold.

A pair is as far apart as the sets of its views are: one minus the Jaccard similarity, on average
over the views. What several sites share says as much as what one site does.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from unmold.clusters.incidence import Incidence, dot_products
from unmold.features import Ragged
from unmold.templates.signature import VIEWS, Signature

Distances = NDArray[np.float32]
"""A square: the distance of each template from each, from 0 (the same) to 1 (nothing shared)."""


def measure_distances(signatures: Sequence[Signature | None]) -> Distances:
    """The distances of all pairs; a template without a signature is far from all others."""
    count = len(signatures)
    total = np.zeros((count, count), np.float32)
    for view in VIEWS:
        total += _likeness([one.views[view].items if one else None for one in signatures])
    distances: Distances = np.clip(1 - total / len(VIEWS), 0, 1).astype(np.float32)
    np.fill_diagonal(distances, 0)
    return distances


def _likeness(sets: Sequence[NDArray[np.uint64] | None]) -> NDArray[np.float32]:
    """The Jaccard similarity of all pairs of sets; two empty ones are the same."""
    sizes = np.array([0 if one is None else len(one) for one in sets], np.int64)
    known = [one for one in sets if one is not None]
    items = np.concatenate([np.zeros(0, np.uint64), *known])
    has = Incidence.of(Ragged(items, np.append(0, np.cumsum(sizes)))).to_rows()
    shared = dot_products(has, has).astype(np.float32)
    either = sizes[:, None] + sizes[None, :] - shared
    alike = np.divide(shared, either, out=np.ones_like(shared), where=either > 0)
    missing = np.array([one is None for one in sets], np.bool_)
    alike[missing, :] = 0
    alike[:, missing] = 0
    return np.asarray(alike, np.float32)
