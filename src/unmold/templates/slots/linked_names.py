"""What the addresses that values link to call them: `/speaker/profile/250` is a speaker's."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from unmold.templates.address_words import address_words
from unmold.templates.plurals import plural, singular
from unmold.templates.sample import HREF, SamplePage
from unmold.templates.slots.slot_columns import SlotColumn

MIN_ADDRESSES = 3
"""Different addresses that must say the same: fewer share a word by chance. A guess."""
LINKED = 0.8
"""Of the values of a column, that must be links. A guess."""
MAX_LEVELS = 4
"""Inline elements between a text and its link. A guess."""


class LinkedNames:
    """Names of columns by the addresses behind their values."""

    def __init__(self, pages: Sequence[SamplePage]) -> None:
        self.pages = pages

    @cached_property
    def _addresses(self) -> list[dict[int, str]]:
        """By page and node: where a link leads."""
        return [
            {page.nodes[leaf]: page.values[leaf] for leaf in page.by_kind[HREF]}
            for page in self.pages
        ]

    def of(self, column: SlotColumn) -> str:
        """What the addresses call the values; empty if they do not agree, or few are links."""
        if column.form not in ("value", "list"):
            return ""
        values = [(page, leaf) for (page, _), leaves in column.cells.items() for leaf in leaves]
        found: list[str] = []
        for number, (page, leaf) in enumerate(values):
            if (address := self._link(page, leaf)) is not None:
                found.append(address)
            elif len(found) + len(values) - number - 1 < LINKED * len(values):
                return ""
        if len(found) < LINKED * len(values) or len(set(found)) < MIN_ADDRESSES:
            return ""
        words = address_words(found)
        if len(words) != 1:
            return ""
        is_list = any(len(leaves) > 1 for leaves in column.cells.values())
        return plural(words[0]) if is_list else singular(words[0])

    def _link(self, number: int, leaf: int) -> str | None:
        """Where the link leads that a text stands in, if it does."""
        page, addresses = self.pages[number], self._addresses[number]
        around = page.leaves.nodes_around(page.nodes[leaf], MAX_LEVELS)
        return next((addresses[node] for node in around if node in addresses), None)
