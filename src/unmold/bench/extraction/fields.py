"""Scores the values of templates against gold values.

A template is learned from a few pages. For each gold attribute the column that fits best *on those
pages* is taken and scored on all others: once of the columns of the first tier, which people see,
and once of both tiers. **hit**: something was extracted and all of it is gold. **set**: exactly the
gold was extracted. Both as F1, macro over attributes, then templates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import mean
from time import process_time

from unmold.bench.extraction.columns import (
    TIERS,
    Column,
    hit_and_set,
    name_columns,
    read_tiers,
)
from unmold.bench.extraction.extraction_gold import Gold, GoldGroup
from unmold.bench.extraction.synonyms import share_word
from unmold.model import Page
from unmold.pages import read_pages
from unmold.pages.trees import parse_page
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
    """Of columns of the first tier, as the following."""
    set: float
    columns: int
    named: float
    """The share of attributes whose column has a word of their name."""
    named_with_synonyms: float
    hit_all: float
    """Of columns of both tiers."""
    set_all: float
    columns_all: int
    """Columns of the second tier, which holds all that was found."""
    pages_without_value: int
    """Unseen pages without a value in the first tier."""
    induction_seconds: float
    parse_milliseconds: float
    """Processor time of a page, on one core."""
    extraction_milliseconds: float
    """The same, parsing apart."""
    weak: dict[str, float]
    """The hits, in the first tier, of attributes that are often missed."""


@dataclass(frozen=True, slots=True)
class AttributeScore:
    """How well one gold attribute is found, and by which column."""

    attribute: str
    column: str
    hit: float
    set: float


Pages = Mapping[str, tuple[Mapping[str, Column], Gold]]
"""By page what its columns hold, and what is right."""


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
    found = read_tiers(template, unseen_pages)
    extracted = process_time()
    parsing = _parsing_seconds(unseen_pages)
    seen = _with_gold(group, read_tiers(template, seen_pages), seen_paths)
    others = _with_gold(group, found, unseen_paths)
    first, both = score_attributes(template, seen, others)
    each = 1000 / max(len(unseen_pages), 1)
    return FieldScore(
        corpus=corpus,
        template=group.name,
        unseen_pages=len(unseen_pages),
        hit=mean(score.hit for score in first),
        set=mean(score.set for score in first),
        columns=len(name_columns(template, 1)),
        named=mean(share_word(score.column, score.attribute) for score in first),
        named_with_synonyms=mean(
            share_word(item.column, item.attribute, with_synonyms=True) for item in first
        ),
        hit_all=mean(score.hit for score in both),
        set_all=mean(score.set for score in both),
        columns_all=len(name_columns(template, 2)),
        pages_without_value=sum(
            1 for said in found.values() if not _says_something(template, said)
        ),
        induction_seconds=induced - start,
        parse_milliseconds=parsing * each,
        # Each tier parses the pages anew here, which a run does not.
        extraction_milliseconds=max(0.0, extracted - induced - len(TIERS) * parsing) * each,
        weak={score.attribute: score.hit for score in first if score.hit < WEAK},
    )


def score_attributes(
    template: Template, seen: Pages, unseen: Pages
) -> tuple[list[AttributeScore], list[AttributeScore]]:
    """The scores of all attributes that pages have gold values of: first tier, both tiers."""
    first = name_columns(template, 1)
    both = [*first, *name_columns(template, 2)]
    pages = [*seen.values(), *unseen.values()]
    attributes = sorted({name for _, gold in pages for name in gold})
    return (
        [_score_attribute(attribute, first, seen, unseen) for attribute in attributes],
        [_score_attribute(attribute, both, seen, unseen) for attribute in attributes],
    )


def _score_attribute(
    attribute: str, names: Sequence[str], seen: Pages, unseen: Pages
) -> AttributeScore:
    def scores(pages: Pages, name: str) -> tuple[float, float]:
        said = {path: columns[name] for path, (columns, _) in pages.items() if name in columns}
        wanted = {path: gold[attribute] for path, (_, gold) in pages.items() if attribute in gold}
        return hit_and_set(said, wanted)

    on_seen = {name: scores(seen, name) for name in names}
    # Of columns that fit equally well the first: it is filled most.
    best = max(names, key=lambda name: (sum(on_seen[name]), on_seen[name][0]), default="")
    hit, exact = scores(unseen, best)
    return AttributeScore(attribute, best, hit, exact)


def _with_gold(
    group: GoldGroup, found: Mapping[str, Mapping[str, Column]], paths: Sequence[str]
) -> Pages:
    """A page that could not be read says nothing."""
    return {path: (found.get(str(group.folder / path), {}), group.pages[path]) for path in paths}


def _parsing_seconds(pages: Sequence[Page]) -> float:
    start = process_time()
    for page in pages:
        parse_page(page, Limits())
    return process_time() - start


def _says_something(template: Template, said: Mapping[str, Column]) -> bool:
    """Whether a page has a value in the first tier that is not the same on all pages."""
    constant = {name for name, column in template.best.columns() if column.is_constant}
    return any(name in said and name not in constant for name in name_columns(template, 1))
