"""Regions: where a free text stands, as keys of the element that holds it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from unmold.templates.model import Region
from unmold.templates.sample import SamplePage
from unmold.templates.slots.alignment import Slot
from unmold.templates.slots.element_keys import element_index, own_container_keys
from unmold.templates.slots.outline import Element, Run
from unmold.templates.slots.siblings import HEADINGS
from unmold.templates.slots.slot_columns import Entry, SlotColumn, SlotTable

if TYPE_CHECKING:
    from unmold._core import NodeSets

MAX_EXCLUDED = 6
"""Parts of a region that are left out of its text; more, and it is no region. A guess."""

BETWEEN = 0.9
"""Share of the texts that are all that is between two labels, so that these find them. A guess."""

MADE = ("pair", "group", "section")
"""What holds several elements of a page and is none itself."""

NO_TEXTS: frozenset[int] = frozenset()

Bounds = tuple[int, frozenset[int]]
"""A text of the template and those that end what stands behind it."""


EMPTY = 0.2
"""Share of tables of one kind that may be without rows. A guess."""
MANY_ANCHORS = 12
"""Texts of a table that are tried as the one before its rows: there are as many headers."""


def _around(element: Element, among: Collection[Element]) -> Element | None:
    """The nearest of some elements around another."""
    current = element.parent
    while current is not None and current not in among:
        current = current.parent
    return current


class RegionFinder:
    """Finds the regions of texts."""

    def __init__(self, pages: Sequence[SamplePage], nodes: Sequence[Sequence[int]]) -> None:
        self.pages = pages
        self.plain_ids = [page.plain_text_ids for page in pages]
        self.index = element_index(pages, nodes, are_rows=False)
        self.insides: dict[int, NodeSets] = {}
        """By table the nodes in each of its rows."""
        self.labels: dict[int, Counter[int]] = {}
        """By slot what its elements begin with; all its siblings ask."""
        self.anchors: dict[int, list[int]] = {}
        """By slot the texts that nearly all of its elements hold."""
        self.texts: dict[int, list[tuple[list[int], list[str]]]] = {}
        """By slot the texts in each of its elements; all labels in it ask."""
        self.held: dict[Element, dict[int, int]] = {}
        """By element the texts that it holds; several slots and tables ask."""
        self.nested: dict[int, list[tuple[list[Element], list[int]]]] = {}
        """By slot what is in each of its elements."""

    def find(self, column: SlotColumn, table: SlotTable) -> Region | None:
        """The region of a text; None if it is not found again."""
        slot = column.slot
        after, until = 0, NO_TEXTS
        if slot.is_section:
            assert slot.parent is not None
            after, until = self.bounds(slot)
            if not after and slot.label:
                return None
            slot = slot.parent
        wanted = self._wanted(slot, table)
        inside = self._inside(table)
        keys, anchor = self.index.find_container_keys(wanted, inside), 0
        for text in self._anchors(slot.elements) if not keys else ():
            if keys := self.index.find_container_keys(wanted, inside, text):
                anchor = text
                break
        if not keys:
            return None
        if not after and slot.label and not column.regions:
            after = self._label_id(slot)
        without: set[int] = set()
        for child in column.regions:
            # The heading that a section begins behind must be seen.
            if not (column.slot.is_section and child.tag in HEADINGS):
                without.update(self._excluding_keys(child, column))
        return Region(tuple(keys), anchor, after, tuple(sorted(until)), tuple(sorted(without)))

    def find_labelled(self, column: SlotColumn, table: SlotTable) -> Region | None:
        """The region of a labelled text whose own element is like others: behind its label.

        It is all the rest of the element that holds both, or ends at the labels of its siblings.
        """
        holder: Slot | None = column.slot
        while holder is not None and holder is not table.slot and not holder.label:
            holder = holder.parent
        if holder is None or holder is table.slot or holder.parent is None:
            return None
        after, until = self.bounds(holder)
        if not after:
            return None
        inside = self._inside(table)
        if holder.tag not in MADE and self._is_between(column, table, holder, (after, NO_TEXTS)):
            wanted = self._wanted(holder, table)
            if keys := self.index.find_container_keys(wanted, inside, after):
                return Region(tuple(keys), after, after)
        if not self._is_between(column, table, holder.parent, (after, until)):
            return None
        keys = self.index.find_container_keys(self._wanted(holder.parent, table), inside)
        return Region(tuple(keys), 0, after, tuple(sorted(until))) if keys else None

    def _is_between(
        self, column: SlotColumn, table: SlotTable, outer: Slot, bounds: Bounds
    ) -> bool:
        """Whether the text of a column is what is between its label and the next one."""
        after, until = bounds
        right = 0
        for element, (ids, texts) in zip(outer.elements, self._texts_in(outer), strict=True):
            wanted = column.texts.get(table.entry(element)) if after in ids else None
            if wanted is None:
                continue
            start = ids.index(after) + 1
            end = next((at for at in range(start, len(ids)) if ids[at] in until), len(ids))
            said = "".join(texts[start:end])
            right += "".join(said.split()) == "".join(wanted.split())
        return right >= BETWEEN * len(column.texts)

    def _texts_in(self, slot: Slot) -> list[tuple[list[int], list[str]]]:
        """For each element of a slot its texts, by identity and by what they say."""
        if id(slot) not in self.texts:
            self.texts[id(slot)] = found = []
            for element in slot.elements:
                ids = self.plain_ids[element.page]
                parts = [part for run in element.runs() for part in _parts(run)]
                found.append(([ids[leaf] for leaf, _ in parts], [text for _, text in parts]))
        return self.texts[id(slot)]

    def _wanted(self, slot: Slot, table: SlotTable) -> list[tuple[int, int]]:
        """For each page or row its page and the element that is wanted, or -1."""
        firsts: dict[Entry, int] = {}
        for element in slot.elements:
            entry = table.entry(element)
            firsts[entry] = min(element.node, firsts.get(entry, element.node))
        if table.slot is None:
            return [(number, firsts.get((number, -1), -1)) for number in range(len(self.pages))]
        return [(row.page, firsts.get((row.page, row.node), -1)) for row in table.slot.elements]

    def _inside(self, table: SlotTable) -> NodeSets | None:
        """The nodes that stand in each row of a table; None for the pages themselves."""
        from unmold import _core

        if table.slot is None:
            return None
        if id(table) not in self.insides:
            nodes = [[e.node for e in row.elements()] for row in table.slot.elements]
            self.insides[id(table)] = _core.NodeSets(nodes)
        return self.insides[id(table)]

    def bounds(self, slot: Slot) -> Bounds:
        """The label of a slot, and those of its siblings; 0 if it has none of its own."""
        own = self._label_id(slot)
        siblings = slot.parent.children if slot.parent is not None else []
        others = {
            label
            for child in siblings
            if child is not slot and (child.label or child.is_section)
            for label in self._label_ids(child)
        }
        return own, frozenset(others - {own, 0})

    def row_bounds(self, slot: Slot, rows: Slot) -> Iterator[Bounds]:
        """Texts that rows in a slot may stand behind, each with those that end it.

        Its label; of one table among several, what nearly all of those with rows hold and the
        others do not, as headers.
        """
        if slot.label or slot.is_section:
            yield self.bounds(slot)
        if not (slot.tag == "table" or slot.is_headed) or slot.parent is None:
            return
        among = {*slot.elements}
        own = {element for row in rows.elements if (element := _around(row, among))}
        holders, rest = (
            [element for element in slot.elements if (element in own) == is_own]
            for is_own in (True, False)
        )
        beside = [c for c in slot.parent.children if c.tag == slot.tag and c is not slot]
        # A few tables of the kind may be empty.
        is_other = len(rest) > EMPTY * len(slot.elements)
        anchors = self._anchors(holders, MANY_ANCHORS) if beside or is_other else []
        if not anchors:
            return
        theirs = {*chain.from_iterable(map(self._anchors_in, beside))}
        theirs.update(self._anchors(rest, MANY_ANCHORS) if is_other else ())
        own_anchors = [after for after in anchors if after not in theirs]
        if own_anchors:
            until = frozenset((theirs | self.bounds(slot)[1]) - self._all_texts(holders))
            yield from ((after, until) for after in own_anchors)

    def _anchors_in(self, slot: Slot) -> list[int]:
        """Texts that nearly all elements of a slot hold; all its siblings ask."""
        if id(slot) not in self.anchors:
            self.anchors[id(slot)] = self._anchors(slot.elements, MANY_ANCHORS)
        return self.anchors[id(slot)]

    def _all_texts(self, elements: Sequence[Element]) -> set[int]:
        """What some elements say, wherever."""
        return {
            self.plain_ids[element.page][leaf]
            for element in elements
            for run in element.runs()
            for leaf in run.leaves
        }

    def _label_ids(self, slot: Slot) -> Counter[int]:
        """What the elements of a slot begin with, if that is a text of its own."""
        if id(slot) in self.labels:
            return self.labels[id(slot)]
        found = self.labels[id(slot)] = Counter()
        for element in slot.elements:
            run = element.first_run()
            if run is None or not run.leaves:
                continue
            if not slot.label or run.first == slot.label:
                found[self.plain_ids[element.page][run.leaves[0]]] += 1
            elif slot.is_section and run.text == slot.label:
                # Of `[edit] Career` it is the second text that names the section.
                leaf, _ = max(_parts(run), key=lambda part: len(part[1]))
                found[self.plain_ids[element.page][leaf]] += 1
        return found

    def _label_id(self, slot: Slot) -> int:
        usual = self._label_ids(slot).most_common(1)
        return usual[0][0] if usual and usual[0][1] >= 0.8 * len(slot.elements) else 0

    def _anchors(self, elements: Sequence[Element], most: int = 4) -> list[int]:
        """Texts that nearly all of some elements hold, those at their beginning first."""
        counts: Counter[int] = Counter()
        held = [self._held_texts(element) for element in elements]
        for own in held:
            counts.update(own.keys())
        usual = [text for text, times in counts.items() if times >= 0.9 * len(elements)]
        order = {text: min(own[text] for own in held if text in own) for text in usual}
        return sorted(usual, key=lambda text: (order[text], -counts[text]))[:most]

    def _held_texts(self, element: Element) -> dict[int, int]:
        """The texts at the beginnings of the runs of an element, with their places."""
        if element not in self.held:
            ids = self.plain_ids[element.page]
            found = [ids[leaf] for run in element.runs() for leaf in run.leaves[:2]]
            texts = filter(None, dict.fromkeys(found))
            self.held[element] = {text: number for number, text in enumerate(texts)}
        return self.held[element]

    def _excluding_keys(self, child: Slot, column: SlotColumn) -> list[int]:
        """Keys that only elements to be left out have, among those inside the text."""
        left_out: defaultdict[int, set[int]] = defaultdict(set)
        for element in child.elements:
            left_out[element.page].add(element.node)
        inside: defaultdict[int, list[int]] = defaultdict(list)
        for elements, nodes in self._nested(column.slot):
            page = elements[0].page
            kept, without = inside[page], left_out[page]
            behind = 1
            for at in [at for at, node in enumerate(nodes) if node in without]:
                # Those inside one that is left out are left out with it.
                if at >= behind:
                    kept += nodes[behind:at]
                    behind = at + sum(1 for _ in elements[at].elements())
            kept.append(nodes[0])
            kept += nodes[behind:]
        return own_container_keys(self.pages, left_out, inside, MAX_EXCLUDED)

    def _nested(self, slot: Slot) -> list[tuple[list[Element], list[int]]]:
        """For each element of a slot that and all inside, with their nodes; all regions ask."""
        if id(slot) not in self.nested:
            inside = [[*element.elements()] for element in slot.elements]
            self.nested[id(slot)] = [
                (elements, [element.node for element in elements]) for elements in inside
            ]
        return self.nested[id(slot)]


def _parts(run: Run) -> list[tuple[int, str]]:
    """The texts of a run, each with its leaf."""
    texts = run.texts or (run.text,)
    return [*zip(run.leaves, texts, strict=False)]
