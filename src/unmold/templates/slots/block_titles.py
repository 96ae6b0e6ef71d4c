"""The words that a block of a page begins with, where these say what the rest of it is.

Headings are often plain elements: what makes them headings is that all pages have them, first in a
block that holds little else than what they name.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice

from unmold.templates.slots.alignment import Slot
from unmold.templates.slots.outline import Element

LEVELS = 7
"""Elements around a place in which its title is looked for. A guess; old layouts nest tables."""
SAME = 0.8
"""Share of blocks that begin with the same words, if these are their title. A guess."""
MOST = 0.5
"""Share of the letters of a block that are the place which its first words name. A guess."""
LONGEST = 40
"""Letters of a title. A guess."""
LOOKED_AT = 60
"""Elements of a slot that are looked at: a few of each page tell."""


def block_title(slot: Slot) -> str:
    """What the blocks around a place begin with; empty if that names nothing, or more."""
    inside = slot
    for _ in range(LEVELS):
        around = inside.parent
        if around is None or around.tag in ("body", "html"):
            return ""
        own = {*inside.elements}
        if title := _first_words(around, own):
            return title if _is_most(slot, around) else ""
        inside = around
    return ""


def _first_words(block: Slot, inside: set[Element]) -> str:
    """The text that nearly all elements of a slot begin with, before some elements inside."""
    blocks = block.elements[:LOOKED_AT]
    found: Counter[str] = Counter()
    beside: Counter[str] = Counter()
    for element in blocks:
        first = element.content[0] if element.content else None
        if isinstance(first, Element) and first not in inside:
            runs = [*islice(first.runs(), 2)]
            if len(runs) == 1:
                found[runs[0].text] += 1
                second = element.content[1] if len(element.content) > 1 else None
                if isinstance(second, Element) and second.tag == first.tag:
                    beside.update(run.text for run in islice(second.runs(), 1))
    text, times = found.most_common(1)[0] if found else ("", 0)
    if beside and beside.most_common(1)[0][1] >= max(2, SAME * len(blocks)):
        # Headers of columns stand beside each other.
        return ""
    is_title = 1 < len(text) <= LONGEST and any(map(str.isalpha, text))
    return text if is_title and times >= max(2, SAME * len(blocks)) else ""


def _is_most(slot: Slot, block: Slot) -> bool:
    pages = {element.page for element in block.elements[:LOOKED_AT]}
    own, whole = (
        sum(element.letters() for element in of.elements if element.page in pages)
        for of in (slot, block)
    )
    return own >= MOST * whole
