"""A record: what one page says, by the fields of its template."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any


@dataclass(frozen=True, slots=True)
class Record:
    """The values of one page. `values`, `raw`, `typed` and `xpaths` have the same keys."""

    path: str
    url: str
    site: str
    template: str
    score: float
    """How much of the template the page has: 1 all of it, 0 nothing."""

    values: dict[str, Any] = field(default_factory=dict)
    """By field: the text as shown or a list of texts; a child table is a list of objects."""

    raw: dict[str, Any] = field(default_factory=dict)
    typed: dict[str, Any] = field(default_factory=dict)
    xpaths: dict[str, Any] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """The record as plain values, in the order of its line in JSONL."""
        # `asdict` would copy every value first, which takes ten times as long as writing it.
        return {one.name: getattr(self, one.name) for one in fields(self)}
