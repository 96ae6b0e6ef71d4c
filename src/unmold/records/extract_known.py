"""`extract_known`: finds the template of each page and makes the records of known pages.

Each page is given to its template first (`classify`); a page that no template fits becomes a
problem, not a record. Pages are parsed twice, for their signatures and for their records.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, islice
from operator import itemgetter

from unmold.evaluation import NONE
from unmold.model import Page, Problem, ProblemCode
from unmold.pages import read_pages
from unmold.pages.read import Source
from unmold.records.classify import TemplateClassifier, label_templates
from unmold.records.extract import BATCH_PAGES, Extractor
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
) -> Iterator[Record]:
    """Yield the records of all pages that belong to one of the templates, in their order."""
    limits = limits or Limits()
    classifier = TemplateClassifier(templates)
    shown = [template.of_tier(tier) for template in templates]
    extractors = Extractors(shown, include_noise=include_noise, markdown=markdown)
    pages = read_pages(source, limits=limits, base_url=base_url, problems=problems)
    assigned = classifier.assign(pages, limits=limits, jobs=jobs, problems=problems)
    known = _without_strangers(assigned, problems or (lambda problem: None))
    while batch := list(islice(known, BATCH_PAGES)):
        for template, group in groupby(batch, key=itemgetter(1)):
            own = [page for page, _ in group]
            yield from extractors[template].extract_pages(own, limits, jobs=jobs)


class Extractors:
    """The extractors of templates by name, each made when it is needed first."""

    def __init__(
        self, templates: Sequence[Template], *, include_noise: bool, markdown: bool = False
    ) -> None:
        self._templates = dict(zip(label_templates(templates), templates, strict=True))
        self._include_noise = include_noise
        self._markdown = markdown
        self._made: dict[str, Extractor] = {}

    def __getitem__(self, template: str) -> Extractor:
        if template not in self._made:
            self._made[template] = Extractor(
                self._templates[template],
                include_noise=self._include_noise,
                markdown=self._markdown,
            )
        return self._made[template]


def _without_strangers(
    assigned: Iterable[tuple[Page, tuple[str, float]]], report: Callable[[Problem], object]
) -> Iterator[tuple[Page, str]]:
    for page, (template, score) in assigned:
        if template == NONE:
            reason = f"no template fits, the best one scores {score:.2f}"
            report(Problem(ProblemCode.NO_FIT, page.key, reason))
        else:
            yield page, template
