"""Elements that no tag makes: terms with their values, lines, sections, and siblings in turns.

A heading and what follows it, or the siblings that are one entry together, are put into an element
of their own before slots are made of the children of a slot.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Protocol

from unmold.templates.slots.outline import SHARED, Element, Run, split_lines
from unmold.templates.slots.own_labels import LINE
from unmold.templates.slots.row_shapes import (
    SOME_TURNS,
    find_followed,
    find_order,
    find_turns,
    turn_shape,
)
from unmold.templates.slots.siblings import (
    AUTHORS,
    HEADINGS,
    NEARLY_ALL,
    SOME,
    are_stripes,
    has_own_heading,
    line_words,
)

HEADER_SHARE = 0.9
"""Share of the elements of a shape that are the template's own, so that it is no part of turns."""
SOME_HEADERS = 3
"""Tables that say the same above a column, if it is a header. A guess."""
SOME_TELLING = 0.5
"""Share of broken texts with a line that tells what it is, so that lines are places. A guess."""
MAX_LINE_WORDS = 10
"""Words of lines, on average; longer ones are prose. A guess."""
HEADED = 1.5
"""Headings of the template in a parent, on average, from which on they start sections."""


class Place(Protocol):
    """What is asked of a slot."""

    tag: str
    elements: list[Element]
    is_section: bool


_HEADING_WORD = re.compile(r"(?:^|[-_])(?:rubric|heading|subhead)$", re.IGNORECASE)


@lru_cache(maxsize=4_096)
def _is_called_heading(words: tuple[str, ...]) -> bool:
    return any(map(_HEADING_WORD.search, words))


def _may_take_turns(parent: Element) -> bool:
    """Whether children are of several shapes, of which one stands there more than once."""
    children = parent.children()
    if any(child.tag == "tr" for child in children):
        shapes = len({*map(turn_shape, children)})
    else:
        shapes = len({(child.tag, child.words[:1]) for child in children})
    return len(children) > shapes > 1


