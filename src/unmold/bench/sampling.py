"""Random pages of every site, for methods that compare all pairs of pages.

The same seed gives the same rows on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray


def sample_sites(sites: Sequence[str], pages: int, seed: int = 0) -> NDArray[np.int64]:
    """Rows in ascending order: `pages` random pages of each site, all where it has fewer.

    >>> sample_sites(["a", "b", "a", "b", "a"], 1).tolist()
    [2, 3]
    """
    random = Random(seed)
    # Drawn for every page in its order: `random` alone is promised to stay the same for a seed.
    ranks = [random.random() for _ in sites]
    rows: dict[str, list[int]] = {}
    for row in sorted(range(len(sites)), key=lambda row: ranks[row]):
        chosen = rows.setdefault(sites[row], [])
        if len(chosen) < pages:
            chosen.append(row)
    return np.array(sorted(row for chosen in rows.values() for row in chosen), np.int64)
