"""Unrefined clusters: the inbound XPath of every page enters, groups of pages and samples leave.

Pages whose first link stood at the same XPath are one group; no page is read for that. Groups with
too few pages are cut off, and of every other one a few pages are drawn: only these need to be read
(UXClust, steps 3 to 5).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unmold._core import hash_bytes

Numbers = NDArray[np.int64]

NO_LINK = -1
"""The code of a page that no link led to, such as the start page."""


@dataclass(frozen=True, slots=True)
class Groups:
    """Groups of pages by inbound XPath, those that were cut off left out."""

    of_page: Numbers
    """The group of every page; -1 where it was cut off or no link led to the page."""

    codes: Numbers
    """The code of each group's XPath."""

    sizes: Numbers

    def __len__(self) -> int:
        return len(self.codes)

    def members(self) -> list[Numbers]:
        """The pages of each group, in order."""
        if not len(self):
            return []
        order = np.argsort(self.of_page, kind="stable")
        grouped = order[np.searchsorted(self.of_page[order], 0) :]
        return np.split(grouped, np.cumsum(self.sizes)[:-1])


def group_by_code(codes: Numbers, cutoff: int) -> Groups:
    """Group pages by the code of their inbound XPath; groups below the cut-off are dropped.

    >>> group_by_code(np.array([7, 7, 9]), cutoff=1).sizes.tolist()
    [2, 1]
    """
    known, inverse, counts = np.unique(codes, return_inverse=True, return_counts=True)
    kept = (counts >= cutoff) & (known != NO_LINK)
    numbers = np.where(kept, np.cumsum(kept) - 1, -1)
    return Groups(numbers[inverse.reshape(-1)], known[kept].astype(np.int64), counts[kept])


def draw_samples(groups: Groups, names: list[str], size: int, seed: int) -> list[Numbers]:
    """Up to `size` pages of every group, without replacement.

    The draw depends on the seed and the group's name alone, so that other groups, or the order of
    pages in which they are found, do not change it.
    """
    return [
        _draw(pages, name, size, seed) for pages, name in zip(groups.members(), names, strict=True)
    ]


def _draw(pages: Numbers, name: str, size: int, seed: int) -> Numbers:
    if len(pages) <= size:
        return pages
    random = np.random.default_rng([seed, hash_bytes(name.encode("utf-8", "replace"))])
    return np.sort(random.choice(pages, size, replace=False))
