"""Pages that fit no template: redesigns, splits, new templates, and broken pages.

Pages that are alike and have enough columns come from a template of their own: the redesign of the
old one if they say what its pages said and none of these is left, else a part that was split off,
else something new. All others are broken pages, each named.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import NamedTuple

from unmold.clusters.registry import DEFAULT_METHOD, make_clusterer
from unmold.drift.baseline import Baseline
from unmold.drift.comparison import match_columns
from unmold.drift.findings import DriftSettings, Finding, Severity
from unmold.drift.page_assignment import Assignment, PageWithoutTemplate
from unmold.drift.template_changes import compare_template
from unmold.evaluation.labels import UNCLUSTERED
from unmold.features import compute_features
from unmold.model import Page
from unmold.settings import Limits
from unmold.templates import Template, induce_from_pages
from unmold.templates.sample import find_leaves

# The shares below are guesses. tests/drift checks them together, on the changes of the demo site
# and on unchanged pages; none was measured by itself.
SAME_CONTENT_SHARE = 0.3
"""The share of a template's columns that pages elsewhere must have to be its redesign."""

LEFT = 0.1
"""A template that fewer of its pages still fit was redesigned as a whole, not split."""

EXAMPLES = 3
"""Pages named by a finding."""
MANY = 10
"""Of fewer pages, what else they lack may be chance. A guess."""


NEARLY_EMPTY = 0.3
"""A page with a smaller share of the usual number of texts is broken."""


CUT = 0.3
"""A page of no template with a smaller share of the bytes that it had holds nothing."""


class SinglePages(NamedTuple):
    """Unmatched pages that are not alike: paths of broken ones; of others, with templates."""

    broken: list[str]
    unfit: dict[str, str]


@dataclass(slots=True)
class Group:
    """Unmatched pages that are alike."""

    pages: list[Page]
    expected: str | None
    """The template that most of them should be of."""


