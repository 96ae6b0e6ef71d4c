"""Assign the pages of a new crawl to known templates.

A page that did not change stays what it was. Any other is tried, in this order, with the template
that it had, the one that it looks like, and the one that pages with such an address have. If it
fits none of them, it is expected to be of the first: after a redesign only the address tells.
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from unmold.drift.baseline import Baseline, KnownPage
from unmold.drift.profiles import draw_number
from unmold.evaluation import NONE
from unmold.features import compute_features
from unmold.features.compute import batches
from unmold.model import Page
from unmold.pages.address_shapes import AddressShapes
from unmold.pages.reopen import digest_of
from unmold.records.classify import TemplateClassifier
from unmold.records.extract import Extractor
from unmold.records.extract_known import Extractors
from unmold.records.score import LOW_SCORE
from unmold.settings import Limits
from unmold.templates.sample import find_leaves
from unmold.templates.signature import COLUMNS

if TYPE_CHECKING:
    from unmold._core import PageLeaves


@dataclass(frozen=True, slots=True)
class Verdict:
    """The template of a new page."""

    address: str
    template: str | None
    """The one that it fits, or else the expected one; None if no known template is expected."""

    fits: bool
    was: str | None = None
    """The template that it had, where it fits another now."""

    had_no_template: bool = False
    """Whether the page was known before, and had no template then either."""


class PageWithoutTemplate(NamedTuple):
    """A page of no template: its path, its address, and how many bytes it has."""

    path: str
    address: str
    size: int


class Sample:
    """Some pages, drawn by address, so that two crawls of a site draw the same ones."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.count = 0
        self._heap: list[tuple[int, int, Page]] = []

    def add(self, page: Page, address: str) -> None:
        """Take a page; it stays if its number is among the smallest."""
        self.count += 1
        item = (-draw_number(address), -self.count, page)
        if len(self._heap) < self.size:
            heapq.heappush(self._heap, item)
        else:
            heapq.heappushpop(self._heap, item)

    @property
    def pages(self) -> list[Page]:
        """The pages drawn, in the order in which they came."""
        return [page for _, _, page in sorted(self._heap, key=lambda item: -item[1])]


@dataclass(slots=True)
class Assignment:
    """What became of all pages of a crawl."""

    sample_size: int
    pages: int = 0
    assigned: dict[str, str] = field(default_factory=dict)
    fitting: defaultdict[str, Sample] = field(init=False)
    """By template the pages that fit it."""
    unfit: defaultdict[str | None, Sample] = field(init=False)
    """By expected template the pages that do not."""
    unfit_paths: defaultdict[str | None, list[str]] = field(init=False)
    unfit_keys: defaultdict[str | None, list[str]] = field(init=False)
    changed: list[tuple[str, str]] = field(default_factory=list)
    """Paths of pages that fit another template than before, and the one that they had."""
    without_template: list[PageWithoutTemplate] = field(default_factory=list)
    """The pages that had no template and have none."""

    def __post_init__(self) -> None:
        self.fitting = defaultdict(lambda: Sample(self.sample_size))
        self.unfit = defaultdict(lambda: Sample(self.sample_size))
        self.unfit_paths = defaultdict(list)
        self.unfit_keys = defaultdict(list)

    def add(self, page: Page, verdict: Verdict) -> None:
        """Count a page, and perhaps keep it in a sample."""
        self.pages += 1
        if verdict.template is not None:
            self.assigned[page.key] = verdict.template
        if verdict.fits and verdict.template is not None:
            self.fitting[verdict.template].add(page, verdict.address)
        elif verdict.had_no_template:
            self.without_template.append(
                PageWithoutTemplate(page.path, verdict.address, len(page.data))
            )
        else:
            self.unfit[verdict.template].add(page, verdict.address)
            self.unfit_paths[verdict.template].append(page.path)
            self.unfit_keys[verdict.template].append(page.key)
        if verdict.was is not None:
            self.changed.append((page.path, verdict.was))

    def expected(self) -> Counter[str]:
        """By template the number of pages that fit it or are expected to."""
        counts = Counter({name: sample.count for name, sample in self.fitting.items()})
        for name, sample in self.unfit.items():
            if name is not None:
                counts[name] += sample.count
        return counts


