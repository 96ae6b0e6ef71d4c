"""Finds the texts that the template itself says, not its data.

A template text is the *pair* of a text and the tail of its element. It is on half of the
pages, or on a few if it is written as a label; but not if it is one of several alternatives that
follow the same text, as "hardcover" and "paperback" follow "Format". Next: `columns` names data by
them.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Container, Sequence
from dataclasses import dataclass, field

from unmold.templates.list_items import shared_items
from unmold.templates.sample import TEXT, SamplePage

ON_MANY_PAGES = 0.5
"""The share of pages from which a text may be the template's. A guess."""
ON_NEARLY_ALL_PAGES = 0.98
"""A text on this share of pages is the template's in any case. A guess."""
LABEL_ON_PAGES = 0.04
"""The same for what is written as a label, as fields are optional. A guess."""
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

    pages: Counter[int] = field(default_factory=Counter)
    labels: set[int] = field(default_factory=set)
    words: dict[int, str] = field(default_factory=dict)
    occurrences: Counter[int] = field(default_factory=Counter)
    before: defaultdict[int, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    after: defaultdict[int, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))


def template_texts(pages: Sequence[SamplePage]) -> dict[int, tuple[str, float]]:
    """The texts of the template by identity: what they say, and on what share of pages."""
    counts = _count_texts(pages)
    number = len(pages)
    candidates = {text for text in counts.pages if _is_candidate(counts, text, number)}
    candidates -= shared_items(pages, candidates - counts.labels)
    _count_neighbours(pages, candidates, counts)
    found = {
        text: (counts.words[text], counts.pages[text] / number)
        for text in candidates
        if _is_template(counts, text, number)
    }
    return found | _own_labels(pages, found)


def _own_labels(pages: Sequence[SamplePage], texts: Container[int]) -> dict[int, tuple[str, float]]:
    """Labels that are in one text with their values, as in "Date posted: 3 May"."""
    on_pages: defaultdict[int, set[int]] = defaultdict(set)
    values: defaultdict[int, set[str]] = defaultdict(set)
    for number, page in enumerate(pages):
        for leaf, label in enumerate(page.own_label_ids):
            if label and page.text_ids[leaf] not in texts:
                on_pages[label].add(number)
                values[label].add(page.values[leaf])
    return {
        label: (f"{min(values[label]).partition(':')[0]}:", len(found) / len(pages))
        for label, found in on_pages.items()
        if len(found) >= max(2, LABEL_ON_PAGES * len(pages)) and len(values[label]) > 1
    }


def _count_texts(pages: Sequence[SamplePage]) -> _Counts:
    counts = _Counts()
    for page in pages:
        seen = set()
        for leaf, text in enumerate(page.text_ids):
            if text:
                seen.add(text)
                if page.is_labelling(leaf):
                    counts.labels.add(text)
                counts.words.setdefault(text, page.values[leaf])
        counts.pages.update(seen)
    return counts


def _is_candidate(counts: _Counts, text: int, number: int) -> bool:
    on_pages = counts.pages[text]
    if text in counts.labels:
        return on_pages >= min(number, max(2, LABEL_ON_PAGES * number))
    # One page shares nothing with itself.
    return on_pages >= max(2, ON_MANY_PAGES * number)


def _count_neighbours(pages: Sequence[SamplePage], candidates: set[int], counts: _Counts) -> None:
    for page in pages:
        before = 0
        for (kind, _), text in zip(page.kinds, page.text_ids, strict=True):
            if kind != TEXT:
                continue
            counts.occurrences[text] += 1
            if before in candidates:
                counts.after[before][text] += 1
                counts.before[text][before] += 1
            before = text


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
