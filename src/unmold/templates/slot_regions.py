"""Regions: where a free text stands, as keys of the element that holds it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from unmold.templates.model import Region
from unmold.templates.outline import Element
from unmold.templates.sample import SamplePage
from unmold.templates.slot_columns import Entry, SlotColumn, SlotTable
from unmold.templates.slots import HEADINGS, Slot


Bounds = tuple[int, frozenset[int]]
"""A text of the template and those that end what stands behind it."""


class RegionFinder:
    """Finds the regions of texts."""

    def __init__(self, pages: Sequence[SamplePage], nodes: Sequence[Sequence[int]]) -> None:
        self.pages = pages
        self.plain_ids = [page.leaves.plain_text_ids() for page in pages]
        self.container_keys = [
            dict(zip(own, page.leaves.container_keys(list(own)), strict=True))
            for page, own in zip(pages, nodes, strict=True)
        ]

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

    def _wanted(self, slot: Slot, table: SlotTable) -> list[tuple[int, int, dict[int, Sequence[int]]]]:
        """For each page or row the element that is wanted, and the keys of all elements there."""
        firsts: dict[Entry, int] = {}
        for element in slot.elements:
            entry = table.entry(element)
            firsts[entry] = min(element.node, firsts.get(entry, element.node))
        if table.slot is None:
            return [
                (page, firsts.get((page, -1), -1), keys)
                for page, keys in enumerate(self.container_keys)
            ]
        found = []
        for row in table.slot.elements:
            known = self.container_keys[row.page]
            keys = {e.node: known.get(e.node, ()) for e in row.elements()}
            found.append((row.page, firsts.get((row.page, row.node), -1), keys))
        return found

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

    def within(self, after: int, until: frozenset[int]) -> list[list[range]]:
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
                own.append(range(start, page.leaves.nodes))
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

    def _container_keys(
        self, wanted: Sequence[tuple[int, int, dict[int, Sequence[int]]]], anchor: int = 0
    ) -> tuple[int, ...]:
        """Keys whose first element on a page or row, of those with the anchor, is the wanted one."""
        right: defaultdict[int, set[int]] = defaultdict(set)
        wrong: Counter[int] = Counter()
        order: dict[int, int] = {}
        for entry, (page, node_wanted, elements) in enumerate(wanted):
            holders = self._holders(page, anchor) if anchor else None
            seen: set[int] = set()
            for node in sorted(elements):
                if holders is not None and node not in holders:
                    continue
                for family, key in enumerate(elements[node]):
                    if key and key not in seen:
                        seen.add(key)
                        order.setdefault(key, family)
                        if node == node_wanted:
                            right[key].add(entry)
                        else:
                            wrong[key] += 1
        valid = [
            (order[key], -len(own), key)
            for key, own in right.items()
            if len(own) >= 0.9 * (len(own) + wrong[key])
        ]
        entries = sum(1 for _, node, _ in wanted if node >= 0)
        chosen: list[int] = []
        covered: set[int] = set()
        for _, _, key in sorted(valid, key=lambda item: (item[1] > -0.5 * entries, item[0], item[1])):
            if right[key] - covered:
                chosen.append(key)
                covered |= right[key]
        return tuple(chosen[:12]) if len(covered) >= 0.5 * entries else ()

    def _holders(self, page: int, anchor: int) -> set[int]:
        """The elements around the places where a text stands."""
        sample = self.pages[page]
        found: set[int] = set()
        for leaf, text in enumerate(self.plain_ids[page]):
            node = sample.nodes[leaf]
            while text == anchor and node:
                found.add(node)
                node = sample.leaves.parents([node])[0]
        return found

    def _excluding_keys(self, child: Slot, column: SlotColumn) -> set[int]:
        """Keys that only elements to be left out have, among those inside the text."""
        out: Counter[int] = Counter()
        for element in child.elements:
            for key in self.container_keys[element.page].get(element.node, ()):
                out[key] += 1
        kept: set[int] = set()
        nodes = set()
        for element in child.elements:
            nodes.add((element.page, element.node))
        for holder in column.slot.elements:
            for element in holder.elements():
                if (element.page, element.node) not in nodes and not _is_inside(element, nodes):
                    kept.update(self.container_keys[element.page].get(element.node, ()))
        good = [key for key, times in out.items() if key and key not in kept]
        return {*sorted(good, key=lambda key: -out[key])[:6]}


def is_within(ranges: Sequence[range], node: int) -> bool:
    """Whether a node stands in one of some parts of a page."""
    return any(node in part for part in ranges)


def _is_inside(element: Element, nodes: set[tuple[int, int]]) -> bool:
    current: Element | None = element
    while current is not None:
        if (current.page, current.node) in nodes:
            return True
        current = current.parent
    return False
