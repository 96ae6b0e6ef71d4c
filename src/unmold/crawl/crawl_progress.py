"""What a crawl tells a person while it runs and when it ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class CrawlProgress:
    """How far a crawl has come."""

    stored: int
    queued: int
    failed: int
    skipped: int
    bytes: int
    seconds: float
    """Since this call began."""
    rate: float
    """Pages stored per second of this call."""


@dataclass(frozen=True, slots=True)
class CrawlSummary:
    """What a crawl has, and what it left out and why."""

    start: str
    site: str
    stored: int
    queued: int
    bytes: int
    seconds: float
    ended: str
    """`finished`, `stopped`, or the budget that ended it, such as `max-pages`."""
    reasons: dict[str, int] = field(default_factory=dict)
    """URLs and links that gave no page, by reason."""


Report = Callable[[CrawlProgress], object]
