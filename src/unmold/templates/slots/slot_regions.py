"""Regions: where a free text stands, as keys of the element that holds it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import chain

from unmold.templates.model import Region
from unmold.templates.sample import SamplePage
from unmold.templates.slots.alignment import HEADINGS, Slot
from unmold.templates.slots.element_keys import ElementKeys
from unmold.templates.slots.slot_columns import Entry, SlotColumn, SlotTable

EXACT = 0.9
"""Share of the pages where a key stands on which its first element is the wanted one. A guess."""
FOUND = 0.5
"""Share of a text's pages on which it must be found. A guess."""
MAX_KEYS = 12
MAX_EXCLUDED = 6

_Wanted = tuple[int, int, "set[int] | None"]
"""A page, the wanted element or -1, and the nodes of the row; None for the page itself."""
Bounds = tuple[int, frozenset[int]]
"""A text of the template and those that end what stands behind it."""


class RegionFinder:
    """Finds the regions of texts."""

    def __init__(self, pages: Sequence[SamplePage], nodes: Sequence[Sequence[int]]) -> None:
        self.pages = pages
        self.plain_ids = [page.plain_text_ids for page in pages]
        self.keys = ElementKeys(pages, nodes, are_rows=False)

    def find(self, column: SlotColumn, table: SlotTable) -> Region | None:
        """The region of a text; None if it is not found again."""
        slot = column.slot
        after, until = 0, frozenset[int]()
        if slot.is_section:
            assert slot.parent is not None
            after, until = self.bounds(slot)
            slot = slot.parent
        wanted = self._wanted(slot, table)
        keys, anchor = self._container_keys(wanted), 0
        for text in self._anchors(slot) if not keys else ():
            if keys := self._container_keys(wanted, text):
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
                without |= self._excluding_keys(child, column)
        return Region(keys, anchor, after, tuple(sorted(until)), tuple(sorted(without)))

    def _wanted(self, slot: Slot, table: SlotTable) -> list[_Wanted]:
        """For each page or row the element that is wanted, and the nodes that stand there."""
        firsts: dict[Entry, int] = {}
        for element in slot.elements:
            entry = table.entry(element)
            firsts[entry] = min(element.node, firsts.get(entry, element.node))
        if table.slot is None:
            return [
                (number, firsts.get((number, -1), -1), None) for number in range(len(self.pages))
            ]
        return [
            (row.page, firsts.get((row.page, row.node), -1), {e.node for e in row.elements()})
            for row in table.slot.elements
        ]

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

    def within(self, after: int, until: Collection[int]) -> list[list[range]]:
        """For each page the nodes that stand behind a text and before those that end it."""
        found = []
        for page, ids in zip(self.pages, self.plain_ids, strict=True):
            own: list[range] = []
            start = -1
            for node, text in zip(page.nodes, ids, strict=True):
                if text in until and start >= 0:
                    own.append(range(start, node))
                    start = -1
                if text == after and start < 0:
                    start = node
            if start >= 0:
                own.append(range(start, len(page.parents)))
            found.append(own)
        return found

    def _label_ids(self, slot: Slot) -> Counter[int]:
        """What the elements of a slot begin with, if that is a text of its own."""
        found: Counter[int] = Counter()
        for element in slot.elements:
            run = next(element.runs(), None)
            if run is not None and run.leaves and (not slot.label or run.first == slot.label):
                found[self.plain_ids[element.page][run.leaves[0]]] += 1
        return found

    def _label_id(self, slot: Slot) -> int:
        usual = self._label_ids(slot).most_common(1)
        return usual[0][0] if usual and usual[0][1] >= 0.8 * len(slot.elements) else 0

    def _anchors(self, slot: Slot) -> list[int]:
        """Texts that nearly all elements of a slot hold, those at its beginning first."""
        counts: Counter[int] = Counter()
        order: dict[int, int] = {}
        for element in slot.elements:
            ids = self.plain_ids[element.page]
            found = dict.fromkeys(ids[leaf] for run in element.runs() for leaf in run.leaves[:2])
            for number, text in enumerate(text for text in found if text):
                counts[text] += 1
                order[text] = min(number, order.get(text, number))
        usual = [text for text, times in counts.items() if times >= 0.9 * len(slot.elements)]
        return sorted(usual, key=lambda text: (order[text], -counts[text]))[:4]

    def _container_keys(self, wanted: Sequence[_Wanted], anchor: int = 0) -> tuple[int, ...]:
        """Keys whose first element on a page or row, with the anchor, is the wanted one."""
        nodes: defaultdict[int, set[int]] = defaultdict(set)
        for page, node, _ in wanted:
            if node >= 0:
                nodes[page].add(node)
        families = self.keys.candidates(nodes)
        holders = {page: self._holders(page, anchor) for page, *_ in wanted} if anchor else None
        valid: list[tuple[int, int, int]] = []
        right: dict[int, set[int]] = {}
        for key, family in families.items():
            found = self.keys.nodes[key]
            right[key] = set()
            wrong = 0
            for entry, (page, node, inside) in enumerate(wanted):
                first = _first(found.get(page, ()), inside, holders[page] if holders else None)
                if first == node and node >= 0:
                    right[key].add(entry)
                elif first >= 0:
                    wrong += 1
            if len(right[key]) >= EXACT * (len(right[key]) + wrong) and right[key]:
                valid.append((family, -len(right[key]), key))
        entries = sum(1 for _, node, _ in wanted if node >= 0)
        chosen: list[int] = []
        covered: set[int] = set()
        # Keys of most entries come first, of those the ones that name the element.
        for _, _, key in sorted(valid, key=lambda v: (v[1] > -0.5 * entries, v)):
            if right[key] - covered:
                chosen.append(key)
                covered |= right[key]
        return tuple(chosen[:MAX_KEYS]) if len(covered) >= FOUND * entries else ()

    def _holders(self, page: int, anchor: int) -> set[int]:
        """The elements around the places where a text stands."""
        sample = self.pages[page]
        found: set[int] = set()
        for leaf, text in enumerate(self.plain_ids[page]):
            node = sample.nodes[leaf]
            while text == anchor and node:
                found.add(node)
                node = sample.parents[node]
        return found

    def _excluding_keys(self, child: Slot, column: SlotColumn) -> set[int]:
        """Keys that only elements to be left out have, among those inside the text."""
        left_out: defaultdict[int, set[int]] = defaultdict(set)
        for element in child.elements:
            left_out[element.page].add(element.node)
        inside: defaultdict[int, set[int]] = defaultdict(set)
        for holder in column.slot.elements:
            waiting = [holder]
            while waiting:
                element = waiting.pop()
                if element.node not in left_out[element.page] or element is holder:
                    inside[element.page].add(element.node)
                    waiting += element.children()
        out = Counter(chain.from_iterable(self.keys.of(left_out)))
        kept = {*chain.from_iterable(self.keys.of(inside))}
        good = [key for key in out if key and key not in kept]
        return {*sorted(good, key=lambda key: (-out[key], key))[:MAX_EXCLUDED]}


def _first(nodes: Iterable[int], inside: set[int] | None, holders: set[int] | None) -> int:
    """The first of some nodes that stands in a row, if there is one, and holds an anchor; or -1."""
    for node in nodes:
        if (inside is None or node in inside) and (holders is None or node in holders):
            return node
    return -1
