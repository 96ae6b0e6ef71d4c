"""What the paper says: three runs on 1,310 pages of one classifieds site.

The site had 987 pages of ads, 311 listings and 12 others. The weight of structure in these runs is
not told, nor are precision and recall.
"""

from __future__ import annotations

from dataclasses import dataclass

PAGES = 1310
ADS = 987


@dataclass(frozen=True, slots=True)
class PublishedRun:
    """One setting of both thresholds and what came of it."""

    threshold: float
    clusters: int
    largest_ads: int | None
    """Ads in the largest cluster; None where the paper gives no number."""


RUNS = (
    PublishedRun(0.85, 5, 982),
    PublishedRun(0.90, 12, 981),
    PublishedRun(0.95, 24, None),
)
