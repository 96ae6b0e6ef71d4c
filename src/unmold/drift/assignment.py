"""New pages given to known templates: pages enter, the template of each and its fit leave.

A page is asked to fit, in this order, the template that it had, the one that it looks like, and
the one that pages with such an address have. If it fits none, it is expected to be of the first of
these: after a redesign nothing but the address tells. Next: fitting pages go to `compare`, the
others to `strangers`.
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from unmold.drift.profiles import address_of
from unmold.evaluation import NONE
from unmold.features import compute_features
from unmold.features.compute import batches
from unmold.model import Page
from unmold.pages.address_shapes import AddressShapes
from unmold.records.classify import TemplateClassifier
from unmold.records.extract_known import Extractors
from unmold.records.score import LOW_SCORE
from unmold.settings import Limits
from unmold.templates.model import Template
from unmold.templates.sample import find_leaves

if TYPE_CHECKING:
    from unmold._core import PageLeaves


@dataclass(frozen=True, slots=True)
class Verdict:
    """The template of a new page."""

    template: str | None
    """That it fits, or else that it is expected to be of; None for a page of no known template."""

    fits: bool
    was: str | None = None
    """The template that it had, where it fits another now."""

    is_left_over: bool = False
    """Whether the page was known before, and had no template then either."""


class LeftOver(NamedTuple):
    """A page of no template: its path, its address, and how many bytes it has."""

    path: str
    address: str
    size: int


class Sample:
    """Some pages, drawn by their addresses: two crawls of a site draw the same ones."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.count = 0
        self._heap: list[tuple[int, int, Page]] = []

    def add(self, page: Page) -> None:
        """Take a page; it stays if its number is among the smallest."""
        self.count += 1
        item = (-draw_number(address_of(page.url)), -self.count, page)
        if len(self._heap) < self.size:
            heapq.heappush(self._heap, item)
        else:
            heapq.heappushpop(self._heap, item)

    @property
    def pages(self) -> list[Page]:
        """The pages drawn, in the order in which they came."""
        return [page for _, _, page in sorted(self._heap, key=lambda item: -item[1])]


def draw_number(address: str) -> int:
    """The number by which an address is drawn or not."""
    return crc32(address.encode("utf-8", "surrogatepass"))


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
    left_over: list[LeftOver] = field(default_factory=list)
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
            self.fitting[verdict.template].add(page)
        elif verdict.is_left_over:
            self.left_over.append(LeftOver(page.path, address_of(page.url), len(page.data)))
        else:
            self.unfit[verdict.template].add(page)
            self.unfit_paths[verdict.template].append(page.path)
            self.unfit_keys[verdict.template].append(page.key)
        if verdict.was is not None:
            self.changed.append((page.path, verdict.was))

    def expected(self) -> Counter[str]:
        """By template the number of pages that are or should be its."""
        counts = Counter({name: sample.count for name, sample in self.fitting.items()})
        for name, sample in self.unfit.items():
            if name is not None:
                counts[name] += sample.count
        return counts


class Assigner:
    """Known templates and the addresses of their pages, made ready to judge new pages."""

    def __init__(
        self, templates: Mapping[str, Template], known: Iterable[tuple[str, str | None]]
    ) -> None:
        self._classifier = TemplateClassifier(list(templates.values()))
        self._extractors = Extractors(list(templates.values()), include_noise=False)
        rows = list(known)
        self._known = {address_of(url): template for url, template in rows}
        self._shapes = AddressShapes((url, template) for url, template in rows if template)

    def assign(
        self, pages: Iterable[Page], limits: Limits, *, jobs: int = 0
    ) -> Iterator[tuple[Page, Verdict]]:
        """Each page with its verdict; holds one batch at a time."""
        for batch in batches(pages):
            features = compute_features(
                batch,
                jobs=jobs,
                limits=limits,
                problems=lambda problem: None,
                links=False,
                texts=False,
            )
            leaves = find_leaves(batch, limits, jobs=jobs)
            looks = self._classifier.classify(features)
            for page, found, look in zip(batch, leaves, looks, strict=True):
                yield page, self._judge(page, found, look.template, limits)

    def _judge(self, page: Page, leaves: PageLeaves, looks_like: str, limits: Limits) -> Verdict:
        address = address_of(page.url)
        had = self._known.get(address)
        asked = [had, looks_like, self._shapes.predict(page.url)]
        candidates = [name for name in dict.fromkeys(asked) if name and name != NONE]
        for name in candidates:
            record = self._extractors[name].extract(page, leaves, limits)
            if record.score >= LOW_SCORE:
                return Verdict(name, fits=True, was=had if had != name else None)
        if address in self._known:
            return Verdict(had, fits=False, is_left_over=had is None)
        return Verdict(candidates[0] if candidates else None, fits=False)
