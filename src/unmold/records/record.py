"""A record: what one page says, by the fields of its template."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from unmold.notebook import Html, count_more, shorten_value, show_table

_SHOWN = 5
"""Rows of a child table that a notebook shows."""
_NAMED = 8
"""Values that are shown where a record is printed."""


@dataclass(frozen=True, slots=True, repr=False)
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

    def __repr__(self) -> str:
        """Its page, template and first values; `to_json()` has everything."""
        shown = [f"{name}={shorten_value(self.values[name], 40)!r}" for name in self.values]
        more = [f"and {len(shown) - _NAMED} more"] if len(shown) > _NAMED else []
        head = f"record of {self.template}, {self.url}, score {self.score:.2f}"
        return f"<{head}; {', '.join(shown[:_NAMED] + more)}>"

    def _repr_html_(self) -> str:
        rows = [(name, _show_value(value)) for name, value in self.values.items()]
        title = f"{self.url}: {self.template}, score {self.score:.2f}"
        return show_table(title, ("column", "value"), rows, "; ".join(self.problems))

    def to_json(self) -> dict[str, Any]:
        """The record as plain values, in the order of its line in JSONL."""
        # `asdict` would copy every value first, which takes ten times as long as writing it.
        return {one.name: getattr(self, one.name) for one in fields(self)}


def _show_value(value: Any) -> Any:
    """A value for a cell; a child table is a table in it."""
    if not (isinstance(value, list) and value and all(isinstance(row, dict) for row in value)):
        return value
    names = list(dict.fromkeys(name for row in value for name in row))
    rows = [[row.get(name) for name in names] for row in value[:_SHOWN]]
    return Html(show_table("", names, rows, count_more(len(value), len(rows), "row")))
