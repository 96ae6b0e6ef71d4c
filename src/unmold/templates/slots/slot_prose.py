"""Prose: which places of a page are free text, and what inside them is not.

Weights of slots say how much of their text varies, stands in links, is said in sentences.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterator
from itertools import pairwise
from typing import NamedTuple

from unmold.templates.slots.alignment import Slot
from unmold.templates.slots.outline import Element, Run
from unmold.templates.slots.siblings import ALIKE, AUTHORS, jaccard, signature

SENTENCE = re.compile(
    r"[.!?。！？…](?:(?<=[。！？])|(?:(?<=[^\W\d_].)|(?<=[^\W\d_][)\"”»].))(?:\s|$))"
)
"""The end of a sentence: a mark behind a word. The mark is what is looked for, as it is rare."""
MIN_WORDS = 8
"""Words of a run that may be a sentence; a shorter one weighs a quarter. From the prototype."""
SOME_ROWS = 200
"""Elements that are looked at to see whether they are rows of one kind."""
NEIGHBOURS_ALIKE = 0.85 * ALIKE
"""Jaccard of neighbours that were aligned already. A guess."""
OUTSIDE = 0.3
"""Share of the varying text outside of places from which on a slot is prose. From the prototype."""
SAID = 0.35
"""Share of the text outside of places that is sentences. A guess near the prototype's ranks."""
LINKED = 0.5
"""Share of linked letters from which on texts are entries of a list. A guess."""
UNIFORM = 0.9
"""Share of elements with the same places of text, if they are rows. A guess."""
SAID_BEHIND = 0.5
"""Share of sentences in paragraphs with a label that are part of a text. A guess."""
MIN_SENTENCES = 30
"""Letters in sentences of an element of prose, on average. A guess."""
PROSE_PLACES, PROSE_PLACE = 3, 0.6
"""Places that are each mostly sentences make one text if they are this many. From the prototype."""
PARAGRAPH_WORDS = 4
"""Words of paragraphs that repeat, on average, if they are prose. A guess."""
SHORT = 0.3
"""Share of sentences in a place inside a text from which on it belongs to the text. A guess."""
FRAME = 0.6
"""Share of the template's own and of links in a place that is frame. From the prototype."""


class Weight(NamedTuple):
    """Letters in a slot."""

    letters: float = 0.0
    fixed: float = 0.0
    linked: float = 0.0
    varying: float = 0.0
    """Neither fixed nor linked; a quarter of those of short runs."""
    sentences: float = 0.0

    def plus(self, other: Weight) -> Weight:
        """Both together."""
        return Weight(*map(float.__add__, self, other))


class Weights:
    """What the runs in slots weigh."""

    def __init__(self, root: Slot, fixed: Container[int]) -> None:
        self.fixed = fixed
        self.own: dict[int, Weight] = {}
        """Of the runs that stand directly in a slot."""
        self.all: dict[int, Weight] = {}
        """With what is inside."""
        for slot in reversed([*root.walk()]):
            weight = self.own[id(slot)] = self._weigh(slot)
            for child in slot.children:
                weight = weight.plus(self.all[id(child)])
            self.all[id(slot)] = weight

    def _weigh(self, slot: Slot) -> Weight:
        if not slot.has_runs:
            return Weight()
        letters = fixed = linked = varying = short = sentences = 0
        known = self.fixed
        for element in slot.elements:
            for item in element.content:
                if type(item) is not Run:
                    continue
                text, own = item.text, item.linked
                size = len(text)
                letters += size
                if id(item) in known:
                    fixed += size
                    continue
                linked += own
                free = size - own if size > own else 0
                if text.count(" ") + 1 < MIN_WORDS:
                    short += free
                    continue
                varying += free
                if SENTENCE.search(text):
                    sentences += free
        return Weight(*map(float, (letters, fixed, linked, varying + short / 4, sentences)))


def are_rows(slot: Slot) -> bool:
    """Whether the elements of a repeating slot are rows of one kind, with texts or media."""
    if "rows" not in slot.known:
        slot.known["rows"] = _are_rows(slot)
    return bool(slot.known["rows"])


