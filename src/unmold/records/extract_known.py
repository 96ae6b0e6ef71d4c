"""`extract_known`: finds the template of each page and makes the records of known pages.

Each page is given to its template first (`classify`); a page that no template fits becomes a
problem, not a record. Pages are parsed twice, for their signatures and for their records.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, islice
from operator import itemgetter
from typing import Generic, TypeVar

from unmold.evaluation import NONE
from unmold.model import Page, Problem, ProblemCode
from unmold.pages import read_pages
from unmold.pages.read import Source
from unmold.records.classify import TemplateClassifier, Verdict, label_templates
from unmold.records.extract import BATCH_PAGES, Extractor, PageExtractor
from unmold.records.record import Record
from unmold.settings import Limits
from unmold.templates.model import Template


def extract_known(
    templates: Sequence[Template],
    source: Source | Iterable[Page],
    *,
    limits: Limits | None = None,
    base_url: str | None = None,
    jobs: int = 0,
    include_noise: bool = False,
    markdown: bool = False,
    tier: int = 2,
    problems: Callable[[Problem], object] | None = None,
    prepare: Callable[[Template], PageExtractor] | None = None,
) -> Iterator[Record]:
    """Yield the records of all pages that belong to one of the templates, in their order.

    `prepare` makes what extracts the pages of a template, if that is not the template by itself.
    """
    limits = limits or Limits()
    classifier = TemplateClassifier(templates)

    def make(template: Template) -> PageExtractor:
        shown = template.of_tier(tier)
        return Extractor(shown, include_noise=include_noise, markdown=markdown)

    extractors = Extractors(templates, prepare or make)
    pages = read_pages(source, limits=limits, base_url=base_url, problems=problems)
    assigned = classifier.assign(pages, limits=limits, jobs=jobs, problems=problems)
    known = _without_strangers(assigned, problems or (lambda problem: None))
    while batch := list(islice(known, BATCH_PAGES)):
        for template, group in groupby(batch, key=itemgetter(1)):
            own = [page for page, _ in group]
            yield from extractors[template].extract_pages(own, limits, jobs=jobs)


Made = TypeVar("Made")


class Extractors(Generic[Made]):
    """The extractors of templates by name, each made when it is needed first."""

    def __init__(self, templates: Sequence[Template], make: Callable[[Template], Made]) -> None:
        self._templates = dict(zip(label_templates(templates), templates, strict=True))
        self._make = make
        self._made: dict[str, Made] = {}

    def __getitem__(self, template: str) -> Made:
        if template not in self._made:
            self._made[template] = self._make(self._templates[template])
        return self._made[template]


def _without_strangers(
    assigned: Iterable[tuple[Page, Verdict]], report: Callable[[Problem], object]
) -> Iterator[tuple[Page, str]]:
    for page, verdict in assigned:
        if verdict.template == NONE:
            report(Problem(ProblemCode.NO_FIT, page.key, verdict.explain()))
        else:
            yield page, verdict.template
