"""Regions: where a free text stands, as keys of the element that holds it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from unmold.templates.model import Region
from unmold.templates.outline import Element
from unmold.templates.sample import SamplePage
from unmold.templates.slot_columns import SlotColumn
from unmold.templates.slots import Slot


class RegionFinder:
    """Finds the regions of texts."""

    def __init__(
        self,
        pages: Sequence[SamplePage],
        nodes: Sequence[Sequence[int]],
        texts: frozenset[int],
    ) -> None:
        self.pages = pages
        self.texts = texts
        self.container_keys = [
            dict(zip(own, page.leaves.container_keys(list(own)), strict=True))
            for page, own in zip(pages, nodes, strict=True)
        ]

    def find(self, column: SlotColumn) -> Region | None:
        slot = column.slot
        after, until = 0, frozenset[int]()
        if slot.is_section or slot.tag == "section" and slot.words == ("=",):
            holder = slot.parent
            assert holder is not None
            after, until = self._section_bounds(slot, holder)
            slot = holder
        wanted: defaultdict[int, set[int]] = defaultdict(set)
        for element in slot.elements:
            wanted[element.page].add(element.node)
        keys, anchor = self._container_keys(wanted), 0
        for text in self._anchors(slot) if not keys else ():
            if keys := self._container_keys(wanted, text):
                anchor = text
                break
        if not keys:
            return None
        without: set[int] = set()
        for child in column.regions:
            without |= self._excluding_keys(child, column)
        return Region(keys, anchor, after, tuple(sorted(until)), tuple(sorted(without)))

    def _anchors(self, slot: Slot) -> list[int]:
        """Texts of the template that nearly all elements of a slot hold, those at its beginning first."""
        counts: Counter[int] = Counter()
        order: dict[int, int] = {}
        for element in slot.elements:
            page = self.pages[element.page]
            found = dict.fromkeys(
                page.text_ids[leaf] for run in element.runs() for leaf in run.leaves[:2]
            )
            for number, text in enumerate(text for text in found if text in self.texts):
                counts[text] += 1
                order[text] = min(number, order.get(text, number))
        usual = [text for text, times in counts.items() if times >= 0.9 * len(slot.elements)]
        return sorted(usual, key=lambda text: (order[text], -counts[text]))[:4]

    def _section_bounds(self, slot: Slot, holder: Slot) -> tuple[int, frozenset[int]]:
        def headings(sections: Sequence[Slot]) -> Counter[int]:
            found: Counter[int] = Counter()
            for section in sections:
                for element in section.elements:
                    run = next(element.runs(), None)
                    if run is not None and run.leaves:
                        found[self.pages[element.page].text_ids[run.leaves[0]]] += 1
            return found

        own = headings([slot]).most_common(1)
        others = headings([child for child in holder.children if child.is_section and child is not slot])
        return (own[0][0] if own else 0), frozenset(others)

    def _container_keys(self, wanted: dict[int, set[int]], anchor: int = 0) -> tuple[int, ...]:
        """Keys whose first element on a page, of those with the anchor, is the first wanted one."""
        firsts = {page: min(nodes) for page, nodes in wanted.items()}
        first_of: defaultdict[int, dict[int, int]] = defaultdict(dict)
        order: dict[int, int] = {}
        for page, elements in enumerate(self.container_keys):
            holders = self._holders(page, anchor) if anchor else None
            for node in sorted(elements):
                if holders is not None and node not in holders:
                    continue
                for family, key in enumerate(elements[node]):
                    if key:
                        first_of[key].setdefault(page, node)
                        order.setdefault(key, family)
        chosen: list[int] = []
        covered: set[int] = set()
        candidates = {
            key for page, node in firsts.items() for key in self.container_keys[page].get(node, ()) if key
        }
        scored = []
        for key in candidates:
            right = {page for page, node in first_of[key].items() if firsts.get(page) == node}
            if len(right) >= 0.9 * len(first_of[key]):
                scored.append((order[key], -len(right), key, right))
        for _, _, key, right in sorted(scored, key=lambda item: (item[1] > -0.5 * len(firsts), item[0], item[1])):
            if right - covered:
                chosen.append(key)
                covered |= right
        return tuple(chosen[:12]) if len(covered) >= 0.5 * len(firsts) else ()

    def _holders(self, page: int, anchor: int) -> set[int]:
        sample = self.pages[page]
        found: set[int] = set()
        for leaf, text in enumerate(sample.text_ids):
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


def _is_inside(element: Element, nodes: set[tuple[int, int]]) -> bool:
    current: Element | None = element
    while current is not None:
        if (current.page, current.node) in nodes:
            return True
        current = current.parent
    return False
