"""What about a column somebody should look at: it may be right, but often is not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from unmold.report.pattern_rows import shorten
from unmold.store.column_profile import ColumnProfile
from unmold.store.rows import FieldRow

# Guesses, for a person's eye only: nothing is decided by them.
FEW, HALF, NEARLY_ALL = 0.1, 0.5, 0.95
MIN_ROWS = 5
"""In fewer rows everything is chance."""

LONG = 20_000
"""Letters of a cell that is rather a page."""

_NOUNS = {"date": "dates", "number": "numbers", "price": "prices", "boolean": "yes or no"}


def find_doubts(
    field: FieldRow, profile: ColumnProfile, twins: Mapping[str, str]
) -> tuple[str, ...]:
    """The doubts about one column; `twins` has, by digest, the first column that says the same."""
    return tuple(_find(field, profile, twins))


def _find(field: FieldRow, profile: ColumnProfile, twins: Mapping[str, str]) -> Iterator[str]:
    if not profile.rows:
        return
    if not profile.filled:
        yield from _doubt_empty(field)
        return
    if profile.rows >= MIN_ROWS:
        yield from _doubt_values(field, profile)
    twin = twins.get(profile.digest, field.name)
    if twin != field.name and profile.distinct > 1:
        yield f"says the same as {twin} in every row"
    if profile.longest > LONG:
        yield f"a cell has {profile.longest:,} letters"


def _doubt_empty(field: FieldRow) -> Iterator[str]:
    if field.type in _NOUNS and field.fill > FEW:
        yield f"none of its {_NOUNS[field.type]} could be read"
    else:
        yield "empty in every row"


def _doubt_values(field: FieldRow, profile: ColumnProfile) -> Iterator[str]:
    unread = 1 - profile.share / field.fill if field.fill else 0.0
    if field.type in _NOUNS and unread >= HALF:
        yield f"about {unread:.0%} of its {_NOUNS[field.type]} could not be read"
    elif profile.share < FEW:
        yield f"only {profile.share:.0%} of rows fill it"
    if profile.distinct == 1 and profile.values >= MIN_ROWS:
        yield f"constant: always “{shorten(profile.top[0][0], 30)}”"
    elif field.is_constant:
        yield "constant on the pages that it was learned from"
    is_text = field.type == "text"
    if is_text and profile.distinct > MIN_ROWS and profile.numeric >= NEARLY_ALL * profile.values:
        yield "text that is all numbers"


def find_twins(profiles: Mapping[str, ColumnProfile]) -> dict[str, str]:
    """By digest the first column that has it."""
    twins: dict[str, str] = {}
    for name, profile in profiles.items():
        twins.setdefault(profile.digest, name)
    return twins