class Gatherer:
    """Rearranges what the elements of one slot hold."""

    def __init__(
        self, slot: Place, fixed: dict[int, float], own_labels: set[tuple[str, str]]
    ) -> None:
        self.tag, self.elements, self.is_section = slot.tag, slot.elements, slot.is_section
        self.fixed = fixed
        self.own_labels = own_labels
        self.parents = len(slot.elements)

    def run(self) -> None:
        if self.tag == "dl":
            self._pair_terms()
        self._make_lines()
        if any(type(item) is not Run for parent in self.elements for item in parent.content):
            self._make_sections()
            self._make_groups()

    def _pair_terms(self) -> None:
        """Put every `dt` and the `dd`s behind it into an element of their own."""
        for parent in self.elements:
            if parent.tag != "dl":
                continue
            content: list[Element | Run] = []
            current: Element | None = None
            for item in parent.content:
                is_term = isinstance(item, Element) and item.tag == "dt"
                is_done = current is None or any(e.tag == "dd" for e in current.children())
                if is_term and is_done and isinstance(item, Element):
                    current = Element(parent.page, item.node, "pair", (), "", parent)
                    content.append(current)
                if current is None or not isinstance(item, Element):
                    content.append(item)
                else:
                    current.content.append(item)
                    item.parent = current
            parent.content = content

    def _make_lines(self) -> None:
        """Make elements of lines between breaks, where labels or their shape say what they are."""
        if self.tag == LINE:
            return
        lines = [
            split_lines(item)
            for parent in self.elements
            for item in parent.content
            if type(item) is Run and item.breaks
        ]
        if len(lines) < max(2, SOME * self.parents):
            return
        words = [line.text.count(" ") + 1 for own in lines for line in own]
        if sum(words) > MAX_LINE_WORDS * len(words):
            return
        if sum(1 for own in lines if any(map(self._tells, own))) < SOME_TELLING * len(lines):
            return
        for parent in self.elements:
            content: list[Element | Run] = []
            for item in parent.content:
                if isinstance(item, Element):
                    content.append(item)
                    continue
                for line in split_lines(item):
                    made = Element(parent.page, parent.node, LINE, line_words(line), "", parent)
                    made.content.append(line)
                    content.append(made)
            parent.content = content
            parent.forget_letters()

    def _tells(self, line: Run) -> bool:
        """Whether a line begins with a label of the template, or can only be one thing."""
        is_labelled = line.label != "" and (line.label, LINE) in self.own_labels
        return is_labelled or bool(line_words(line))

    def _make_groups(self) -> None:
        """Put siblings that come in turns, as `h3 p h3 p`, into elements of their own."""
        if self.tag in ("group", "pair", "tr", "ul", "ol"):
            return
        # Two of one shape and one of another are three.
        several = (parent for parent in self.elements if len(parent.content) > 2)
        if not any(map(_may_take_turns, several)):
            return
        turns = [[*map(turn_shape, parent.children())] for parent in self.elements]
        headers = self._header_kinds(turns)
        sequences = [[shape for shape in own if shape not in headers] for own in turns]
        leader, shapes = self._find_turns(sequences)
        order = {} if shapes else find_order(sequences)
        if not shapes and not order:
            leader, shapes = find_followed(sequences)
        if self._are_stripes(shapes or order.keys()):
            return
        for parent in self.elements if shapes or order else ():
            if shapes:
                self._group(parent, leader, shapes)
            else:
                self._group_in_order(parent, order)

    def _are_stripes(self, shapes: Collection[str]) -> bool:
        """Whether siblings in turns are rows of one kind, whose classes only give them colors."""
        having: dict[str, list[Element]] = {shape: [] for shape in shapes}
        if len(having) != 2:
            return False
        for parent in self.elements:
            for child in parent.children():
                if (shape := turn_shape(child)) in having:
                    having[shape].append(child)
        one, other = having.values()
        return are_stripes(one, other, {})

    def _find_turns(self, sequences: Sequence[Sequence[str]]) -> tuple[str, set[str]]:
        """The shape of siblings that begins turns, and all shapes in these; empty if none does."""
        leaders: Counter[str] = Counter()
        for sequence in sequences:
            counts = Counter(sequence)
            first = next((shape for shape in sequence if counts[shape] >= 2), None)
            if first is not None and len(counts) >= 2:
                leaders[first] += 1
        leader, times = leaders.most_common(1)[0] if leaders else ("", 0)
        if not leader or leader == "div" or (leader in AUTHORS and leader not in HEADINGS):
            return "", set()
        if times < max(2, SOME_TURNS * len(sequences)) and len(sequences) > 1:
            return "", set()
        return leader, find_turns(sequences, leader)

    def _header_kinds(self, turns: Sequence[Sequence[str]]) -> set[str]:
        """The shapes of children that nearly always are the template's own: no part of rows."""
        total: Counter[str] = Counter()
        own: Counter[str] = Counter()
        begun: defaultdict[tuple[str, str], list[tuple[int, Element]]] = defaultdict(list)
        for number, (parent, shapes) in enumerate(zip(self.elements, turns, strict=True)):
            total.update(shapes)
            for child, shape in zip(parent.children(), shapes, strict=True):
                first = child.first_run()
                if first is None:
                    continue
                # Most begin with what is not the template's own.
                if id(first) in self.fixed and self._is_fixed(child):
                    own[shape] += 1
                else:
                    begun[shape, first.text].append((number, child))
        enough = max(SOME_HEADERS, SHARED * self.parents)
        said: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        for (shape, _), children in begun.items():
            # Most children begin with words of their own.
            for number, child in children if len(children) >= enough else ():
                said[shape, " ".join(run.text for run in child.runs())].append(number)
        for (shape, text), parents in said.items():
            # A header stands once in a table, and a popular value as often as it is said.
            if text and enough <= len({*parents}) == len(parents):
                own[shape] += len(parents)
        return {shape for shape, times in own.items() if times > HEADER_SHARE * total[shape]}

    def _is_fixed(self, element: Element) -> bool:
        """Whether an element says something, and nothing but the template's own."""
        content = element.content
        if len(content) == 1 and type(content[0]) is Run:
            # So most elements are.
            return id(content[0]) in self.fixed
        is_said = False
        for run in element.runs():
            is_said = True
            if id(run) not in self.fixed:
                return False
        return is_said

    def _group(self, parent: Element, leader: str, shapes: set[str]) -> None:
        content: list[Element | Run] = []
        current: Element | None = None
        for item in parent.content:
            shape = turn_shape(item) if isinstance(item, Element) else ""
            if isinstance(item, Element) and shape == leader:
                current = Element(parent.page, item.node, "group", ("=",), "", parent)
                content.append(current)
            if current is None or not isinstance(item, Element) or shape not in shapes:
                content.append(item)
            else:
                current.content.append(item)
                item.parent = current
        parent.content = content

    def _group_in_order(self, parent: Element, order: dict[str, int]) -> None:
        content: list[Element | Run] = []
        current: Element | None = None
        last = len(order)
        for item in parent.content:
            rank = order.get(turn_shape(item), -1) if isinstance(item, Element) else -1
            if rank < 0 or not isinstance(item, Element):
                content.append(item)
                continue
            if current is None or rank <= last:
                current = Element(parent.page, item.node, "group", ("=",), "", parent)
                content.append(current)
            current.content.append(item)
            item.parent = current
            last = rank
        parent.content = content

    def _make_sections(self) -> None:
        """Put a heading of the template and what follows it into an element of their own."""
        if self.is_section:
            return
        found: Counter[str] = Counter()
        for parent in self.elements:
            for child in parent.content:
                if type(child) is Element and (label := self._heading(child)) is not None:
                    found[label] += 1
        total = found.total()
        if total < HEADED * self.parents or len(found) < 2:
            return
        for parent in self.elements:
            self._section(parent)

    def _heading(self, child: Element) -> str | None:
        """What a heading of the template says; None for anything else."""
        is_heading = child.tag in HEADINGS and child.tag != "h1"
        if not is_heading and not (child.words and _is_called_heading(child.words)):
            return None
        runs = [*child.runs()]
        share = self.fixed.get(id(runs[0]), 0.0) if len(runs) == 1 else 0.0
        # The hour of several talks is popular, but names nothing.
        is_number = share < NEARLY_ALL and any(map(str.isdigit, runs[0].text)) if share else False
        return runs[0].text if share and not is_number else None

    def _section(self, parent: Element) -> None:
        content: list[Element | Run] = []
        current: Element | None = None
        for item in parent.content:
            if isinstance(item, Element) and self._heading(item) is not None:
                current = Element(parent.page, item.node, "section", ("=",), "", parent)
                content.append(current)
            elif isinstance(item, Element) and has_own_heading(item):
                current = None
            if current is None:
                content.append(item)
            else:
                current.content.append(item)
                if isinstance(item, Element):
                    item.parent = current
        parent.content = content
