"""Texts of pages that reading leaves in memory for clustering.

`auto` asks for the texts of a sample of each cluster (`second_opinion`), which no file keeps: they
would be several times as large as all that is kept. To make them while a page is read anyway adds a
quarter to the work on it; to read, verify and parse the page again takes five times as long as
that. Samples are all pages of a small site and few of a large one, so that the first pages of each
site have their texts at hand, within bounds. Those of all others are made when they are asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from unmold.clusters.second_opinion import MIN_PAGES, SAMPLE, TEXTS
from unmold.features import Features, Ragged
from unmold.model import Page
from unmold.store.rows import PageRow

# Of the pages of debdocs, wild, swde and various this makes the texts of all, and a half to three
# quarters are asked for; with 1,000 a tenth of those of openjdk17, a site of 10,000 pages.
MOST_OF_A_SITE = SAMPLE
"""Pages of a site whose texts are kept: of a larger one most would be made in vain."""

MAX_BYTES = 64 << 20
"""What all of them may take. The pages of SWDE have 2 KB of them each."""

Texts = NDArray[np.uint64]


@dataclass(slots=True)
class TextsAtHand:
    """The texts of pages by their keys."""

    seen: Counter[str] = field(default_factory=Counter)
    """By site how many pages were read."""
    by_key: dict[str, Texts] = field(default_factory=dict)
    bytes: int = 0

    def is_worth_it(self, pages: Sequence[Page]) -> bool:
        """Whether to make the texts of these pages, which are the next that are read."""
        worth = 0
        for page in pages:
            # Nobody asks for the texts of a site of fewer pages.
            worth += MIN_PAGES <= self.seen[page.site] < MOST_OF_A_SITE
            self.seen[page.site] += 1
        return 2 * worth > len(pages) and self.bytes < MAX_BYTES

    def keep(self, keys: Sequence[str], texts: Ragged) -> None:
        """Keep the texts of pages; arrays share the memory of the batch."""
        self.by_key.update(zip(keys, texts, strict=True))
        self.bytes += texts.values.nbytes

    def look_up(
        self, rows: Sequence[PageRow], make: Callable[[list[PageRow]], Features]
    ) -> Features:
        """The texts of pages; those that are not at hand are made."""
        found = [self.by_key.get(row.key) for row in rows]
        missing = [row for row, texts in zip(rows, found, strict=True) if texts is None]
        made = iter(make(missing).content_paths if missing else ())
        return Features.of(
            {TEXTS: Ragged.join([next(made) if one is None else one for one in found])}
        )

    def forget(self) -> None:
        """Let the memory go: nobody asks any more."""
        self.by_key.clear()
        self.bytes = 0
