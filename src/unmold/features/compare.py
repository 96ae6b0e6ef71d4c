"""`compare_pages`: measures the similarity of two pages by one or all measures.

All measures are similarities: 1 for identical pages, symmetric, never NaN. A tree edit distance
that would cost too much is None, with a reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from unmold.errors import UsageError
from unmold.model import Page, Problem
from unmold.pages.trees import cut_problems
from unmold.settings import Comparison, Limits

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from unmold._core import Comparand, PairScores


MEANINGS = {
    "ted": "tree edit distance, over the nodes of both trees",
    "ted-max": "tree edit distance, over the nodes of the larger tree",
    "rtdm": "top-down edit distance: what has no equal parent has no partner",
    "stm": "simple tree matching: pairs of nodes in the same order and at the same level",
    "pq-grams": "small pieces of the tree, two levels high and three children wide",
    "common-paths": "paths of tags to the leaves, shared over the larger set",
    "path-jaccard": "paths of tags to the leaves, shared over all",
    "path-shingles": "three steps out of each path",
    "tag-vector": "how often each tag is written",
    "lcts": "longest common subsequence of tags",
    "ctss": "four tags in a row",
    "md5": "the same sequence of tags, or not",
    "mdh5": "the same sequence of tags in the head, or not",
    "fingerprint": "how the page begins to repeat itself",
    "style": "class names, shared over all",
    "structure-style": "tree edit distance and style, weighed by kappa",
}
"""The measures in the order of the table, each in a few words."""


@dataclass(frozen=True, slots=True)
class Similarity:
    """How alike two pages are."""

    scores: dict[str, float | None]
    """For each measure a similarity; None where it would have cost too much."""

    reasons: dict[str, str] = field(default_factory=dict)
    """For each measure without a score, why."""

    problems: list[Problem] = field(default_factory=list)
    """What had to be cut from the pages before they were compared."""


def measure_names() -> list[str]:
    """The names of all measures."""
    from unmold import _core

    return _core.measure_names()


def compare_pages(
    first: Page,
    second: Page,
    measures: Iterable[str] | None = None,
    settings: Comparison | None = None,
    limits: Limits | None = None,
) -> Similarity:
    """Compare two pages by some measures, or by all.

    >>> from unmold.pages import read_pages
    >>> one, other = read_pages([b"<ul><li>a<li>b</ul>", b"<ul><li>c</ul>"])
    >>> compare_pages(one, other, ["path-jaccard"]).scores
    {'path-jaccard': 1.0}
    """
    chosen = check_measures(measures)
    settings = settings or Comparison()
    limits = limits or Limits()
    prepared = prepare_pages([first, second], settings, limits, jobs=1)
    scores = compare_pairs(prepared, [(0, 1)], chosen, settings, jobs=1)
    reasons = {name: reason for name in chosen for _, reason in scores.reasons(name)}
    problems = [
        problem
        for page, comparand in zip((first, second), prepared, strict=True)
        for problem in cut_problems(page.key, comparand.problems, limits)
    ]
    return Similarity({name: scores.values(name)[0] for name in chosen}, reasons, problems)


def check_measures(measures: Iterable[str] | None) -> list[str]:
    """The measures that were asked for, all of them by default."""
    known = measure_names()
    chosen = known if measures is None else list(measures)
    for name in chosen:
        if name not in known:
            raise UsageError(f"no such measure: {name}", hint=_suggest(name, known))
    return chosen


def _suggest(name: str, known: list[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, known, n=1, cutoff=0.5)
    meant = f"did you mean {near[0]}? " if near else ""
    return f"{meant}There are {', '.join(known)}"


def prepare_pages(
    pages: Sequence[Page], settings: Comparison, limits: Limits, jobs: int = 0
) -> list[Comparand]:
    """Parse pages; what comparing them needs is computed once a page, when first asked for."""
    from unmold import _core

    return _core.prepare_pages(
        [page.data for page in pages],
        [page.charset for page in pages],
        jobs,
        settings,
        limits,
    )


def compare_pairs(
    pages: list[Comparand],
    pairs: Sequence[tuple[int, int]] | NDArray[np.uint32],
    measures: Sequence[str],
    settings: Comparison | None = None,
    jobs: int = 0,
) -> PairScores:
    """Compare many pairs of prepared pages in parallel; a pair is two positions in `pages`."""
    from unmold import _core

    return _core.compare_pairs(
        pages,
        [int(pair[0]) for pair in pairs],
        [int(pair[1]) for pair in pairs],
        list(measures),
        settings or Comparison(),
        jobs=jobs,
    )
