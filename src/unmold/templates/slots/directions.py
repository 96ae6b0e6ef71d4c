"""Links to the previous and the next page: by their classes, or by what they say."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from unmold.templates.class_words import words_of
from unmold.templates.sample import TEXT, SamplePage
from unmold.templates.slots.alignment import Slot
from unmold.templates.slots.slot_columns import Entry, SlotColumn

PREVIOUS = frozenset(("prev", "previous", "anterior", "vorherige", "precedent", "précédent"))
NEXT = frozenset(("next", "siguiente", "nächste", "suivant", "seguinte", "successivo"))
DIRECTIONS = {"previous": PREVIOUS, "next": NEXT}
BY_AGE = {"older": "next", "newer": "previous"}
"""A list goes on with what is older."""
FILLERS = frozenset(
    "page pages post posts entry entries article articles item items topic thread".split()  # noqa: SIM905
)
"""What may stand beside such a word in a link that says nothing else."""
SOME = 0.15
"""Share of pages that have such a link: the first and the last of a list have one of the two."""

_WORDS = re.compile(r"[^\W\d_]+")


def find_directions(pages: Sequence[SamplePage]) -> Iterator[SlotColumn]:
    """The columns `previous_url` and `next_url`, where pages have such links."""
    from unmold import _core

    cells: dict[str, dict[Entry, tuple[int, ...]]] = {"previous": {}, "next": {}}
    links = _core.links_with_words([page.leaves for page in pages], [*PREVIOUS, *NEXT, *BY_AGE])
    for number, (page, own) in enumerate(zip(pages, links, strict=True)):
        hints, values = page.hints, page.values
        for leaf in own:
            said, classes = _said(page, leaf), _class_words(hints[leaf])
            to = _direction(classes, said) if said or classes else ""
            if to and _leads_on(values[leaf]):
                cells[to].setdefault((number, -1), (leaf,))
    for to, found in cells.items():
        texts = {entry: pages[entry[0]].values[leaf] for entry, (leaf,) in found.items()}
        if len(found) >= max(2, SOME * len(pages)) and len({*texts.values()}) >= 0.5 * len(found):
            slot = Slot("a", (to,), None, [])
            yield SlotColumn(slot, found, "link", name=f"{to}_url", part=0, texts=texts)


def _leads_on(address: str) -> bool:
    return not address.startswith(("#", "javascript:", "mailto:", "data:"))


def _direction(classes: frozenset[str], said: str) -> str:
    """`previous`, `next`, or nothing, for a link with such classes that says such a word."""
    if said in BY_AGE:
        return BY_AGE[said]
    words = {*classes, said}
    return next((to for to, known in DIRECTIONS.items() if words & known), "")


@lru_cache(maxsize=4_096)
def _class_words(hint: str) -> frozenset[str]:
    """The words for directions in the classes of an element."""
    classes = hint.split("\t")[2:3]
    return frozenset(words_of(classes[0]) if classes else ()) & (PREVIOUS | NEXT)


def _said(page: SamplePage, leaf: int) -> str:
    """The word of a link that says nothing but where it leads; empty for others."""
    kinds, values = page.kinds, page.values
    text = ""
    for behind in range(leaf + 1, min(leaf + 3, len(kinds))):
        if kinds[behind][0] == TEXT and len(values[behind]) < 30:
            text = f"{text} {values[behind]}" if text else values[behind]
    return _telling(text) if text else ""


@lru_cache(maxsize=4_096)
def _telling(text: str) -> str:
    """The one word of a text beside fillers; links of menus say the same on all pages."""
    words = [word.casefold() for word in _WORDS.findall(text)]
    telling = {word for word in words if word not in FILLERS}
    return telling.pop() if len(words) <= 3 and len(telling) == 1 else ""