def _are_rows(slot: Slot) -> bool:
    some = slot.elements[:SOME_ROWS]
    several = sum(1 for element in some if sum(map(_parts_of, element.runs())) >= 2)
    with_media = sum(1 for element in some if any(e.attributes for e in element.elements()))
    if several < 0.5 * len(some) and with_media < 0.5 * len(some):
        return False
    if not _have_place(slot):
        return False
    by_parent: defaultdict[int, list[Element]] = defaultdict(list)
    for element in slot.elements[: 2 * SOME_ROWS]:
        by_parent[id(element.parent)].append(element)
    likeness = [
        jaccard(one, other)
        for own in by_parent.values()
        for one, other in pairwise(map(signature, own))
    ]
    return not likeness or sum(likeness) >= NEIGHBOURS_ALIKE * len(likeness)


def _have_place(slot: Slot) -> bool:
    """Whether half of some rows have something in one place.

    Columns of a page builder have the same elements around anything: they are layout.
    """
    least = COMMON_PLACE * len(slot.elements)
    for inner in slot.walk():
        if len(inner.elements) < least:
            continue
        rows = {
            id(_row_of(element, slot, inner))
            for element in inner.elements
            if element.attributes or any(type(item) is Run for item in element.content)
        }
        if len(rows) >= least:
            return True
    return False


def _row_of(element: Element, slot: Slot, inner: Slot) -> Element | None:
    """The element of a slot that one of a slot inside it stands in."""
    current: Element | None = element
    while inner is not slot and current is not None:
        assert inner.parent is not None
        inner, current = inner.parent, current.parent
    return current


COMMON_PLACE = 0.5
"""Share of rows that have something in the same place, if they are rows of one kind. A guess."""


def _parts_of(run: Run) -> int:
    """How many values a run may hold: one, or one for each class of its inline markup."""
    return max(1, len({mark for mark in run.marks if "." in mark}))


