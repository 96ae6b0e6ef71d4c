"""`classify_pages`: finds the template of each page, or `none`.

The fingerprint comes first: one lookup in constant time names the templates that have a page with
the same fingerprint but for one entry. Fingerprints of a site's templates often agree, so the whole
signature is compared as well (`site_signatures`): of the templates that fit well enough the best is
taken, and where the fingerprint agrees a little less is enough. What is enough was learned from the
template's own pages. Templates of the page's own site are asked first, then those that the
fingerprint names.

Fingerprints: Hachenberg and Gottron, CIKM 2013.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from unmold.clusters.fingerprint_index import FingerprintIndex
from unmold.errors import UsageError
from unmold.evaluation import NONE
from unmold.features import Features, compute_features
from unmold.features.compute import batches
from unmold.model import Page, Problem
from unmold.pages import read_pages
from unmold.pages.read import Source
from unmold.records.site_signatures import SiteSignatures
from unmold.settings import Limits
from unmold.templates.model import Template
from unmold.templates.signature import COLUMNS

# benchmarks/classify.py measures these together, on invented shops with templates held back.
NEAR, FAR = 0.8, 0.9
"""How much of what its own pages reach a page must reach, with and without a near fingerprint."""

FOREIGN = 0.95
"""The same for templates of another site, whose fingerprint must be near as well."""

MIN_SCORE = 0.25
"""Below this a page shares hardly more than the chrome, whatever the template's own pages reach."""

MAX_FOREIGN_SITES = 3
"""Sites whose templates are asked about a page of another site."""


class Verdict(NamedTuple):
    """The template of a page, or `none`, and how well the page fits; for `none` the best fit."""

    template: str
    score: float
    nearest: str | None = None
    """Of a page without a template: whose score that is."""

    def explain(self, nearest: str | None = None) -> str:
        """Why a page has no template; `nearest` is what the nearest one is shown as."""
        name = nearest or self.nearest
        if name is None:
            return "no template fits, not even nearly"
        return f"no template fits, the best one, {name}, scores {self.score:.2f}"


class ClassifiedPage(NamedTuple):
    """One page and its template."""

    path: str
    url: str
    site: str
    template: str
    score: float


def classify_pages(
    templates: Sequence[Template],
    source: Source | Iterable[Page],
    *,
    limits: Limits | None = None,
    base_url: str | None = None,
    jobs: int = 0,
    problems: Callable[[Problem], object] | None = None,
) -> Iterator[ClassifiedPage]:
    """Give each page the template it was made from, or `none`, one batch at a time.

    >>> from unmold.templates import induce_template
    >>> books = [f"<h1>Book {n}</h1><p>Price: <b>${n}.50</b></p>".encode() for n in range(5, 9)]
    >>> lists = [f"<h2>List {n}</h2><ul><li>Book {n}<li>Book 9</ul>".encode() for n in range(5, 9)]
    >>> templates = [induce_template(books), induce_template(lists)]
    >>> pages = [b"<h1>Book 4</h1><p>Price: <b>$4</b></p>", b"<table><tr><td>Book 4</table>"]
    >>> [page.template for page in classify_pages(templates, pages)] == [templates[0].id, "none"]
    True

    A page's template is named; by its id where two templates have the same name.
    """
    classifier = TemplateClassifier(templates)
    pages = read_pages(source, limits=limits, base_url=base_url, problems=problems)
    for page, verdict in classifier.assign(pages, limits=limits, jobs=jobs, problems=problems):
        yield ClassifiedPage(page.path, page.url, page.site, verdict.template, verdict.score)


