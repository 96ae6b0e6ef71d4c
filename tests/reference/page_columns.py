"""The columns of a sample, one Python object for each key and page.

Twin of `primary_columns`, `join_columns` and `find_labels` of `unmold._core.LeafSample`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from unmold.templates.model import FAMILIES, Selector
from unmold.templates.sample import BLOCK, CONTENT, JSON, TEXT, SamplePage

AGREEMENT = 0.95
FIXED_COUNT = 0.8
MAX_POSITIONS = 30
FEW_PAGES = 5
FEW_POSITIONS = 3
OVERLAP = 0.2
MIN_MERGED_SHARE = 0.3
ORPHAN_SHARE = 0.5
MAX_ALIKE = 64


@dataclass(eq=False)
class PageColumn:
    """What a key selects on each page."""

    selector: Selector
    cells: list[tuple[int, ...]]
    values: list[tuple[str, ...]]

    @property
    def filled(self) -> int:
        return sum(1 for cell in self.cells if cell)

    def first_leaf(self) -> tuple[int, int]:
        return next((page, cell[0]) for page, cell in enumerate(self.cells) if cell)

    def places(self) -> list[tuple[int, int]]:
        return [(page, leaf) for page, cell in enumerate(self.cells) for leaf in cell]


class PageColumns:
    """The columns of the data leaves of a sample."""

    def __init__(self, pages: Sequence[SamplePage], texts: frozenset[int]) -> None:
        self.pages = pages
        self.data = [page.leaves.data(texts) for page in pages]

    def groups(self, family: int) -> dict[int, dict[int, list[int]]]:
        """For each key the leaves by page, of keys that are on enough pages."""
        found: dict[int, dict[int, list[int]]] = {}
        for number, leaves in enumerate(self.data):
            for leaf, _, _, keys in leaves:
                found.setdefault(keys[family], {}).setdefault(number, []).append(leaf)
        least = max(2, round(0.1 * len(self.pages))) if family else 2
        least = 1 if len(self.pages) < FEW_PAGES else least
        return {key: by_page for key, by_page in found.items() if len(by_page) >= least}

    def columns(self, family: int) -> Iterator[PageColumn]:
        for key, by_page in self.groups(family).items():
            is_usual = len(by_page) >= min(2, len(self.pages))
            page, leaves = next(iter(by_page.items()))
            if not is_usual and not self._has_name(page, leaves[0]):
                continue
            for take in self._takes(by_page):
                selector = Selector(FAMILIES[family], key, take)
                cells = [tuple(selector.choose(by_page.get(n, []))) for n in range(len(self.pages))]
                values = [
                    tuple(own.values[leaf] for leaf in cell)
                    for own, cell in zip(self.pages, cells, strict=True)
                ]
                if any(cells):
                    yield PageColumn(selector, cells, values)

    def _has_name(self, page: int, leaf: int) -> bool:
        is_json = self.kind(page, leaf) == JSON
        return is_json or bool(self.pages[page].hints[leaf].split("\t")[1])

    def kind(self, page: int, leaf: int) -> int:
        return self.pages[page].kinds[leaf][0]

    def _takes(self, by_page: dict[int, list[int]]) -> list[str | int]:
        page, leaves = next(iter(by_page.items()))
        kind = self.kind(page, leaves[0])
        if kind == JSON:
            return ["all"]
        usual = choose_positions([len(found) for found in by_page.values()])
        if usual != ["all", "first"]:
            return usual
        values = [
            [self.pages[page].values[leaf] for leaf in found] for page, found in by_page.items()
        ]
        first = {found[0] for found in values}
        others = {value for found in values for value in found[1:]}
        stands_out = len(first & others) < OVERLAP * len(first)
        return usual if kind in (TEXT, CONTENT) and stands_out else ["all"]

    def primary(self) -> list[list[PageColumn]]:
        """The columns of the most tolerant keys, those together that say the same."""
        found: dict[tuple[tuple[str, ...], ...], list[PageColumn]] = {}
        for column in sorted(self.columns(0), key=lambda column: self.kind(*column.first_leaf())):
            found.setdefault(tuple(column.values), []).append(column)
        return list(found.values())

    def join(
        self, kept: Sequence[PageColumn]
    ) -> tuple[
        list[PageColumn], list[list[Selector]], list[tuple[Selector, int, list[tuple[int, int]]]]
    ]:
        """Orphans, fall-backs, and what several columns may be parts of, with their pages."""
        others = [column for family in range(1, 6) for column in self.columns(family)]
        known = {place for column in kept for place in column.places()}
        orphans = []
        for column in others:
            is_often = column.filled >= max(2, ORPHAN_SHARE * len(self.pages))
            if is_often and known.isdisjoint(column.places()):
                orphans.append(column)
                known.update(column.places())
        columns = [*kept, *orphans]
        fallbacks: list[list[Selector]] = [[] for _ in columns]
        shared = []
        for other in others:
            if other in orphans:
                continue
            agreements = agree(columns, other)
            for number, times in agreements.items():
                spoken = [page for page, values in enumerate(other.values) if values]
                is_there = all(columns[number].values[page] for page in spoken)
                if times >= AGREEMENT * other.filled and is_there:
                    fallbacks[number].append(other.selector)
            parts = [
                part for part in agreements.most_common() if columns[part[0]].filled == part[1]
            ]
            if other.filled >= MIN_MERGED_SHARE * len(self.pages) and len(parts) > 1:
                shared.append((other.selector, other.filled, parts))
        return orphans, fallbacks, shared

    def label(self, column: PageColumn) -> tuple[str, bool, int, bool] | None:
        """The text that most often names a column, if it is written as one, how far, if next."""
        counts: Counter[tuple[str, bool]] = Counter()
        following = distance = 0
        for number, cell in enumerate(column.cells):
            labels = {leaf: label for leaf, label, _, _ in self.data[number] if label >= 0}
            if not cell or cell[0] not in labels:
                continue
            page, label = self.pages[number], labels[cell[0]]
            distance = distance or cell[0] - label
            counts[page.values[label], page.is_labelling(label)] += 1
            family = text_family(page.kinds[cell[0]][0])
            nearest = next(
                leaf
                for leaf, own in labels.items()
                if own == label and text_family(page.kinds[leaf][0]) == family
            )
            following += nearest in (cell[0], page.blocks[cell[0]])
        if not counts:
            return None
        (text, is_labelling), _ = counts.most_common(1)[0]
        return text, is_labelling, distance, following > 0.5 * counts.total()


def agree(columns: Sequence[PageColumn], other: PageColumn) -> Counter[int]:
    """On how many pages each column says what another says, if it is a candidate."""
    saying: defaultdict[int, list[int]] = defaultdict(list)
    for page, values in enumerate(other.values):
        if values:
            saying[page] = [n for n, one in enumerate(columns) if one.values[page] == values]
    counts: Counter[int] = Counter()
    for numbers in saying.values():
        if len(numbers) <= MAX_ALIKE:
            counts.update(numbers)
    for numbers in saying.values():
        if len(numbers) > MAX_ALIKE:
            counts.update([number for number in numbers if number in counts])
    return counts


def choose_positions(counts: Sequence[int]) -> list[str | int]:
    """How the leaves of a key are taken, by how many there are on each page."""
    by_count = Counter(counts)
    usual, times = by_count.most_common(1)[0]
    if usual == 1:
        return ["all"] if len(by_count) == 1 else ["all", "first"]
    most = FEW_POSITIONS if len(counts) < FEW_PAGES else MAX_POSITIONS
    if times >= FIXED_COUNT * len(counts) and usual <= most:
        return list(range(usual))
    return ["all", "first"]


def text_family(kind: int) -> int:
    """The kind, all texts as one."""
    return TEXT if kind in (BLOCK, CONTENT) else kind
