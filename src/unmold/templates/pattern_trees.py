"""Pattern trees (Agarwal and Totla 2011, after FiVaTech): the pages' common structure and its data.

Makes a `PatternTree` of pages, and finds with it the variant data of other pages. The work is done
natively; here the caller's mistakes become `UsageError`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from unmold._core import ContentTree, PatternMatch, PatternTree, Tree
from unmold._core import induce_pattern as induce_natively
from unmold.errors import UsageError
from unmold.model import Problem
from unmold.templates.pattern_settings import PatternSettings

MODES = ("strict", "paper", "tolerant")


@dataclass(frozen=True, slots=True)
class PatternInduction:
    """A pattern, how it was induced, and what had to be cut short."""

    pattern: PatternTree
    settings: PatternSettings
    problems: tuple[Problem, ...]


def induce_pattern(
    pages: Iterable[ContentTree | Tree], settings: PatternSettings | None = None
) -> PatternInduction:
    """Induce the pattern that all these pages match.

    >>> shop = ["html(h1('Shop') ul(li('a') li('b')))", "html(h1('Shop') ul(li('c')))"]
    >>> induction = induce_pattern(ContentTree.parse(page) for page in shop)
    >>> str(induction.pattern)
    "html(h1('Shop') ul((li(*))+))"
    """
    used = settings or PatternSettings()
    pattern, cut = induce_natively([_content(page) for page in pages], used)
    problems = tuple(Problem(code, "pattern", reason) for code, reason in cut)
    return PatternInduction(pattern, used, problems)


def match_pattern(
    pattern: PatternTree,
    page: ContentTree | Tree,
    *,
    mode: str = "tolerant",
    tolerance: float = 0.2,
) -> PatternMatch:
    """Match one page; for many, `PatternTree.match_pages` uses all cores.

    >>> pattern = PatternTree.parse("html(h1('Shop') ul((li(*))+))")
    >>> match_pattern(pattern, ContentTree.parse("html(h1('Shop') ul(li('x') li('y')))")).texts()
    ['x', 'y']
    """
    if mode not in MODES:
        raise UsageError(f"unknown way of matching: {mode!r}", f"choose from {', '.join(MODES)}")
    if not 0 <= tolerance <= 1:
        raise UsageError(f"the tolerance must lie between 0 and 1, not {tolerance!r}")
    return pattern.match_pages([_content(page)], mode=mode, tolerance=tolerance)[0]


def _content(page: ContentTree | Tree) -> ContentTree:
    return page if isinstance(page, ContentTree) else ContentTree.of(page)
