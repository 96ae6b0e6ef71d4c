"""What is counted of the texts of a sample, one text at a time.

Twin of `count_texts` and `own_labels` of `unmold._core`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Container, Sequence
from dataclasses import dataclass, field

from unmold import _core
from unmold.templates.sample import TEXT, SamplePage

ON_MANY_PAGES = 0.5
LABEL_ON_PAGES = 0.04
MIN_ITEMS = 3
"""Two elements beside each other are hardly a list. A guess."""
FIXED_SHARE = 0.4
"""Lists of whose entries more are shared by pages are the template's."""

LEVELS = 4
"""How far above a text its list item may be."""


@dataclass
class TextCounts:
    """What is counted of texts over the sample, by their identities."""

    pages: Counter[int] = field(default_factory=Counter)
    labels: set[int] = field(default_factory=set)
    words: dict[int, str] = field(default_factory=dict)
    occurrences: Counter[int] = field(default_factory=Counter)
    before: defaultdict[int, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    after: defaultdict[int, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))


def count_texts(pages: Sequence[SamplePage]) -> tuple[TextCounts, set[int]]:
    """The counts of all texts, and those that may be the template's."""
    counts = _count_texts(pages)
    candidates = {text for text in counts.pages if _is_candidate(counts, text, len(pages))}
    candidates -= shared_items(pages, candidates - counts.labels)
    _count_neighbours(pages, candidates, counts)
    return counts, candidates


def own_labels(pages: Sequence[SamplePage], texts: Container[int]) -> dict[int, tuple[str, float]]:
    """Labels that are in one text with their values, as in "Date posted: 3 May"."""
    on_pages: defaultdict[int, set[int]] = defaultdict(set)
    values: defaultdict[int, set[str]] = defaultdict(set)
    for number, page in enumerate(pages):
        for leaf, label in enumerate(page.leaves.own_label_ids()):
            if label and page.text_ids[leaf] not in texts:
                on_pages[label].add(number)
                values[label].add(page.values[leaf])
    return {
        label: (f"{min(values[label]).partition(':')[0]}:", len(found) / len(pages))
        for label, found in on_pages.items()
        if len(found) >= max(2, LABEL_ON_PAGES * len(pages)) and len(values[label]) > 1
    }


def _count_texts(pages: Sequence[SamplePage]) -> TextCounts:
    counts = TextCounts()
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


def _is_candidate(counts: TextCounts, text: int, number: int) -> bool:
    on_pages = counts.pages[text]
    if text in counts.labels:
        return on_pages >= min(number, max(2, LABEL_ON_PAGES * number))
    # One page shares nothing with itself.
    return on_pages >= max(2, ON_MANY_PAGES * number)


def _count_neighbours(
    pages: Sequence[SamplePage], candidates: set[int], counts: TextCounts
) -> None:
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


def shared_items(pages: Sequence[SamplePage], candidates: Collection[int]) -> set[int]:
    """The candidates that mostly are whole entries of lists whose other entries differ."""
    times: Counter[int] = Counter()
    as_item: Counter[int] = Counter()
    for page in pages:
        times.update(text for text in page.text_ids if text in candidates)
        as_item.update(_items_of_page(page, candidates))
    return {text for text, found in as_item.items() if found > 0.5 * times[text]}


def _items_of_page(page: SamplePage, candidates: Collection[int]) -> list[int]:
    """The candidates that are items of the page's lists, as often as they are."""
    found = []
    for items in _lists(page).values():
        fixed = [
            leaves for leaves in items if all(page.text_ids[at] in candidates for at in leaves)
        ]
        if len(items) >= MIN_ITEMS and len(fixed) <= FIXED_SHARE * len(items):
            found += [page.text_ids[leaves[0]] for leaves in fixed if len(leaves) == 1]
    return found


def _lists(page: SamplePage) -> dict[tuple[int, int], list[list[int]]]:
    """By list and kind of item: for each item the leaves of its texts."""
    items: defaultdict[int, list[int]] = defaultdict(list)
    for leaf, node in enumerate(page.nodes):
        if page.kinds[leaf][0] == TEXT and (item := _item_above(page, node)):
            items[item].append(leaf)
    lists: defaultdict[tuple[int, int], list[list[int]]] = defaultdict(list)
    (keys,) = _core.element_keys([page.leaves], [[*items]], are_rows=True)
    for (item, leaves), own in zip(items.items(), keys, strict=True):
        lists[page.parents[item], own[0]].append(leaves)
    return lists


def _item_above(page: SamplePage, node: int) -> int:
    """The list item that a node is or is in, or 0."""
    seen = 0
    while node and seen < LEVELS:
        if page.elements[node]:
            if page.elements[node].startswith("li\t"):
                return node
            seen += 1
        node = page.parents[node]
    return 0
