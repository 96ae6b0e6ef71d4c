"""The overlay of a page, as plain values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, Literal

State = Literal["ok", "changed", "gone", "unreadable"]
Why = Literal["head", "linked-data", "hidden", "attribute", "unmarked"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value stands, or a part of it that is in one text of the page.

    `mark` is the number of its element in the cleaned page; `node` counts the texts that are
    directly in the element (-1: the value is the element's attribute), `start` and `end` are
    positions in that text in units of UTF-16, as browsers count.
    """

    id: int
    cell: int
    """The same for all parts of one value."""
    mark: int
    node: int
    start: int
    end: int
    attribute: str | None
    table: str
    row: int | None
    """The row's number in its table and record, as `_row` has it."""
    column: str
    field: str
    tier: int
    verdict: Literal["value", "again"]
    value: str
    """The whole text as shown; its beginning where the place is not the first of its cell."""
    type: str
    stored: str | None
    """What the table holds, where the page says it differently; empty where it holds nothing."""
    xpath: str


@dataclass(frozen=True, slots=True)
class RowFrame:
    """Where a row of a table stands."""

    mark: int
    table: str
    row: int
    tier: int
    xpath: str


@dataclass(frozen=True, slots=True)
class TextVerdict:
    """What a text, or a part of one, is, if it is no value."""

    mark: int
    node: int
    start: int
    end: int
    verdict: Literal["fixed", "noise", "second", "unread"]
    xpath: str


@dataclass(frozen=True, slots=True)
class UnseenValue:
    """A value that has no place that can be seen, and why."""

    table: str
    row: int | None
    column: str
    field: str
    value: str
    why: Why


@dataclass(frozen=True, slots=True)
class MissingColumn:
    """A column that most pages fill, and this one does not."""

    table: str
    column: str
    field: str
    fill: float


@dataclass(frozen=True, slots=True)
class OverlayPage:
    """What a page says, place by place."""

    state: State = "ok"
    reason: str = ""
    """Why there is no page to be shown."""

    places: list[Place] = field(default_factory=list)
    rows: list[RowFrame] = field(default_factory=list)
    texts: list[TextVerdict] = field(default_factory=list)
    unseen: list[UnseenValue] = field(default_factory=list)
    missing: list[MissingColumn] = field(default_factory=list)
    left_out: int = 0
    """Values of the record beyond those that a page can show."""

    def to_json(self) -> dict[str, Any]:
        """The overlay as plain values."""
        return {
            "state": self.state,
            "reason": self.reason,
            "places": _make_plain(self.places),
            "rows": _make_plain(self.rows),
            "texts": _make_plain(self.texts),
            "unseen": _make_plain(self.unseen),
            "missing": _make_plain(self.missing),
            "left_out": self.left_out,
        }


def _make_plain(things: Sequence[Any]) -> list[dict[str, Any]]:
    """Things of one class whose fields are plain values; a page has thousands."""
    if not things:
        return []
    names = [one.name for one in fields(things[0])]
    read = attrgetter(*names)
    return [dict(zip(names, read(one), strict=True)) for one in things]
