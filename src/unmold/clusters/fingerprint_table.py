"""A table of fingerprints alone: for these, hardly more than the beginning of a page is read.

Pages enter, one by one; a table leaves for methods that read nothing but fingerprints. It is made
many times as fast as all features, and small enough for millions of pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from unmold.features import compute_fingerprints
from unmold.features.table import FINGERPRINT_LENGTH
from unmold.model import Page


def _no_fingerprints() -> NDArray[np.uint8]:
    return np.empty((0, FINGERPRINT_LENGTH), np.uint8)


@dataclass(slots=True)
class FingerprintTable:
    """The fingerprints of pages, and what identifies each."""

    keys: list[str] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    urls: list[str] = field(default_factory=list)
    sites: list[str] = field(default_factory=list)
    fingerprints: NDArray[np.uint8] = field(default_factory=_no_fingerprints)

    @classmethod
    def of(cls, pages: Iterable[Page], jobs: int = 0) -> FingerprintTable:
        """Read the beginnings of pages, on `jobs` threads (0: all cores)."""
        table = cls()
        table.fingerprints = compute_fingerprints(table._note(pages), jobs=jobs)
        return table

    def __len__(self) -> int:
        return len(self.keys)

    def select(self, pages: NDArray[np.int64]) -> FingerprintTable:
        """Some pages, in the order given."""
        rows = pages.tolist()
        return FingerprintTable(
            keys=[self.keys[row] for row in rows],
            paths=[self.paths[row] for row in rows],
            urls=[self.urls[row] for row in rows],
            sites=[self.sites[row] for row in rows],
            fingerprints=self.fingerprints[pages],
        )

    def _note(self, pages: Iterable[Page]) -> Iterator[Page]:
        """Hand pages on, and keep what identifies them."""
        for page in pages:
            self.keys.append(page.key)
            self.paths.append(page.path)
            self.urls.append(page.url)
            self.sites.append(page.site)
            yield page
