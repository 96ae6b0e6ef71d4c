"""The template-aware budget: links to templates that were seen often enough are not followed.

Which template a page has is known only after it was fetched. But links that are in the same place
of pages of the same template lead, as the UXClust paper found, to pages of one template; so the
pages that were reached from a place foretell the next ones. A page belongs to the first template
whose first page shares half of all leaf paths with it: rather too many templates than too few,
since a missed template would be lost and a split one costs a few pages more. A place is trusted
after two pages, and only while all its templates are full.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from unmold._core import hash_bytes, jaccard_similarity

ALIKE = 0.5
"""The Jaccard similarity of paths from which pages count as one template's. A guess."""
TRUSTED = 2
"""Pages from one place after which it foretells the next."""

_INDEX = re.compile(r"\[\d+\]")

Place = tuple[int, str]
Paths = NDArray[np.uint64]


def path_set(leaf_paths: Iterable[str]) -> Paths:
    """A page's leaf paths as a sorted set of hashes."""
    return np.unique(np.array([hash_bytes(path.encode()) for path in leaf_paths], np.uint64))


class TemplateBudget:
    """Counts pages by template, and templates by the place of the link that led to them."""

    def __init__(self, per_template: int, known: Iterable[Paths] = ()) -> None:
        self._per_template = per_template
        self.templates: list[Paths] = list(known)
        self._pages: Counter[int] = Counter()
        self._reached: defaultdict[Place, Counter[int]] = defaultdict(Counter)
        self._template_of: dict[int, int] = {}

    def template(self, paths: Paths) -> int:
        """The template of a page with these leaf paths; a new one if it is like none."""
        for number, first in enumerate(self.templates):
            if jaccard_similarity(first.data, paths.data) >= ALIKE:
                return number
        self.templates.append(paths)
        return len(self.templates) - 1

    def note(self, number: int, template: int, source: int | None, xpath: str | None) -> None:
        """A page of a template was stored."""
        self._template_of[number] = template
        self._pages[template] += 1
        place = self._place(source, xpath)
        if place is not None:
            self._reached[place][template] += 1

    def is_spent(self, source: int | None, xpath: str | None) -> bool:
        """Whether a link most likely leads to a template that has its pages already."""
        place = self._place(source, xpath)
        reached = self._reached.get(place) if place is not None else None
        return (
            reached is not None
            and reached.total() >= TRUSTED
            and all(self._pages[template] >= self._per_template for template in reached)
        )

    def _place(self, source: int | None, xpath: str | None) -> Place | None:
        """Where a link is: the template of its page, and its XPath without positions."""
        if source is None or xpath is None or source not in self._template_of:
            return None
        return self._template_of[source], _INDEX.sub("", xpath)