class TemplateClassifier:
    """Templates prepared for classifying pages."""

    def __init__(self, templates: Sequence[Template]) -> None:
        _check(templates)
        self.templates = list(templates)
        self.labels = label_templates(templates)
        self._by_site: defaultdict[str, list[int]] = defaultdict(list)
        for number, template in enumerate(templates):
            self._by_site[template.site].append(number)
        self._sites: dict[str, SiteSignatures] = {}
        self._index = FingerprintIndex()
        self._claims: list[set[int]] = []
        for number, template in enumerate(templates):
            if template.signature:
                self._learn(number, template.signature.fingerprints)

    def assign(
        self,
        pages: Iterable[Page],
        *,
        limits: Limits | None = None,
        jobs: int = 0,
        problems: Callable[[Problem], object] | None = None,
    ) -> Iterator[tuple[Page, Verdict]]:
        """Each page with its template; holds one batch of pages at a time."""
        for batch in batches(pages):
            features = compute_features(
                batch, columns=COLUMNS, jobs=jobs, limits=limits, problems=problems
            )
            yield from zip(batch, self.classify(features), strict=True)

    def classify(self, features: Features) -> list[Verdict]:
        """The template of each page whose features were computed."""
        near = self._find_near(features.fingerprints)
        verdicts = [Verdict(NONE, 0.0)] * len(features)
        for site, rows in features.by_site().items():
            if site in self._by_site:
                self._ask(site, features, rows, near, verdicts)
        for site, rows in self._foreign_rows(features, near, verdicts).items():
            self._ask(site, features, rows, near, verdicts, is_foreign=True)
        return verdicts

    def _learn(self, number: int, fingerprints: NDArray[np.uint8]) -> None:
        for found in self._index.add(fingerprints).tolist():
            while found >= len(self._claims):
                self._claims.append(set())
            self._claims[found].add(number)

    def _find_near(self, fingerprints: NDArray[np.uint8]) -> list[set[int]]:
        """For each page the templates that have a page with nearly its fingerprint."""
        found = self._index.find(fingerprints)
        return [
            set().union(*(self._claims[number] for number in found[row].tolist()))
            for row in range(len(found))
        ]

    def _foreign_rows(
        self, features: Features, near: list[set[int]], verdicts: list[Verdict]
    ) -> dict[str, NDArray[np.int64]]:
        """The pages without a template by the sites whose templates may be theirs."""
        rows: defaultdict[str, list[int]] = defaultdict(list)
        for row, numbers in enumerate(near):
            if verdicts[row].template == NONE:
                sites = Counter(self.templates[number].site for number in numbers)
                del sites[features.sites[row]]
                for site, _ in sites.most_common(MAX_FOREIGN_SITES):
                    rows[site].append(row)
        return {site: np.array(found, np.int64) for site, found in rows.items()}

    def _ask(
        self,
        site: str,
        features: Features,
        rows: NDArray[np.int64],
        near: list[set[int]],
        verdicts: list[Verdict],
        *,
        is_foreign: bool = False,
    ) -> None:
        """Let the templates of a site judge pages, and note the verdicts that are better."""
        numbers = self._by_site[site]
        signatures = self._signatures(site)
        for row, scores in zip(rows.tolist(), signatures.score(features, rows), strict=True):
            is_near = np.array([number in near[row] for number in numbers])
            share = np.where(is_near, FOREIGN if is_foreign else NEAR, FAR)
            fits = scores >= np.maximum(signatures.own * share, MIN_SCORE)
            if is_foreign:
                fits &= is_near
            verdict = self._choose(numbers, scores, fits)
            verdicts[row] = max(verdicts[row], verdict, key=_rank)

    def _choose(
        self, numbers: list[int], scores: NDArray[np.float64], fits: NDArray[np.bool_]
    ) -> Verdict:
        if not fits.any():
            nearest = self.labels[numbers[int(scores.argmax())]]
            return Verdict(NONE, round(float(scores.max()), 4), nearest)
        best = int(np.where(fits, scores, -1).argmax())
        return Verdict(self.labels[numbers[best]], round(float(scores[best]), 4))

    def _signatures(self, site: str) -> SiteSignatures:
        """Made when the first page asks, for a workspace may know more sites than a source."""
        if site not in self._sites:
            signatures = [self.templates[number].signature for number in self._by_site[site]]
            self._sites[site] = SiteSignatures([one for one in signatures if one is not None])
        return self._sites[site]


def label_templates(templates: Sequence[Template]) -> list[str]:
    """The names of templates; their ids where two have the same name, as of different sites."""
    names = [template.name for template in templates]
    is_clear = len({*names}) == len(names)
    return names if is_clear else [template.id for template in templates]


def _rank(verdict: Verdict) -> tuple[bool, float]:
    return verdict.template != NONE, verdict.score


def _check(templates: Sequence[Template]) -> None:
    """Refuse templates without what classifying needs."""
    for template in templates:
        if template.signature is None:
            raise UsageError(
                f"the template {template.name} has no signature of its pages",
                hint="it was learned by an earlier unmold: learn it again",
            )
    if len({template.id for template in templates}) < len(templates):
        raise UsageError("two templates have the same id", hint="give each template once")
