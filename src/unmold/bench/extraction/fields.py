"""Scores the values of templates against gold values.

A template is learned from a few pages. For each gold attribute the column that fits best *on those
pages* is taken and scored on all others. **hit**: something was extracted and all of it is gold.
**set**: exactly the gold was extracted. Both as F1, macro over attributes, then templates.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import mean
from time import process_time

from unmold.bench.extraction.columns import NOTHING, Column, columns_of, hit_and_set
from unmold.bench.extraction.extraction_gold import Gold, GoldGroup
from unmold.bench.extraction.synonyms import share_word
from unmold.model import Page
from unmold.pages import read_pages
from unmold.pages.trees import parse_page
from unmold.records import Record, extract_records
from unmold.settings import Limits
from unmold.templates import Template, induce_template

WEAK = 0.97
"""Attributes that are hit less often are named."""


@dataclass(frozen=True, slots=True)
class FieldScore:
    """What was measured on one template."""

    corpus: str
    template: str
    unseen_pages: int
    hit: float
    set: float
    columns: int
    named: float
    """The share of attributes whose column has a word of their name."""
    named_with_synonyms: float
    pages_without_value: int
    """Unseen pages without a value that varies."""
    induction_seconds: float
    parse_milliseconds: float
    """Processor time of a page, on one core."""
    extraction_milliseconds: float
    """The same, parsing apart."""
    weak: dict[str, float]
    """The hits of attributes that are often missed."""


@dataclass(frozen=True, slots=True)
class AttributeScore:
    """How well one gold attribute is found, and by which column."""

    attribute: str
    column: str
    hit: float
    set: float


Pages = Sequence[tuple[dict[str, Column], Gold]]
"""For each page what its columns hold, and what is right."""


def measure_fields(
    corpus: str, group: GoldGroup, learned: int, unseen: int | None = None
) -> FieldScore:
    """Learn one template and score it on pages that it has not seen."""
    seen_paths, unseen_paths = group.split(learned, unseen)
    seen_pages = list(read_pages(group.files(seen_paths)))
    unseen_pages = list(read_pages(group.files(unseen_paths)))
    start = process_time()
    template = induce_template(seen_pages, jobs=1)
    induced = process_time()
    records = list(extract_records(template, unseen_pages, jobs=1))
    extracted = process_time()
    parsing = _parsing_seconds(unseen_pages)
    seen = _with_gold(group, extract_records(template, seen_pages), seen_paths)
    scores = score_attributes(template, seen, _with_gold(group, records, unseen_paths))
    each = 1000 / max(len(records), 1)
    return FieldScore(
        corpus,
        group.name,
        len(records),
        mean(score.hit for score in scores),
        mean(score.set for score in scores),
        sum(1 for _ in template.column_names()),
        mean(share_word(score.column, score.attribute) for score in scores),
        mean(share_word(item.column, item.attribute, with_synonyms=True) for item in scores),
        sum(1 for record in records if not _has_varying(template, record)),
        induced - start,
        parsing * each,
        max(0.0, extracted - induced - parsing) * each,
        {score.attribute: score.hit for score in scores if score.hit < WEAK},
    )


def score_attributes(template: Template, seen: Pages, unseen: Pages) -> list[AttributeScore]:
    """The score of every attribute that some page has a gold value of."""
    names = list(template.column_names())
    attributes = sorted({name for _, gold in (*seen, *unseen) for name in gold})
    return [_score_attribute(attribute, names, seen, unseen) for attribute in attributes]


def _score_attribute(
    attribute: str, names: Sequence[str], seen: Pages, unseen: Pages
) -> AttributeScore:
    def scores(pages: Pages, name: str) -> tuple[float, float]:
        wanted = [gold.get(attribute, frozenset()) for _, gold in pages]
        return hit_and_set([columns.get(name, NOTHING) for columns, _ in pages], wanted)

    on_seen = {name: scores(seen, name) for name in names}
    # Of columns that fit equally well the first: it is filled most.
    best = max(names, key=lambda name: (sum(on_seen[name]), on_seen[name][0]), default="")
    hit, exact = scores(unseen, best)
    return AttributeScore(attribute, best, hit, exact)


def _with_gold(group: GoldGroup, records: Iterable[Record], paths: Sequence[str]) -> Pages:
    """A page that could not be read says nothing."""
    found = {record.path: columns_of(record) for record in records}
    return [(found.get(str(group.folder / path), {}), group.pages[path]) for path in paths]


def _parsing_seconds(pages: Sequence[Page]) -> float:
    start = process_time()
    for page in pages:
        parse_page(page, Limits())
    return process_time() - start


def _has_varying(template: Template, record: Record) -> bool:
    constant = {column.name for column in template.fields if column.is_constant}
    return any(name not in constant for name in record.values)
