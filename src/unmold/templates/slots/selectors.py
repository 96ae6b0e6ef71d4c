"""Selectors for columns whose values are known on every page of a sample.

Which leaves a column has was decided by their slots. The native core chooses the keys by which
these leaves are found again on pages never seen: a key is taken if it means the column's leaves,
and nothing else, nearly everywhere it stands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from unmold.templates.model import FAMILIES, Selector
from unmold.templates.sample import SamplePage

if TYPE_CHECKING:
    from unmold._core import Claims
    from unmold._core import KeyIndex as CoreIndex

Entry = tuple[int, int]
Cells = Mapping[Entry, tuple[int, ...]]

NO_COLUMN = -1
"""The number of a column to which nothing belongs."""


@dataclass(frozen=True, slots=True)
class KeyIndex:
    """The leaves of the keys that wanted leaves have, by family and entry."""

    families: tuple[str, ...]
    found: CoreIndex
    claims: Claims
    """Which leaves are wanted, and the number of the column that each belongs to."""

    @classmethod
    def of_pages(
        cls, pages: Sequence[SamplePage], texts: frozenset[int], claims: Claims
    ) -> KeyIndex:
        """Index the data leaves of pages; each page is an entry."""
        from unmold import _core

        found = _core.KeyIndex.of_pages([page.leaves for page in pages], texts, claims)
        return cls(FAMILIES, found, claims)

    def first(self, selector: Selector) -> tuple[int, int]:
        """The page and the position of the first leaf that has the key of a selector."""
        place = self.found.first(self.families.index(selector.family), selector.key)
        assert place is not None
        return place


@dataclass(frozen=True, slots=True)
class Found:
    """The selectors of a column, and whether all of them answer together."""

    selectors: tuple[Selector, ...]
    covered: float
    """The share of the column's entries that they find."""
    is_joined: bool = False


def find_selectors(cells: Cells, index: KeyIndex, column: int, *, is_list: bool) -> Found | None:
    """The selectors that find these cells of a column; None if no key does.

    Where a key finds a leaf on an entry without a cell, that is wrong if the leaf belongs to
    another column; else the sample may just have missed it.
    """
    found = index.found.find_selectors([*cells.items()], index.claims, column, is_list)
    if found is None:
        return None
    selectors, covered, is_joined = found
    made = (Selector(index.families[family], key, take) for family, key, take in selectors)
    return Found(tuple(made), covered, is_joined)