class Prose:
    """Tells free text from places."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights

    def is_prose(self, slot: Slot) -> bool:
        """Whether the varying text of a slot lies mostly outside of places, in sentences."""
        if slot.tag == "html" or (slot.repeats and slot.is_bare()) or _is_list(slot):
            return False
        if self._has_paragraphs(slot):
            return True
        outside = self.weights.own[id(slot)]
        inside = 0.0
        prose_places = 0
        for child in slot.children:
            weight = self.weights.all[id(child)]
            if child.label or (child.repeats and not self._is_free(child) and are_rows(child)):
                if child.label and self._is_formed(child, with_bare=True):
                    # Beside members below headings, those below a rare one are no text either.
                    inside += weight.varying
                continue
            if child.repeats and not child.is_bare() and self.is_formed(child):
                # Bodies of tables and columns of a layout are no text because they repeat.
                continue
            if _is_place(child):
                inside += weight.varying
                prose_places += 0 < PROSE_PLACE * weight.varying <= weight.sentences
            else:
                outside = outside.plus(weight)
        whole = outside.varying + inside
        if not whole or (not slot.children and not _has_lines(slot)):
            return False
        if outside.linked > LINKED * (outside.letters - outside.fixed):
            return False
        is_outside = outside.varying >= OUTSIDE * whole
        if is_outside and _repeats_paragraphs(slot):
            return True
        is_said = outside.sentences >= SAID * outside.varying
        is_enough = outside.sentences >= MIN_SENTENCES * len(slot.elements)
        return is_said and is_enough and (is_outside or prose_places >= PROSE_PLACES)

    def _has_paragraphs(self, slot: Slot) -> bool:
        """Whether a place holds sentences in paragraphs, here and there more than one."""
        paragraphs = [child for child in slot.children if child.tag == "p" and not child.words]
        if len(paragraphs) != 1 or slot.tag in ("body", "html"):
            return False
        weight = self.weights.all[id(paragraphs[0])]
        is_most = weight.letters >= 0.7 * self.weights.all[id(slot)].letters
        if weight.sentences < 0.5 * weight.letters or not is_most:
            return False
        counts = Counter(id(element.parent) for element in paragraphs[0].elements)
        return sum(1 for times in counts.values() if times > 1) >= max(2, 0.02 * len(counts))

    def _is_free(self, slot: Slot) -> bool:
        """Whether a slot is an author's own markup, and not rows with places inside."""
        if not slot.is_bare() or _are_uniform(slot):
            return False
        placed = 0.0
        waiting = [*slot.children]
        while waiting:
            child = waiting.pop()
            is_usual = len(child.elements) >= 0.5 * len(slot.elements)
            if child.words and not child.repeats and is_usual:
                placed += self.weights.all[id(child)].letters
            else:
                waiting += child.children
        return placed < 0.5 * self.weights.all[id(slot)].letters

    def outside_text(self, slot: Slot) -> Iterator[Slot]:
        """The slots inside a text that are not part of it: labelled places, rows, short places."""
        for child in slot.children:
            if child.is_section or (child.label and not self._is_said(child)):
                yield child
            elif child.repeats:
                is_usual = child.pages >= 0.5 * slot.pages
                if is_usual and not self._is_free(child) and are_rows(child):
                    yield child
            elif _is_place(child) and (self._is_short(child, slot) or self._has_form(child, slot)):
                yield child

    def _is_said(self, slot: Slot) -> bool:
        """Whether labelled paragraphs or items are mostly sentences: the label is an emphasis.

        An item that holds the members of a class says sentences of each, and is none of a text.
        """
        weight = self.weights.all[id(slot)]
        is_said = slot.tag in AUTHORS and weight.sentences >= SAID_BEHIND * weight.letters
        return is_said and not self._is_formed(slot, with_bare=True)

    def _is_short(self, slot: Slot, holder: Slot) -> bool:
        """Whether a place on half of the pages has few words or is the template's own."""
        weight = self.weights.all[id(slot)]
        if slot.pages < 0.5 * holder.pages:
            return 0 < FRAME * weight.letters <= weight.fixed + weight.linked
        return weight.sentences < SHORT * max(1.0, weight.letters)

    def _has_form(self, slot: Slot, holder: Slot) -> bool:
        """Whether labels or rows of the template make up most of a place inside a text."""
        return slot.pages >= 0.4 * holder.pages and self.is_formed(slot)

    def is_formed(self, slot: Slot) -> bool:
        """Whether labels or rows of the template make up most of a slot."""
        return self._is_formed(slot, with_bare=False)

    def _is_formed(self, slot: Slot, *, with_bare: bool) -> bool:
        """The same; with rows of bare tags, too, if all of them hold the same places."""
        formed = 0.0
        waiting = [(child, 0) for child in slot.children]
        while waiting:
            child, depth = waiting.pop()
            is_free = self._is_free(child) if with_bare else child.is_bare()
            if child.label or (child.repeats and not is_free and are_rows(child)):
                formed += self.weights.all[id(child)].letters
            elif depth < 3:
                waiting += [(inner, depth + 1) for inner in child.children]
        return formed >= 0.5 * self.weights.all[id(slot)].letters


def _is_list(slot: Slot) -> bool:
    """Whether a place of its own is a list: the steps of a recipe are items, however long."""
    if slot.tag not in ("ol", "ul") or slot.repeats or len(slot.children) != 1:
        return False
    # Where words of the template begin items, they are sentences of a text.
    return slot.children[0].tag == "li" and not slot.children[0].label


def _are_uniform(slot: Slot) -> bool:
    """Whether nearly all elements hold the same several texts: nobody writes prose like that."""
    some = slot.elements[:SOME_ROWS]
    usual, times = Counter(map(signature, some)).most_common(1)[0]
    return len(usual) >= 2 and times >= UNIFORM * len(some)


def _is_place(slot: Slot) -> bool:
    """Whether a slot is a place of its own: one in a parent, and no author's bare tag."""
    return not slot.repeats and not slot.is_bare()


def _has_lines(slot: Slot) -> bool:
    """Whether text stands in several elements between other content."""
    several = sum(1 for e in slot.elements if sum(isinstance(item, Run) for item in e.content) > 1)
    return several >= 0.3 * len(slot.elements)


def _repeats_paragraphs(slot: Slot) -> bool:
    """Whether a slot has paragraphs of several words, and any number of them."""
    paragraphs = [child for child in slot.children if child.tag == "p" and child.repeats]
    words = [
        run.text.count(" ") + 1
        for child in paragraphs
        for element in child.elements[:SOME_ROWS]
        for run in element.runs()
    ]
    is_bare = any(child.is_bare() for child in paragraphs)
    return is_bare and sum(words) >= PARAGRAPH_WORDS * len(words)