@dataclass(frozen=True)
class UnmatchedPages:
    """What is needed to judge pages that fit no template."""

    templates: Mapping[str, Template]
    baseline: Baseline
    settings: DriftSettings
    limits: Limits
    jobs: int
    sizes: dict[str, float] = field(default_factory=dict)
    """By template the usual number of texts on its pages, computed on first use."""

    def judge(self, assignment: Assignment) -> tuple[list[Finding], SinglePages]:
        """Findings about unmatched pages that are alike, and the paths of all others."""
        groups = list(self._groups(assignment))
        findings: list[Finding] = []
        good: set[str] = set()
        for group in groups:
            found = self._explain(group, assignment) or self._describe(group, assignment)
            if found:
                findings += found
                good.update(page.path for page in group.pages)
        for group in self._rest(assignment, good):
            found = self._explain(group, assignment)
            if found:
                findings += found
                good.update(page.path for page in group.pages)
        return findings, self._judge_single_pages(assignment, good)

    def _rest(self, assignment: Assignment, good: set[str]) -> Iterator[Group]:
        """By template the pages that are too few, or too different, to be a group of their own."""
        for name, sample in assignment.unfit.items():
            if name is not None:
                left = [page for page in sample.pages if page.path not in good]
                rich = [page for page in left if not self._is_nearly_empty(name, page)]
                if rich:
                    yield Group(rich, name)

    def _judge_single_pages(self, assignment: Assignment, good: set[str]) -> SinglePages:
        """Broken and unfit pages among those that are in no good group."""
        broken: list[str] = []
        unfit = {}
        for name, sample in assignment.unfit.items():
            drawn = {page.path: page for page in sample.pages}
            if name is None:
                continue
            for path in assignment.unfit_paths[name]:
                if path in drawn and path not in good and self._is_nearly_empty(name, drawn[path]):
                    broken.append(path)
                elif path not in good and (path in drawn or not good & drawn.keys()):
                    # Pages outside the sample are taken to be like those in it.
                    unfit[path] = name
        broken += [page.path for page in assignment.without_template if self._is_cut(page)]
        return SinglePages(broken, unfit | dict(assignment.changed))

    def _is_cut(self, page: PageWithoutTemplate) -> bool:
        """Whether a page of no template is much smaller than it was."""
        return page.size < CUT * self.baseline.sizes_without_template.get(page.address, 0)

    def _is_nearly_empty(self, name: str, page: Page) -> bool:
        """Whether a page has far fewer texts than pages of its template have."""
        if name not in self.sizes:
            known = [len(one) for one in self.baseline.profile(name).pages]
            self.sizes[name] = median(known) if known else 0.0
        leaves = find_leaves([page], self.limits, jobs=self.jobs)[0]
        return len(leaves) < NEARLY_EMPTY * self.sizes[name]

    def _groups(self, assignment: Assignment) -> Iterator[Group]:
        """Unmatched pages by cluster, site by site."""
        expected = {
            page.key: name for name, sample in assignment.unfit.items() for page in sample.pages
        }
        sites: defaultdict[str, list[Page]] = defaultdict(list)
        for sample in assignment.unfit.values():
            for page in sample.pages:
                sites[page.site].append(page)
        for pages in sites.values():
            for members in self._cluster(pages):
                names = Counter(expected[page.key] for page in members)
                yield Group(members, names.most_common(1)[0][0])

    def _cluster(self, pages: list[Page]) -> list[list[Page]]:
        if len(pages) < self.settings.min_pages:
            return []
        estimator = make_clusterer(DEFAULT_METHOD)
        features = compute_features(
            pages,
            columns=(*estimator.reads, *estimator.reads_later),
            jobs=self.jobs,
            limits=self.limits,
        )
        found: defaultdict[int, list[Page]] = defaultdict(list)
        labels = estimator.fit_predict(features)
        for page, label in zip(pages, labels.tolist(), strict=True):
            found[label].append(page)
        found.pop(UNCLUSTERED, None)
        return [members for members in found.values() if len(members) >= self.settings.min_pages]

    def _explain(self, group: Group, assignment: Assignment) -> list[Finding]:
        """A change that only puts one element around everything."""
        name = group.expected
        if name is None or not self.baseline.pages(name):
            return []
        findings = compare_template(
            self.baseline,
            name,
            group.pages,
            pages=assignment.expected()[name],
            settings=self.settings,
            limits=self.limits,
            jobs=self.jobs,
            is_unmatched=True,
        )
        wrapped = [one for one in findings if one.code == "wrapped"]
        # What else few pages lack may be chance.
        return findings if wrapped and len(group.pages) >= MANY else wrapped

    def _describe(self, group: Group, assignment: Assignment) -> list[Finding]:
        """What alike pages are; nothing if they hold too little to have a template."""
        learned = induce_from_pages(group.pages, limits=self.limits, jobs=self.jobs)
        name = group.expected or self._find_vanished_template(learned, group, assignment)
        if count_columns(learned) < self._fewest_columns(name):
            return []
        matched = self._match(name, learned, group.pages) if name else {}
        if name is None or not matched:
            return [_finding("new-template", Severity.NOTICE, "", {}, group, assignment)]
        fitting = assignment.fitting[name].count if name in assignment.fitting else 0
        unfit = assignment.unfit[name].count if name in assignment.unfit else 0
        is_whole = fitting <= LEFT * (fitting + unfit)
        code = "template-redesigned" if is_whole else "template-split"
        return [_finding(code, Severity.BREAKAGE, name, matched, group, assignment)]

    def _fewest_columns(self, name: str | None) -> float:
        known = [self.templates[name]] if name else list(self.templates.values())
        least = min(map(count_columns, known), default=0)
        return max(2.0, self.settings.min_richness * least)

    def _find_vanished_template(
        self, learned: Template, group: Group, assignment: Assignment
    ) -> str | None:
        """A template without pages whose content unmatched pages at new addresses have."""
        expected = assignment.expected()
        alike = {
            name: len(self._match(name, learned, group.pages))
            for name, template in self.templates.items()
            if not expected[name] and template.site == group.pages[0].site
        }
        return max(alike, key=lambda name: alike[name]) if any(alike.values()) else None

    def _match(self, name: str, learned: Template, pages: Sequence[Page]) -> dict[str, str]:
        """The columns of a template whose content unmatched pages have; none if too few."""
        old = self.baseline.profile(name)
        new = self.baseline.observe(learned, pages)
        matched = match_columns(old, new)
        enough = max(1.0, SAME_CONTENT_SHARE * len(old.columns))
        return matched if len(matched) >= enough else {}


def count_columns(template: Template) -> int:
    """How many columns a template has that differ from page to page."""
    fields = [field for _, field in template.columns()]
    return sum(1 for field in fields if not field.is_noise and not field.is_constant)


def _finding(
    code: str,
    severity: Severity,
    template: str,
    matches: Mapping[str, str],
    group: Group,
    assignment: Assignment,
) -> Finding:
    """A finding about a group, its number of pages scaled from the sample to all pages."""
    sample = assignment.unfit[template or group.expected]
    drawn = max(len(sample.pages), 1)
    pages = round(len(group.pages) / drawn * sample.count) if sample.count else len(group.pages)
    total = assignment.expected()[template] if template else assignment.pages
    return Finding(
        code,
        severity,
        template,
        tuple(matches),
        pages=pages,
        share=round(min(1.0, pages / max(total, 1)), 4),
        examples=tuple(page.path for page in group.pages[:EXAMPLES]),
        matches=matches,
    )
