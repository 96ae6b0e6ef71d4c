"""Links to the previous and the next page: by their classes, or by what they say."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from unmold.templates.class_words import words_of
from unmold.templates.sample import HREF, TEXT, SamplePage
from unmold.templates.slots.alignment import Slot
from unmold.templates.slots.slot_columns import Entry, SlotColumn

PREVIOUS = frozenset(("prev", "previous", "anterior", "vorherige", "precedent", "précédent"))
NEXT = frozenset(("next", "siguiente", "nächste", "suivant", "seguinte", "successivo"))
DIRECTIONS = {"previous": PREVIOUS, "next": NEXT}
FILLERS = frozenset(
    "page pages post posts entry entries article articles item items topic thread".split()  # noqa: SIM905
)
"""What may stand beside such a word in a link that says nothing else."""
SOME = 0.15
"""Share of pages that have such a link: the first and the last of a list have one of the two."""

NOTHING: frozenset[str] = frozenset()

_WORDS = re.compile(r"[^\W\d_]+")


def find_directions(pages: Sequence[SamplePage]) -> Iterator[SlotColumn]:
    """The columns `previous_url` and `next_url`, where pages have such links."""
    cells: dict[str, dict[Entry, tuple[int, ...]]] = {"previous": {}, "next": {}}
    for number, page in enumerate(pages):
        for leaf in page.by_kind[HREF]:
            if (to := _direction(page, leaf)) and _leads_on(page.values[leaf]):
                cells[to].setdefault((number, -1), (leaf,))
    for to, own in cells.items():
        texts = {entry: pages[entry[0]].values[leaf] for entry, (leaf,) in own.items()}
        if len(own) >= max(2, SOME * len(pages)) and len({*texts.values()}) >= 0.5 * len(own):
            slot = Slot("a", (to,), None, [])
            yield SlotColumn(slot, own, "link", name=f"{to}_url", part=0, texts=texts)


def _leads_on(address: str) -> bool:
    return not address.startswith(("#", "javascript:", "mailto:", "data:"))


def _direction(page: SamplePage, leaf: int) -> str:
    """`previous`, `next`, or nothing, for a link."""
    said = _said(page, leaf)
    if said & {"older", "newer"}:
        # A list goes on with what is older.
        return "next" if "older" in said else "previous"
    words = _class_words(page.hints[leaf]) | said
    if not words:
        return ""
    return next((to for to, known in DIRECTIONS.items() if words & known), "")


@lru_cache(maxsize=4_096)
def _class_words(hint: str) -> frozenset[str]:
    """The words for directions in the classes of an element."""
    classes = hint.split("\t")[2:3]
    return frozenset(words_of(classes[0]) if classes else ()) & (PREVIOUS | NEXT)


def _said(page: SamplePage, leaf: int) -> frozenset[str]:
    """The words of a link that says nothing but where it leads."""
    kinds, values = page.kinds, page.values
    texts = [
        values[behind]
        for behind in range(leaf + 1, min(leaf + 3, len(values)))
        if kinds[behind][0] == TEXT and len(values[behind]) < 30
    ]
    return _telling(" ".join(texts)) if texts else NOTHING


@lru_cache(maxsize=4_096)
def _telling(text: str) -> frozenset[str]:
    """The one word of a text beside fillers; links of menus say the same on all pages."""
    words = [word.casefold() for word in _WORDS.findall(text)]
    telling = frozenset(word for word in words if word not in FILLERS)
    return telling if len(words) <= 3 and len(telling) == 1 else NOTHING
