"""Keys of elements: by which the rows of a table, and the holders of texts, are found again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from unmold.templates.sample import SamplePage

Rows = Mapping[int, set[int]]
"""By page the elements that are rows."""
Ranges = Sequence[Sequence[range]]
"""For each page the nodes between which elements count."""

UNCLAIMED = 0.25
"""How wrong it is to find elements of no table on a page without rows. A guess."""
NEARLY_SAME = 0.8
"""Jaccard of the rows found and the rows wanted on a page where a key is right. A guess."""
MAX_ROW_KEYS = 8


class ElementKeys:
    """The keys of the elements of a sample, and the elements of the keys that were asked for."""

    def __init__(
        self, pages: Sequence[SamplePage], nodes: Sequence[Sequence[int]], *, are_rows: bool
    ) -> None:
        """Elements have keys as rows, and others as containers of text."""
        self.nodes: dict[int, dict[int, list[int]]] = {}
        """By candidate and page, in the order of the page."""
        self._leaves = [page.leaves for page in pages]
        self._inside = [sorted({*own}) for own in nodes]
        self._are_rows = are_rows

    def of(self, nodes: Mapping[int, Iterable[int]]) -> Iterator[Sequence[int]]:
        """The keys of elements, given by page, without the roots."""
        from unmold import _core

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
        from unmold import _core

        if not keys:
            return
        for key in keys:
            self.nodes[key] = {}
        found = _core.find_elements(self._leaves, self._inside, keys, self._are_rows)
        for page, elements in enumerate(found):
            for key, node in elements:
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


def find_row_keys(
    rows: Rows, keys: ElementKeys, others: set[tuple[int, int]], ranges: Ranges | None = None
) -> tuple[tuple[int, ...], float]:
    """The keys by which rows are found, the best first, and the share of pages they are right on.

    The first key that stands on a page counts there. Elements on pages without rows are wrong if
    they are rows of others; else the sample may just have missed them.
    """
    families = keys.candidates(rows)
    exact: dict[int, set[int]] = {}
    wrong: dict[int, dict[int, float]] = {}
    nearest = (0.0, 0, 0)
    for key, family in families.items():
        found = keys.within(key, ranges)
        exact[key], wrong[key] = _judge(found, rows, others)
        nearest = max(nearest, (_overlap(found, rows), -family, key))
    chosen: list[int] = []
    covered: set[int] = set()
    known: set[int] = set()

    def gain(key: int) -> float:
        spoilt = sum(weight for page, weight in wrong[key].items() if page not in known)
        return len(exact[key] - known) - spoilt

    while exact and len(chosen) < MAX_ROW_KEYS:
        best = max(exact, key=lambda key: (gain(key), -families[key], key))
        if gain(best) <= 0:
            break
        chosen.append(best)
        covered |= exact[best] - known
        known |= exact[best] | wrong[best].keys()
        del exact[best]
    if chosen:
        return tuple(chosen), len(covered) / len(rows)
    # No key is right on most pages: take the one that is nearest.
    share, _, key = nearest
    return ((key,), share) if key else ((), 0.0)


def _judge(
    found: Rows, rows: Rows, others: set[tuple[int, int]]
) -> tuple[set[int], dict[int, float]]:
    """The pages on which rows were found rightly, and those on which wrongly: how badly."""
    exact: set[int] = set()
    wrong: dict[int, float] = {}
    for page, nodes in found.items():
        own = rows.get(page)
        if own is None:
            is_taken = any((page, node) in others for node in nodes)
            wrong[page] = 2.0 if is_taken else 2 * UNCLAIMED
        elif len(nodes & own) >= NEARLY_SAME * len(nodes | own):
            exact.add(page)
        else:
            wrong[page] = 2.0
    return exact, wrong


def _overlap(found: Rows, rows: Rows) -> float:
    common = sum(len(own & rows.get(page, set())) for page, own in found.items())
    total = sum(map(len, found.values())) + sum(map(len, rows.values()))
    return 2 * common / max(1, total)
