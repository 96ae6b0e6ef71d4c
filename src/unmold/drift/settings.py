"""How a new crawl is compared with what was learned."""

from __future__ import annotations

from dataclasses import dataclass

from unmold.errors import UsageError


@dataclass(frozen=True, slots=True)
class DriftSettings:
    """What counts as a change. The defaults are on the side of silence."""

    sample_size: int = 60
    """Pages of each template, before and now, that are compared value by value."""

    doubt: float = 1e-3
    """How likely chance alone may bring about a field that is missing everywhere."""

    least_change: float = 0.2
    """A share of filled pages that changed by less is not worth a finding."""

    min_pages: int = 3
    """Pages from which on strange pages that are alike make a template."""

    min_richness: float = 0.25
    """Alike pages with a smaller share of a template's number of columns are broken, not new."""

    def __post_init__(self) -> None:
        if self.sample_size < 1 or self.min_pages < 2:
            raise UsageError("sample_size must be at least 1, min_pages at least 2")
