"""Marks: what stands on the pages of every template enters, tests that tell them apart leave.

A mark is a short query for something that an author named. A test lists marks that nearly all pages
of a template have, and marks that they lack and pages of a similar template have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from unmold.export.page_view import PageView
from unmold.export.steps import named_steps

MANY, FEW = 0.95, 0.05
MAX_MARKS, MAX_LENGTH = 5, 80
MIN_PAGES = 2
"""On so many of a template's pages a mark must stand."""


@dataclass(frozen=True, slots=True)
class TemplateTest:
    """How pages of a template are known."""

    template: str
    has: tuple[str, ...]
    lacks: tuple[str, ...]
    address: str | None = None
    """A regular expression that fits the paths of all its pages and of no others."""


Shares = dict[str, float]
"""By mark: the share of a template's pages that have it."""


def count_marks(views: Sequence[PageView]) -> Shares:
    """The marks of some pages of a template."""
    counts: Counter[str] = Counter()
    for view in views:
        counts.update(set(_marks(view)))
    least = min(MIN_PAGES, len(views))
    return {mark: count / len(views) for mark, count in counts.items() if count >= least}


def _marks(view: PageView) -> Iterable[str]:
    for element in view.elements():
        for step in named_steps(element):
            if len(step.xpath) <= MAX_LENGTH:
                yield f"//{step.xpath}"


def make_tests(
    shares: Mapping[str, Shares], patterns: Mapping[str, str]
) -> dict[str, TemplateTest]:
    """A test for each template."""
    return {
        template: TemplateTest(
            template, *_telling(template, shares), address=patterns.get(template)
        )
        for template in shares
    }


def _telling(
    template: str, shares: Mapping[str, Shares]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    own = shares[template]
    others = [found for name, found in shares.items() if name != template]
    usual = sorted(
        (mark for mark, share in own.items() if share >= MANY),
        key=lambda mark: (sum(found.get(mark, 0.0) for found in others), len(mark), mark),
    )
    has: list[str] = []
    lacks: list[str] = []
    for other in others:
        if not any(other.get(mark, 0.0) <= FEW for mark in has):
            has += [mark for mark in usual if other.get(mark, 0.0) <= FEW][:1]
        if not any(other.get(mark, 0.0) <= FEW for mark in has):
            lacks += _best_lack(own, other)
    more = [mark for mark in usual if mark not in has]
    return tuple([*has, *more][: max(MAX_MARKS, len(has))]), tuple(dict.fromkeys(lacks))


def _best_lack(own: Shares, other: Shares) -> list[str]:
    found = [mark for mark, share in other.items() if share >= MANY and own.get(mark, 0.0) <= FEW]
    return sorted(found, key=lambda mark: (len(mark), mark))[:1]
