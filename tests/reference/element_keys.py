"""The keys by which rows and holders of texts are found again, key by key and page by page.

Twin of `unmold._core.ElementIndex`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from unmold import _core
from unmold.templates.sample import SamplePage

Rows = Mapping[int, set[int]]
Ranges = Sequence[Sequence[range]]
Wanted = tuple[int, int, "set[int] | None"]
Judged = tuple[set[int], set[int], dict[int, float]]
UNCLAIMED = 0.25
INCOMPLETE = 0.5
NEARLY_SAME = 0.8
MAX_ROW_KEYS = 8
EXACT = 0.9
FOUND = 0.5
MAX_KEYS = 12


class ElementKeys:
    """The keys of the elements of a sample, and the elements of the keys that were asked for."""

    def __init__(
        self, pages: Sequence[SamplePage], nodes: Sequence[Sequence[int]], *, are_rows: bool
    ) -> None:
        """Elements have keys as rows, and others as containers of text."""
        self.nodes: dict[int, dict[int, list[int]]] = {}
        """By candidate and page, in the order of the page."""
        self._pages = pages
        self._leaves = [page.leaves for page in pages]
        self._inside = [sorted({*own}) for own in nodes]
        self._are_rows = are_rows

    def of(self, nodes: Mapping[int, Iterable[int]]) -> Iterator[Sequence[int]]:
        """The keys of elements, given by page, without the roots."""
        leaves = [self._leaves[page] for page in nodes]
        asked = [[node for node in own if node] for own in nodes.values()]
        return chain.from_iterable(_core.element_keys(leaves, asked, self._are_rows))

    def candidates(self, wanted: Mapping[int, set[int]]) -> dict[int, int]:
        """The keys that some elements have, each with its place among the keys of an element."""
        found: dict[int, int] = {}
        for keys in self.of({page: sorted(nodes) for page, nodes in wanted.items()}):
            for family, key in enumerate(keys):
                if key:
                    found.setdefault(key, family)
        self._find({key for key in found if key not in self.nodes})
        return found

    def _find(self, keys: set[int]) -> None:
        """Note the elements that have some keys."""
        if not keys:
            return
        for key in keys:
            self.nodes[key] = {}
        found = _core.element_keys(self._leaves, self._inside, self._are_rows)
        for page, (nodes, own) in enumerate(zip(self._inside, found, strict=True)):
            for node, node_keys in zip(nodes, own, strict=True):
                for key in keys.intersection(node_keys):
                    self.nodes[key].setdefault(page, []).append(node)

    def within(self, key: int, ranges: Ranges | None) -> dict[int, set[int]]:
        """By page the elements with a key, in some parts of the page."""
        found = self.nodes.get(key, {})
        if ranges is None:
            return {page: {*nodes} for page, nodes in found.items()}
        inside = {
            page: {node for node in nodes if any(node in part for part in ranges[page])}
            for page, nodes in found.items()
        }
        return {page: nodes for page, nodes in inside.items() if nodes}


def own_container_keys(
    pages: Sequence[SamplePage], own: Sequence[Sequence[int]], others: Sequence[Sequence[int]]
) -> list[int]:
    """The keys as containers that only the first elements have, those that most have first."""
    nodes = [[]] * len(pages)
    keys = ElementKeys(pages, nodes, are_rows=False)
    counts = Counter(chain.from_iterable(keys.of(dict(enumerate(own)))))
    kept = {0, *chain.from_iterable(keys.of(dict(enumerate(others))))}
    return sorted(counts.keys() - kept, key=lambda key: (-counts[key], key))


def find_row_keys(
    rows: Rows, keys: ElementKeys, others: set[tuple[int, int]], ranges: Ranges | None = None
) -> tuple[tuple[int, ...], float, bool]:
    """The keys by which rows are found, the best first, the share of pages they are right on, and
    whether that is most: else it is the nearest key, with the share of rows it finds.

    The first key that stands on a page counts there. Elements on pages without rows are wrong if
    they are rows of others; else the sample may just have missed them.
    """
    families = keys.candidates(rows)
    judged: dict[int, Judged] = {}
    nearest = (0.0, 0, 0)
    for key, family in families.items():
        found = keys.within(key, ranges)
        judged[key] = _judge(found, rows, others)
        nearest = max(nearest, (_overlap(found, rows), -family, key))
    chosen, share = _choose(judged, families, rows, 2.0)
    if share < FOUND:
        some, more = _choose(judged, families, rows, 2 * INCOMPLETE)
        if more >= FOUND:
            return some, more, True
    if chosen:
        return chosen, share, True
    # No key is right on most pages: take the one that is nearest.
    share, _, key = nearest
    return ((key,), share, False) if key else ((), 0.0, False)


def _choose(
    judged: Mapping[int, Judged], families: Mapping[int, int], rows: Rows, incomplete: float
) -> tuple[tuple[int, ...], float]:
    """The keys that find most rows together, and the share of pages on which they are right."""
    chosen: list[int] = []
    covered: set[int] = set()
    known: set[int] = set()

    def gain(key: int) -> float:
        exact, some, wrong = judged[key]
        spoilt = sum(weight for page, weight in wrong.items() if page not in known)
        return len(exact - known) - spoilt - incomplete * len(some - known)

    while len(chosen) < min(len(judged), MAX_ROW_KEYS):
        left = judged.keys() - {*chosen}
        best = max(left, key=lambda key: (gain(key), -families[key], key))
        if gain(best) <= 0:
            break
        chosen.append(best)
        exact, some, wrong = judged[best]
        covered |= exact - known
        known |= exact | some | wrong.keys()
    return tuple(chosen), len(covered) / len(rows)


def _judge(found: Rows, rows: Rows, others: set[tuple[int, int]]) -> Judged:
    """The pages on which rows were found rightly, some of them were, or others: how badly."""
    exact: set[int] = set()
    some: set[int] = set()
    wrong: dict[int, float] = {}
    for page, nodes in found.items():
        own = rows.get(page)
        if own is None:
            is_taken = any((page, node) in others for node in nodes)
            wrong[page] = 2.0 if is_taken else 2 * UNCLAIMED
        elif len(nodes & own) >= NEARLY_SAME * len(nodes | own):
            exact.add(page)
        elif nodes <= own:
            some.add(page)
        else:
            wrong[page] = 2.0
    return exact, some, wrong


def _overlap(found: Rows, rows: Rows) -> float:
    common = sum(len(own & rows.get(page, set())) for page, own in found.items())
    total = sum(map(len, found.values())) + sum(map(len, rows.values()))
    return 2 * common / max(1, total)


def find_container_keys(
    pages: Sequence[SamplePage], keys: ElementKeys, wanted: Sequence[Wanted], anchor: int = 0
) -> tuple[int, ...]:
    """Keys whose first element on a page or row, with the anchor, is the wanted one."""
    nodes: defaultdict[int, set[int]] = defaultdict(set)
    for page, node, _ in wanted:
        if node >= 0:
            nodes[page].add(node)
    families = keys.candidates(nodes)
    holders = {page: _holders(pages[page], anchor) for page, *_ in wanted} if anchor else None
    valid: list[tuple[int, int, int]] = []
    right: dict[int, set[int]] = {}
    for key, family in families.items():
        found = keys.nodes[key]
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


def _holders(page: SamplePage, anchor: int) -> set[int]:
    """The elements around the places where a text stands."""
    found: set[int] = set()
    for leaf, text in enumerate(page.plain_text_ids):
        node = page.nodes[leaf]
        while text == anchor and node:
            found.add(node)
            node = page.parents[node]
    return found


def _first(nodes: Iterable[int], inside: set[int] | None, holders: set[int] | None) -> int:
    """The first of some nodes that stands in a row, if there is one, and holds an anchor; or -1."""
    for node in nodes:
        if (inside is None or node in inside) and (holders is None or node in holders):
            return node
    return -1
