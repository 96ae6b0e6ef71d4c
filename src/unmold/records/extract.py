"""`extract_records`: a template and pages enter, one record for each page leaves.

The native core finds all leaves that the template has keys for; here each field takes the first
selector that finds something, and the cells of a table are put in the row they stand in.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from unmold.model import Page
from unmold.pages import read_pages
from unmold.pages.read import Source
from unmold.pages.trees import cut_problems
from unmold.records.record import Record
from unmold.records.score import LOW_SCORE, page_score
from unmold.settings import Limits
from unmold.templates.model import Field, Table, Template
from unmold.templates.prefixes import split_off
from unmold.templates.sample import find_leaves
from unmold.templates.value_types import ValueType, parse_value

if TYPE_CHECKING:
    from unmold._core import PageLeaves

BATCH_PAGES = 64
"""Pages whose leaves are held at once."""

PARTS = ("values", "raw", "typed", "xpaths")

_ATTRIBUTES = {
    "href": "/@href",
    "src": "/@src",
    "alt": "/@alt",
    "title": "/@title",
    "meta": "/@content",
}

Hits = dict[int, list[tuple[int, int]]]
"""By number of the key: the leaves found, and the row of each or 0."""


def extract_records(
    template: Template,
    source: Source | Iterable[Page],
    *,
    limits: Limits | None = None,
    jobs: int = 0,
    include_noise: bool = False,
) -> Iterator[Record]:
    """Yield what each page says by the template's fields; every page yields a record.

    >>> from unmold.templates import induce_template
    >>> pages = [f"<h1>Book {n}</h1><p>Price: <b>${n}.50</b></p>".encode() for n in range(5, 9)]
    >>> record = next(extract_records(induce_template(pages), pages))
    >>> record.values
    {'title': 'Book 5', 'price': '$5.50'}
    """
    limits = limits or Limits()
    extractor = Extractor(template, include_noise=include_noise)
    pages = read_pages(source, limits=limits)
    while batch := list(islice(pages, BATCH_PAGES)):
        for page, leaves in zip(batch, find_leaves(batch, limits, jobs=jobs), strict=True):
            yield extractor.extract(page, leaves)


class Extractor:
    """A template made ready to be applied to many pages."""

    def __init__(self, template: Template, *, include_noise: bool = False) -> None:
        from unmold import _core

        self.template = template
        self.fields = [field for field in template.fields if include_noise or not field.is_noise]
        self.tables = [_without_noise(table, include_noise) for table in template.tables]
        everything = [
            *template.fields,
            *(field for table in template.tables for field in table.fields),
        ]
        keys = {selector.key: None for field in everything for selector in field.selectors}
        self.numbers = {key: number for number, key in enumerate(keys)}
        rows = {int(table.id, 16) for table in template.tables}
        self.matcher = _core.LeafMatcher([text.key for text in template.texts], list(keys), rows)

    def extract(self, page: Page, leaves: PageLeaves) -> Record:
        """The record of a page whose leaves were found."""
        texts, found = self.matcher.find(leaves)
        hits: Hits = defaultdict(list)
        for key, leaf, row in found:
            hits[key].append((leaf, row))
        record = Record(page.path, page.url, page.site, self.template.id, 0.0)
        for field in self.fields:
            self._fill(
                record, field, [leaf for leaf, _ in self.leaves_of(field, hits)], page, leaves
            )
        for table in self.tables:
            self._fill_table(record, table, hits, page, leaves)
        score = page_score(self.template, texts, record.values)
        record.problems.extend(_problems(score, record, leaves))
        record.problems.extend(_cuts(page, leaves))
        return replace(record, score=score)

    def leaves_of(self, field: Field, hits: Hits) -> list[tuple[int, int]]:
        """The leaves that the first selector finds that finds any."""
        for selector in field.selectors:
            found = hits.get(self.numbers[selector.key])
            if found:
                chosen = selector.choose(found)
                if chosen:
                    return list(chosen)
        return []

    def _fill(
        self, record: Record, field: Field, found: list[int], page: Page, leaves: PageLeaves
    ) -> None:
        if not found:
            return
        cell = _cell(field, found, page, leaves)
        for part, value in zip(PARTS, cell, strict=True):
            getattr(record, part)[field.name] = value

    def _fill_table(
        self, record: Record, table: Table, hits: Hits, page: Page, leaves: PageLeaves
    ) -> None:
        rows: dict[int, dict[str, tuple[Any, ...]]] = {}
        for field in table.fields:
            selector = field.selectors[0]
            by_row: defaultdict[int, list[int]] = defaultdict(list)
            for leaf, row in hits.get(self.numbers[selector.key], ()):
                by_row[row].append(leaf)
            for row, found in by_row.items():
                chosen = selector.choose(found)
                if chosen:
                    rows.setdefault(row, {})[field.name] = _cell(field, list(chosen), page, leaves)
        if rows:
            for number, part in enumerate(PARTS):
                getattr(record, part)[table.name] = [
                    {name: cell[number] for name, cell in rows[row].items()} for row in sorted(rows)
                ]


def _without_noise(table: Table, include_noise: bool) -> Table:
    kept = tuple(field for field in table.fields if include_noise or not field.is_noise)
    return Table(table.id, table.name, kept, table.rows)


def _cell(field: Field, found: list[int], page: Page, leaves: PageLeaves) -> tuple[Any, ...]:
    """Values, raw values, typed values and XPaths of one field on one page or row."""
    raw = [leaves.value(leaf) for leaf in found]
    values = [split_off(text, field.prefix) for text in raw]
    value_type = ValueType(field.type, field.number_format, field.date_order)
    typed = [parse_value(text, value_type, page.address) for text in values]
    end = _ATTRIBUTES.get(field.source, "")
    xpaths = [leaves.xpath(leaf) + end for leaf in found]
    parts = (values, raw, typed, xpaths)
    return parts if field.is_list else tuple(part[0] for part in parts)


def _problems(score: float, record: Record, leaves: PageLeaves) -> list[str]:
    if not len(leaves):
        return ["the page has no text and no value"]
    if not record.values:
        return ["no field of the template was found"]
    if score < LOW_SCORE:
        return [f"the page fits the template badly: score {score:.2f}"]
    return []


def _cuts(page: Page, leaves: PageLeaves) -> list[str]:
    """What of the page was cut off by a limit."""
    if not leaves.problems:
        return []
    from unmold import _core

    codes = _core.problem_codes(leaves.problems)
    return [problem.reason for problem in cut_problems(page.key, codes, Limits())]
