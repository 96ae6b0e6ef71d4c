"""Finds texts that many pages share because they are entries of lists.

"Salt" is an ingredient on every other page, and so no word of the template: the other entries of
its list differ from page to page. In a menu all entries are the same, and among labels with their
values half of them. Next: `texts` counts what is left as the template's own words.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence

from unmold.templates.sample import TEXT, SamplePage

MIN_ITEMS = 3
"""Two elements beside each other are hardly a list. A guess."""
FIXED_SHARE = 0.4
"""Lists of whose entries more are shared by pages are the template's."""

LEVELS = 4
"""How far above a text its list item may be."""

Items = dict[int, list[int]]
"""By element of a list item the leaves of its texts."""


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
    for item, leaves in items.items():
        lists[page.parents[item], page.row_keys[item]].append(leaves)
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
