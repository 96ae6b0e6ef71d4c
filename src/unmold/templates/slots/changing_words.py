"""Classes that change from page to page: a build tool shortened them, page by page.

`rd` is the box of the author on one page, and the price of a product on the next. Such words
would separate what is one place, so they are taken from the elements of a sample.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, pairwise, repeat

from unmold.templates.slots.outline import Inventory, Outlines, Run, Words

MAX_LETTERS = 3
"""Letters of shortened classes: two letters give 700 names, three 18,000."""
CHANGING, STAYING = 0.5, 0.9
"""Jaccard of the places that a class has on two pages, on average: below the first it changes;
where many do, only those above the second stay. A guess."""
MANY = 10
"""Short classes that change, if a tool made them. Of 250 templates of six corpora, the 8 of sites
with shortened classes have 32 or more; no other has 4."""


def drop_changing_words(outlines: Outlines) -> None:
    """Take from elements the classes that change from page to page, if there are many."""
    if _count_shared(outlines.inventories) < MANY:
        return
    roots = outlines.roots
    places = _find_places(outlines)
    likeness = {word: _likeness(own) for word, own in places.items() if len(own) > 1}
    if sum(alike < CHANGING for alike in likeness.values()) < MANY:
        return
    # Those of one page alone separate it from all others.
    changing = {word for word in places if likeness.get(word, 0.0) < STAYING}
    marks = {mark for page in outlines.inventories for mark in page.marks if "." in mark}
    changed = {mark: _without_in_mark(mark, changing) for mark in marks}
    known: dict[int, tuple[tuple[str, ...], tuple[str, ...]]] = {}
    """By identity, since equal words may come of different ids."""
    for root in roots:
        for element in root.elements():
            words = element.words
            if id(words) not in known:
                is_same = changing.isdisjoint(words)
                known[id(words)] = words, words if is_same else _without(words, changing)
            element.words = known[id(words)][1]
            for item in element.content:
                if type(item) is Run and not changed.keys().isdisjoint(item.marks):
                    item.marks = tuple([changed.get(mark, mark) for mark in item.marks])


def _without(words: tuple[str, ...], changing: set[str]) -> Words:
    """Classes and id without some."""
    kept = Words(word for word in words if word not in changing)
    if isinstance(words, Words):
        kept.identity = words.identity if words.identity in kept else ""
        kept.is_numbered = words.is_numbered
    return kept


def _without_in_mark(mark: str, changing: set[str]) -> str:
    """Inline markup, as `span.rd a`, without some classes."""
    steps = (step.split(".") for step in mark.split(" "))
    return " ".join(
        ".".join([tag, *(word for word in words if word not in changing)]) for tag, *words in steps
    )


def _count_shared(inventories: Sequence[Inventory]) -> int:
    """How many short classes stand on more than one page; hardly any template has many."""
    pages: Counter[str] = Counter()
    for page in inventories:
        own = {*chain.from_iterable(map(_short, page.words))}
        own.update(word for mark in page.marks for _, words in _classes_of(mark) for word in words)
        pages.update(own)
    return sum(times > 1 for times in pages.values())


@lru_cache(maxsize=20_000)
def _short(words: tuple[str, ...]) -> tuple[str, ...]:
    """The short ones of the words of an element; pages share most spellings."""
    return tuple([word for word in words if len(word) <= MAX_LETTERS])


def _find_places(outlines: Outlines) -> dict[str, list[frozenset[int]]]:
    """By short class, and for each page that has it, the paths of tags of its elements."""
    marks = {mark for page in outlines.inventories for mark in page.marks}
    telling = {mark: classes for mark in marks if (classes := _classes_of(mark))}
    numbers: dict[tuple[int, str], int] = {}
    found: defaultdict[str, defaultdict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
    for page, root in enumerate(outlines.roots):
        waiting = [(root, 0)]
        while waiting:
            element, around = waiting.pop()
            path = numbers.setdefault((around, element.tag), len(numbers) + 1)
            for word in _short(element.words):
                found[word][page].add(path)
            for item in element.content:
                if type(item) is not Run:
                    waiting.append((item, path))
                elif not telling.keys().isdisjoint(item.marks):
                    for tag, words in chain.from_iterable(map(telling.get, item.marks, repeat(()))):
                        inside = numbers.setdefault((path, tag), len(numbers) + 1)
                        for word in words:
                            found[word][page].add(inside)
    return {word: [*map(frozenset, own.values())] for word, own in found.items()}


def _likeness(places: Sequence[frozenset[int]]) -> float:
    """How much the places of a class on one page are those on the next, on average."""
    alike = [len(one & other) / len(one | other) for one, other in pairwise(places)]
    return sum(alike) / len(alike)


_Classes = tuple[str, list[str]]
"""A tag, and its short classes."""


@lru_cache(maxsize=4_096)
def _classes_of(mark: str) -> list[_Classes]:
    """The elements with short classes of inline markup, as `span.rd a`."""
    steps = (step.split(".") for step in mark.split(" "))
    found = ((tag, [word for word in words if len(word) <= MAX_LETTERS]) for tag, *words in steps)
    return [(tag, short) for tag, short in found if short]
