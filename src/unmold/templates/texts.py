"""Finds the texts that the template itself says, not its data.

A template text is the *pair* of a text and the tail of its element. It is on half of the
pages, or on a few if it is written as a label; but not if it is one of several alternatives that
follow the same text, as "hardcover" and "paperback" follow "Format". Next: `columns` names data by
them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from unmold.templates.sample import SamplePage

ON_NEARLY_ALL_PAGES = 0.98
"""A text on this share of pages is the template's in any case. A guess."""
LABEL_ON_PAGES = 0.04
"""The share of pages from which a label in one text with its value is the template's. A guess."""
ALTERNATIVE_AT_MOST = 0.95
"""Where one text follows more often, there is no choice between alternatives. A guess."""
MOSTLY = 0.9
"""The share of a text's neighbours that make it a label. A guess."""

_DATED_OR_PRICED = re.compile(
    r"\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4}|[$€£]\s?\d|\b(19|20)\d\d\b|\d days?\b"
)


@dataclass(slots=True)
class _Counts:
    """What is counted of texts over the sample, by their identities."""

    pages: dict[int, int]
    """On how many pages candidates and labels are."""
    labels: set[int]
    words: dict[int, str] = field(default_factory=dict)
    occurrences: dict[int, int] = field(default_factory=dict)
    before: dict[int, Counter[int]] = field(default_factory=dict)
    after: dict[int, Counter[int]] = field(default_factory=dict)


def template_texts(pages: Sequence[SamplePage]) -> dict[int, tuple[str, float]]:
    """The texts of the template by identity: what they say, and on what share of pages."""
    counts = _count_texts(pages)
    number = len(pages)
    found = {
        text: (words, counts.pages[text] / number)
        for text, words in counts.words.items()
        if _is_template(counts, text, number)
    }
    return found | _own_labels(pages, found)


def _own_labels(pages: Sequence[SamplePage], texts: Iterable[int]) -> dict[int, tuple[str, float]]:
    """Labels that are in one text with their values, as in "Date posted: 3 May"."""
    from unmold import _core

    return {
        label: (_own_label(pages[page].values[leaf]), times / len(pages))
        for label, times, (page, leaf) in _core.own_labels(
            [page.leaves for page in pages], {*texts}
        )
        if times >= max(2, LABEL_ON_PAGES * len(pages))
    }


def _own_label(text: str) -> str:
    """The label that a text is known to begin with, its sign included.

    >>> _own_label("Date posted: 3 May"), _own_label("Brand = Canon")
    ('Date posted:', 'Brand =')
    """
    label, colon, _ = text.partition(":")
    return f"{label}:" if colon else f"{text.partition(' = ')[0]} ="


def _count_texts(pages: Sequence[SamplePage]) -> _Counts:
    """What is counted of the texts that may be the template's.

    Those that are on many pages, or on a few and written as labels; not entries of lists whose
    other entries differ, as "Salt" is an ingredient on every other page: in a menu all entries are
    the same, and among labels with their values half of them.
    """
    from unmold import _core

    candidates, labels = _core.count_texts([page.leaves for page in pages])
    counts = _Counts(dict(labels), {text for text, _ in labels})
    for text, (page, leaf), on_pages, times, before, after in candidates:
        counts.pages[text] = on_pages
        counts.words[text] = pages[page].values[leaf]
        counts.occurrences[text] = times
        counts.before[text] = Counter(dict(before))
        counts.after[text] = Counter(dict(after))
    return counts


def _is_template(counts: _Counts, text: int, number: int) -> bool:
    if counts.words[text].endswith(":"):
        return True
    if _is_labelled_value(counts, text):
        return False
    if counts.pages[text] >= ON_NEARLY_ALL_PAGES * number:
        return True
    return _names_values(counts, text) or not _is_alternative(counts, text)


def _is_labelled_value(counts: _Counts, text: int) -> bool:
    """Whether a text that never changes here is a date or a price behind a label all the same."""
    if text in counts.labels or not _DATED_OR_PRICED.search(counts.words[text]):
        return False
    labelled = sum(times for other, times in counts.before[text].items() if other in counts.labels)
    return labelled >= 0.9 * counts.occurrences[text]


def _names_values(counts: _Counts, text: int) -> bool:
    """Whether a text is a label that values follow, in a place of labels that many pages share.

    The first row of a table of labels and values has one of several labels after the same text.
    """
    if text not in counts.labels:
        return False
    after = counts.after[text]
    values = sum(times for other, times in after.items() if other not in counts.labels)
    before, _ = counts.before[text].most_common(1)[0] if counts.before[text] else (text, 0)
    beside = counts.after[before]
    labels = sum(
        times
        for other, times in beside.items()
        if other in counts.labels and counts.pages[other] > 1
    )
    is_first = before == text or labels >= MOSTLY * beside.total()
    return len(after) > 1 and values >= MOSTLY * after.total() and is_first


def _is_alternative(counts: _Counts, text: int) -> bool:
    if not counts.before[text]:
        return False
    before, times = counts.before[text].most_common(1)[0]
    after = counts.after[before]
    return (
        times > 0.5 * counts.occurrences[text]
        and len(after) > 1
        and after.most_common(1)[0][1] < ALTERNATIVE_AT_MOST * after.total()
        and counts.pages[before] >= counts.pages[text]
    )
