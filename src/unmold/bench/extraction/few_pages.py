"""How right values are where a template has hardly any page: nothing is held back for scoring.

A template is learned from all its pages. A gold attribute counts on a page if any one column of the
record is equal to it, whichever: this asks whether the value was found as a whole, not where.
"""

from __future__ import annotations

from dataclasses import dataclass

from unmold.bench.extraction.columns import columns_of
from unmold.bench.extraction.extraction_gold import GoldGroup
from unmold.records import extract_records
from unmold.templates import induce_template

ATTRIBUTES = ("title", "author", "ingredients", "instructions_list")
"""Those of recipes; what else the gold has was derived and is on no page."""


@dataclass(frozen=True, slots=True)
class FewPagesScore:
    """On how many pages of one template each attribute is found."""

    corpus: str
    template: str
    found: dict[str, int]
    wanted: dict[str, int]


def measure_few_pages(corpus: str, group: GoldGroup) -> FewPagesScore:
    """Learn one template and look for the gold of its own pages."""
    paths = list(group.pages)
    template = induce_template(group.files(paths))
    found = dict.fromkeys(ATTRIBUTES, 0)
    wanted = dict.fromkeys(ATTRIBUTES, 0)
    records = extract_records(template, group.files(paths))
    columns_by_page = {record.path: columns_of(record).values() for record in records}
    for path in paths:
        columns = columns_by_page.get(str(group.folder / path), ())
        for attribute in ATTRIBUTES:
            gold = group.pages[path].get(attribute)
            if gold:
                wanted[attribute] += 1
                found[attribute] += any(gold in column for column in columns)
    return FewPagesScore(corpus, group.name, found, wanted)
