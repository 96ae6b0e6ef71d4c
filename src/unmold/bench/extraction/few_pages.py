"""How right values are where a template has hardly any page: nothing is held back for scoring.

A template is learned from all its pages. A gold attribute counts on a page if any one column of the
record is equal to it, whichever: this asks whether the value was found as a whole, not where.
"""

from __future__ import annotations

from dataclasses import dataclass

from unmold.bench.extraction.columns import name_columns, read_tiers
from unmold.bench.extraction.extraction_gold import GoldGroup
from unmold.pages import read_pages
from unmold.templates import induce_template

ATTRIBUTES = ("title", "author", "ingredients", "instructions_list")
"""Those of recipes; what else the gold has was derived and is on no page."""


@dataclass(frozen=True, slots=True)
class FewPagesScore:
    """On how many pages of one template each attribute is found."""

    corpus: str
    template: str
    found: dict[str, int]
    """In one column of the first tier."""
    found_all: dict[str, int]
    """In one column of either tier."""
    wanted: dict[str, int]


def measure_few_pages(corpus: str, group: GoldGroup) -> FewPagesScore:
    """Learn one template and look for the gold of its own pages."""
    pages = list(read_pages(group.files(list(group.pages))))
    template = induce_template(pages)
    said = read_tiers(template, pages)
    first = set(name_columns(template, 1))
    found, found_all, wanted = (dict.fromkeys(ATTRIBUTES, 0) for _ in range(3))
    for path, values in group.pages.items():
        columns = said.get(str(group.folder / path), {})
        for attribute in ATTRIBUTES:
            gold = values.get(attribute)
            if gold:
                right = {name for name, column in columns.items() if gold in column}
                wanted[attribute] += 1
                found[attribute] += not right.isdisjoint(first)
                found_all[attribute] += bool(right)
    return FewPagesScore(corpus, group.name, found, found_all, wanted)
