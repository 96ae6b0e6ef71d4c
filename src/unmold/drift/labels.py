"""Labels: the template's own texts before and now enter, findings about reworded ones leave.

A text that is gone and a text that is new are one label in other words if they stand at the same
place, on about as many pages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from unmold.drift.chance import has_vanished
from unmold.drift.context import Context
from unmold.drift.findings import Finding
from unmold.drift.places import Steps
from unmold.drift.profiles import Profile, usual_steps

ABOUT_AS_MANY = 0.25


class _Text(NamedTuple):
    words: str
    steps: Steps
    order: float
    """How far down the page it stands, from 0 to 1."""
    share: float
    column: str
    """The column that stands behind it on most pages."""


def find_rewordings(context: Context) -> list[Finding]:
    """Labels that say the same in other words."""
    said = {text.text for text in context.old.template.texts}
    says = {text.text for text in context.anew.template.texts}
    gone = [text for text in _gone(context.old, context.new, context) if text.words not in says]
    come = [
        text for text in _gone(context.anew, context.anew_before, context) if text.words not in said
    ]
    findings = []
    for old in gone:
        new = min(
            (text for text in come if _is_same_label(old, text)),
            key=lambda text: abs(text.order - old.order),
            default=None,
        )
        if new is not None:
            come.remove(new)
            columns = [old.column] if old.column else []
            findings.append(
                context.make("label-reworded", columns, old.words, new.words, share=old.share)
            )
    return findings


def _is_same_label(old: _Text, new: _Text) -> bool:
    return old.steps == new.steps and abs(old.share - new.share) <= ABOUT_AS_MANY


def _gone(there: Profile, missing: Profile, context: Context) -> Iterator[_Text]:
    """The texts of a template that pages of one profile have, and those of the other do not."""
    for text in there.template.texts:
        leaves = there.texts.get(text.key, {})
        now = len(missing.texts.get(text.key, ()))
        doubt = context.settings.doubt
        if not has_vanished(len(leaves), len(there), now, len(missing), doubt):
            continue
        places = {number: there.pages[number].place_of(leaf) for number, leaf in leaves.items()}
        steps = usual_steps(places.values())
        if steps is not None:
            order = sum(
                leaf / max(len(there.pages[number].leaves), 1) for number, leaf in leaves.items()
            )
            column = _column_behind(there, {n: place.order for n, place in places.items()})
            share = len(leaves) / len(there)
            yield _Text(text.text, steps, order / len(leaves), share, column)


def _column_behind(profile: Profile, orders: dict[int, int]) -> str:
    """The column whose cells most often come first behind a text."""
    counts: Counter[str] = Counter()
    for number, order in orders.items():
        behind = [
            (cells[0].place.order, -len(cells[0].place.steps), name)
            for name, pages in profile.columns.items()
            if (cells := pages.get(number)) and cells[0].place.order > order
        ]
        if behind:
            counts[min(behind)[2]] += 1
    return counts.most_common(1)[0][0] if counts else ""
