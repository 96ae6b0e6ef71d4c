"""Tests by which generated code tells the pages of one template from those of the others.

There are two: patterns of addresses, and marks, which are short queries for something that an
author named.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from unmold.export.candidates import named_steps
from unmold.export.page_view import PageView

# A template has an address pattern only if it fits all of its pages and no other of the workspace.


# Guesses: fewer pages fit any pattern, and more depths make a pattern that says nothing.
MAX_DEPTHS, MIN_PAGES = 3, 3


def find_patterns(addresses: Mapping[str | None, Sequence[str]]) -> dict[str, str]:
    """By template a regular expression for the paths of its pages; None stands for no template.

    >>> find_patterns({"a": [f"http://x/book/{n}" for n in range(3)], None: ["http://x/"]})
    {'a': '/book/[^/]+'}
    """
    paths = {template: [path_of(url) for url in urls] for template, urls in addresses.items()}
    found = {}
    for template, own in paths.items():
        if template is None or len(own) < MIN_PAGES or None in own:
            continue
        pattern = _pattern([path for path in own if path is not None])
        others = (path for name, urls in paths.items() if name != template for path in urls)
        if pattern and not _fits_any(pattern, others):
            found[template] = pattern
    return found


def path_of(url: str) -> str | None:
    """The path of a web address, unquoted; None for what is none."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    return unquote(parts.path) or "/" if parts.scheme in ("http", "https") else None


def _fits_any(pattern: str, paths: Iterable[str | None]) -> bool:
    compiled = re.compile(pattern)
    return any(path is None or compiled.fullmatch(path) for path in paths)


def _pattern(paths: Sequence[str]) -> str | None:
    by_depth: defaultdict[int, list[list[str]]] = defaultdict(list)
    for path in paths:
        steps = path.split("/")
        by_depth[len(steps)].append(steps)
    if len(by_depth) > MAX_DEPTHS:
        return None
    return "|".join(
        "/".join(map(_step, zip(*by_depth[depth], strict=True))) for depth in sorted(by_depth)
    )


def _step(names: Sequence[str]) -> str:
    """One part of a path: the same on all pages, or anything with the same ending."""
    if len(set(names)) == 1:
        return re.escape(names[0])
    endings = {PurePosixPath(name).suffix for name in names}
    ending = endings.pop() if len(endings) == 1 else ""
    return "[^/]+" + (re.escape(ending) if ending[1:].isalnum() else "")


# A test lists marks that nearly all pages of a template have, and marks that they lack and pages of
# a similar template have.


MANY, FEW = 0.95, 0.05
"""The share of a template's pages that must have a mark, and of others that may; guesses."""

MAX_MARKS, MAX_LENGTH = 5, 80
MIN_MARKED_PAGES = 2
"""What marks a single page may be its data."""


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
    least = min(MIN_MARKED_PAGES, len(views))
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
