"""The keys by which columns are found again, straight from what makes a key right.

Twin of `unmold._core.KeyIndex`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from unmold.templates.model import Selector

Entry = tuple[int, int]
Cells = Mapping[Entry, tuple[int, ...]]
IsOther = Callable[[int, int], bool]
"""Whether a leaf of a page belongs to another column."""

EXACT = 0.95
"""Share of the entries where a key stands on which it must mean just the column's leaves."""
LOOSE = 0.8
"""The same where no key is exact."""
UNCLAIMED = 0.25
"""How wrong it is to find a leaf of no column on an entry without a cell. A guess."""
COVERED = 0.7
"""Share of a column's entries that its selectors must find; else it is not found again."""
MAX_PLACES = 12
MAX_SELECTORS = 12


@dataclass
class KeyIndex:
    """The leaves of the keys that wanted leaves have, by family and entry."""

    families: tuple[str, ...]
    leaves: list[dict[int, dict[Entry, list[int]]]]
    keys: dict[tuple[int, int], Sequence[int]]
    """By page and leaf, of wanted leaves; 0 for none."""

    @classmethod
    def build(
        cls,
        families: tuple[str, ...],
        leaves: Sequence[tuple[Entry, int, Sequence[int]]],
        wanted: Container[tuple[int, int]],
    ) -> KeyIndex:
        """Index leaves, each with its entry and keys, by the keys that wanted ones have."""
        own = {(entry[0], leaf): keys for entry, leaf, keys in leaves if (entry[0], leaf) in wanted}
        asked = {key for keys in own.values() for key in keys}
        asked.discard(0)
        found: list[dict[int, dict[Entry, list[int]]]] = [{} for _ in families]
        for entry, leaf, keys in leaves:
            for family, key in enumerate(keys):
                if key in asked:
                    found[family].setdefault(key, {}).setdefault(entry, []).append(leaf)
        return cls(families, found, own)


@dataclass(frozen=True, slots=True)
class Found:
    """The selectors of a column, and whether all of them answer together."""

    selectors: tuple[Selector, ...]
    covered: float
    """The share of the column's entries that they find."""
    is_joined: bool = False


def find_selectors(
    cells: Cells, index: KeyIndex, is_other: IsOther, *, is_list: bool
) -> Found | None:
    """The selectors that find these cells; None if no key does.

    Where a key finds a leaf on an entry without a cell, that is wrong if the leaf belongs to
    another column; else the sample may just have missed it.
    """
    if not cells:
        return None
    candidates = _candidate_keys(cells, index)
    judged = [*_judge(cells, index, candidates, is_list, is_other)]
    best: Found | None = None
    for share in (EXACT, LOOSE):
        chosen, covered = _choose(cells, judged, share)
        if covered >= COVERED * len(cells):
            return Found(chosen, covered / len(cells))
        if chosen:
            best = Found(chosen, covered / len(cells))
    if is_list and (joined := _join(cells, index, candidates)) is not None:
        return joined
    return best if best is not None and best.covered >= 0.5 else None


def _candidate_keys(cells: Cells, index: KeyIndex) -> list[tuple[int, int]]:
    counts: Counter[tuple[int, int]] = Counter()
    for (page, _), leaves in cells.items():
        for leaf in leaves:
            keys = index.keys.get((page, leaf), ())
            counts.update((family, key) for family, key in enumerate(keys) if key)
    # Tolerant families first; of one family the keys that more leaves have.
    return sorted(counts, key=lambda key: (key[0], -counts[key], key[1]))


@dataclass(slots=True)
class _Judged:
    """A selector with the entries on which it is right, and how wrong it is on others."""

    family: int
    selector: Selector
    exact: set[Entry]
    wrong: float


def _judge(
    cells: Cells,
    index: KeyIndex,
    candidates: Iterable[tuple[int, int]],
    is_list: bool,
    is_other: IsOther,
) -> Iterator[_Judged]:
    """The selectors that are right on some entry."""
    for family, key in candidates:
        by_entry = index.leaves[family][key]
        for take in _takes(cells, by_entry, is_list):
            selector = Selector(index.families[family], key, take)
            exact: set[Entry] = set()
            wrong = 0.0
            for entry, leaves in by_entry.items():
                chosen = tuple(selector.choose(leaves))
                if not chosen:
                    continue
                cell = cells.get(entry)
                if chosen == cell:
                    exact.add(entry)
                elif cell is not None or any(is_other(entry[0], leaf) for leaf in chosen):
                    wrong += 1
                else:
                    wrong += UNCLAIMED
            if exact:
                yield _Judged(family, selector, exact, wrong)


def _choose(
    cells: Cells, judged: Sequence[_Judged], share: float
) -> tuple[tuple[Selector, ...], int]:
    """Valid selectors, those that find most first, and how many entries they cover."""
    valid = [one for one in judged if len(one.exact) >= share * (len(one.exact) + one.wrong)]
    covered: set[Entry] = set()
    kept: list[Selector] = []
    fallbacks: list[Selector] = []

    def rank(one: _Judged) -> tuple[bool, bool, int, int]:
        is_small = len(one.exact) < 0.5 * len(cells)
        return is_small, one.wrong >= 1, one.family, -len(one.exact)

    for one in sorted(valid, key=rank):
        if one.exact - covered:
            kept.append(one.selector)
            covered |= one.exact
        elif one.wrong < 1 or share < EXACT:
            fallbacks.append(one.selector)
    return (*kept, *fallbacks[: max(0, MAX_SELECTORS - len(kept))])[:40], len(covered)


def _takes(cells: Cells, by_entry: Mapping[Entry, list[int]], is_list: bool) -> list[str | int]:
    if is_list:
        return ["all"]
    most = max(map(len, by_entry.values()))
    if most == 1:
        return ["all"]
    wanted: Counter[int] = Counter()
    for entry, leaves in by_entry.items():
        cell = cells.get(entry)
        if cell and cell[0] in leaves:
            wanted[leaves.index(cell[0])] += 1
    usual = [place for place, _ in wanted.most_common(2) if place < MAX_PLACES]
    return ["first" if place == 0 else place for place in usual]


def _join(cells: Cells, index: KeyIndex, candidates: Sequence[tuple[int, int]]) -> Found | None:
    """Keys that all together, in the order of the page, make the lists."""
    wanted = {(entry, leaf) for entry, leaves in cells.items() for leaf in leaves}
    for family in range(len(index.families)):
        kept: list[Selector] = []
        found: set[tuple[Entry, int]] = set()
        for number, key in candidates:
            if number != family:
                continue
            own = {
                (entry, leaf)
                for entry, leaves in index.leaves[family][key].items()
                for leaf in leaves
            }
            if len(own & wanted) >= 0.9 * len(own):
                kept.append(Selector(index.families[family], key))
                found |= own
        share = len(found & wanted) / len(wanted)
        if share >= COVERED and len(kept) <= 60:
            return Found(tuple(kept), share, is_joined=True)
    return None
