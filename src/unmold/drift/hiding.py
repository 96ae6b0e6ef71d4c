"""Hiding: columns that are still read, but that pages no longer show to people.

A field is often said twice, on the page and in its structured data. The template goes on to read
the second when the first is gone, and nobody would notice.
"""

from __future__ import annotations

from collections import Counter

from unmold.drift.chance import has_vanished
from unmold.drift.context import Context
from unmold.drift.findings import Finding
from unmold.drift.places import Steps, is_shown
from unmold.drift.profiles import Profile

USUALLY = 0.6
"""The share of its pages on which a field must have been shown at one place."""


def find_hidden(context: Context) -> list[Finding]:
    """Fields that were shown at one place of all pages, and are shown nowhere now."""
    findings: list[Finding] = []
    if context.old.is_recorded:
        return findings
    for column in context.old.columns:
        now = context.steps_now(column)
        if column in context.lost or now is None or is_shown(now):
            continue
        places = _shown_places(context.old, column)
        steps, times = places.most_common(1)[0] if places else ((), 0)
        filled, filled_now = context.old.filled(column), context.new.filled(column)
        still = sum(1 for page in _pages_showing(context.new, column))
        is_gone = has_vanished(times, filled, still, filled_now, context.settings.doubt)
        if times >= USUALLY * filled and is_gone and not _is_filled(context.new, steps):
            where = context.show_before(steps), context.show_now(now)
            findings.append(context.make("field-vanished", [column], *where))
    return findings


def _shown_places(profile: Profile, column: str) -> Counter[Steps]:
    """On how many pages the values of a column are shown at each place."""
    counts: Counter[Steps] = Counter()
    for steps in _pages_showing(profile, column):
        counts.update(steps)
    return counts


def _pages_showing(profile: Profile, column: str) -> list[set[Steps]]:
    """For pages that show the value of a column the places at which they do."""
    found = []
    for number, cells in profile.columns.get(column, {}).items():
        page = profile.pages[number]
        steps = {page.place_of(leaf).steps for leaf in page.ends.get(cells[0].value, ())}
        if shown := set(filter(is_shown, steps)):
            found.append(shown)
    return found


def _is_filled(profile: Profile, steps: Steps) -> bool:
    """Whether pages still say something at a place: the same, written in another way."""
    filled = sum(1 for page in profile.pages if steps in page.filled_steps)
    return filled > USUALLY * len(profile)