class Assigner:
    """Known templates and the addresses of their pages, made ready to judge new pages."""

    def __init__(self, baseline: Baseline, limits: Limits, *, jobs: int = 0) -> None:
        templates = list(baseline.workspace.templates.values())
        self._baseline = baseline
        self._limits = limits
        self._jobs = jobs
        self._classifier = TemplateClassifier(templates)
        self._extractors = Extractors(templates, Extractor)
        self._known: defaultdict[str, list[KnownPage]] = defaultdict(list)
        for page in baseline.known:
            # Two pages may have one address: the same URL with and without `index.html`.
            self._known[page.address].append(page)
        self._shapes = AddressShapes(
            (page.url, page.template) for page in baseline.known if page.template
        )

    def assign(self, pages: Iterable[Page]) -> Iterator[tuple[Page, Verdict]]:
        """Each page with its verdict; holds one batch at a time."""
        for page, leaves, looks_like in self._look(pages):
            yield page, self._judge(page, leaves, looks_like)

    def _look(self, pages: Iterable[Page]) -> Iterator[tuple[Page, PageLeaves, str]]:
        """Each page with its leaves and the template that it looks like."""
        for batch in batches(pages):
            features = compute_features(
                batch, columns=COLUMNS, jobs=self._jobs, limits=self._limits
            )
            leaves = find_leaves(batch, self._limits, jobs=self._jobs)
            looks = self._classifier.classify(features)
            for page, found, look in zip(batch, leaves, looks, strict=True):
                yield page, found, look.template

    def _judge(self, page: Page, leaves: PageLeaves, looks_like: str) -> Verdict:
        address = self._baseline.addresses.find(page.url, page.site)
        known = self._known.get(address, [])
        same = _find_same(known, page)
        if same is not None:
            had_no_template = same.template is None
            return Verdict(
                address, same.template, fits=not had_no_template, had_no_template=had_no_template
            )
        had = [one.template for one in known if one.template is not None]
        candidates = self._candidates(page, had, looks_like)
        fitting = self._find_fitting(page, leaves, candidates)
        had_no_template = bool(known) and not had
        if fitting is not None and not (had_no_template and address in self._fitted_previously):
            was = had[0] if had and fitting not in had else None
            return Verdict(address, fitting, fits=True, was=was)
        if known:
            return Verdict(
                address, had[0] if had else None, fits=False, had_no_template=had_no_template
            )
        return Verdict(address, candidates[0] if candidates else None, fits=False)

    def _candidates(self, page: Page, had: Sequence[str], looks_like: str) -> list[str]:
        """The templates that a page may fit, the likeliest first."""
        url = self._baseline.addresses.complete(page.url, page.site)
        asked = [*had, looks_like, self._shapes.predict(url)]
        return [name for name in dict.fromkeys(asked) if name and name != NONE]

    def _find_fitting(
        self, page: Page, leaves: PageLeaves, candidates: Sequence[str]
    ) -> str | None:
        scored = (
            (name, self._extractors[name].extract(page, leaves, self._limits))
            for name in candidates
        )
        return next((name for name, record in scored if record.score >= LOW_SCORE), None)

    @cached_property
    def _fitted_previously(self) -> set[str]:
        """The addresses of pages without a template that fitted one all the same.

        A run gives pages to templates by cluster, so a page that is alone in its cluster has none,
        whatever it fits. That it fits one now is no change.
        """
        found = set()
        for page, leaves, looks_like in self._look(self._baseline.without_template()):
            if self._find_fitting(page, leaves, self._candidates(page, (), looks_like)):
                found.add(self._baseline.addresses.find(page.url, page.site))
        return found


def _find_same(known: Sequence[KnownPage], page: Page) -> KnownPage | None:
    """The known page with the same bytes."""
    if not known:
        return None
    digest = digest_of(page.data)
    return next((one for one in known if one.sha256 == digest), None)
