"""Clusters after their templates judged them: split where tables show two kinds, joined if alike.

`record_judgement` says what speaks for it; this says what becomes of the pages.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from unmold.errors import Failure
from unmold.features import Features
from unmold.model import Page
from unmold.pipeline.job import Job, rank_pages
from unmold.pipeline.record_judgement import (
    describe_gain,
    differ_in_markup,
    find_filled,
    find_twins,
    is_join_better,
    is_split_better,
    may_be_two,
    propose_split,
)
from unmold.records.site_signatures import SiteSignatures
from unmold.settings import Limits
from unmold.store.feature_files import read_features
from unmold.store.rows import PageRow
from unmold.templates import Template
from unmold.templates.signature import COLUMNS

BATCH_PAGES = 512
"""Pages whose features are in memory at once; it changes no result."""

MAX_DEPTH = 3
"""Splits of splits: eight kinds in one cluster."""

MAX_TEMPLATES = 100
"""Templates of a site that are compared with each other."""

Learn = Callable[[Sequence[Page], Features], Template | Failure]
"""Learns a template from some pages and their features."""


@dataclass(frozen=True, slots=True)
class Learned:
    """What was learned from the sample of a cluster: a template, or one for each of its kinds."""

    whole: Template
    parts: tuple[Template, ...] = ()
    """Empty if the pages are of one kind."""
    reason: str = ""


def split_template(
    whole: Template, pages: Sequence[Page], features: Features, learn: Learn, limits: Limits
) -> Learned:
    """Split the pages of a template as its columns say, if the tables become better by that."""
    parts, reasons = _split(whole, pages, features, learn, limits, MAX_DEPTH)
    if len(parts) < 2:
        return Learned(whole)
    gain = describe_gain(whole.best, [part.best for part in parts])
    return Learned(whole, tuple(parts), f"split: {reasons[0]}; {gain}")


def _split(
    whole: Template,
    pages: Sequence[Page],
    features: Features,
    learn: Learn,
    limits: Limits,
    depth: int,
) -> tuple[list[Template], list[str]]:
    if not depth or len(pages) != len(features) or not may_be_two(whole):
        return [whole], []
    split = propose_split(find_filled(whole, pages, limits))
    if split is None or not differ_in_markup(features, split.first):
        return [whole], []
    parts, reasons = [], [split.reason]
    for side in (split.first, ~split.first):
        rows = np.flatnonzero(side)
        own, of_own = [pages[row] for row in rows.tolist()], features.select(rows)
        part = learn(own, of_own)
        if isinstance(part, Failure):
            return [whole], []
        parts.append((part, own, of_own))
    if not is_split_better(whole.best, [part.best for part, _, _ in parts]):
        return [whole], []
    found: list[Template] = []
    for part, own, of_own in parts:
        inner, more = _split(part, own, of_own, learn, limits, depth - 1)
        found += inner
        reasons += more
    return found, reasons


@dataclass(frozen=True, slots=True)
class JudgedCluster:
    """Pages with the template that was learned from them, or why there is none."""

    rows: list[int]
    learned: Template | Failure | None
    reason: str | None = None
    """Why they were split from others, or joined with others."""


Joined = Template | Failure | None
"""What is learned from the pages of two clusters; None if none of them can be read any more."""

Judging = Generator[list[PageRow], Joined, list[JudgedCluster]]
"""A site that is being judged: yields pages that may be one cluster, is sent their template, and
returns the clusters, the largest first."""


def judge_together(
    sites: Iterable[Judging], learn: Callable[[list[list[PageRow]]], Iterable[Joined]]
) -> list[list[JudgedCluster]]:
    """The clusters of sites; what they ask for at one time is learned together."""
    judging = list(sites)
    found: dict[int, list[JudgedCluster]] = {}
    answers: dict[int, Joined] = dict.fromkeys(range(len(judging)))
    while answers:
        asked: dict[int, list[PageRow]] = {}
        for number, answer in answers.items():
            try:
                asked[number] = judging[number].send(answer)
            except StopIteration as end:
                found[number] = end.value
        answers = dict(zip(asked, learn([*asked.values()]), strict=True)) if asked else {}
    return [found[number] for number in range(len(judging))]


def judge_site(
    job: Job,
    pages: Sequence[PageRow],
    found: Iterable[tuple[list[int], Learned | Failure | None]],
) -> Judging:
    """Judge the clusters of a site by what was learned from them."""
    judged: list[JudgedCluster] = []
    for rows, learned in found:
        if isinstance(learned, Learned):
            judged += _share_out(job, pages, rows, learned)
        else:
            judged.append(JudgedCluster(rows, learned))
    if job.settings.clusters is None:
        judged = yield from _join_twins(pages, judged)
    return sorted(judged, key=lambda one: rank_pages([pages[row] for row in one.rows]))


def _share_out(
    job: Job, pages: Sequence[PageRow], rows: list[int], learned: Learned
) -> list[JudgedCluster]:
    """Give each page of a cluster to the part whose pages it is like."""
    if not learned.parts:
        return [JudgedCluster(rows, learned.whole)]
    signatures = [part.signature for part in learned.parts if part.signature is not None]
    sides: list[list[int]] = [[] for _ in learned.parts]
    known = SiteSignatures(signatures)
    for start in range(0, len(rows), BATCH_PAGES):
        batch = rows[start : start + BATCH_PAGES]
        features = read_features(job.generation.features, [pages[row] for row in batch], COLUMNS)
        assert features is not None, "every run keeps what signatures are made of"
        scores = known.score(features, np.arange(len(batch)))
        for row, side in zip(batch, scores.argmax(axis=1).tolist(), strict=True):
            sides[side].append(row)
    if min(map(len, sides)) < job.settings.min_pages:
        return [JudgedCluster(rows, learned.whole)]
    job.progress.say(f"{pages[rows[0]].site}: {learned.reason}")
    return [
        JudgedCluster(side, part, learned.reason)
        for side, part in zip(sides, learned.parts, strict=True)
    ]


def _join_twins(pages: Sequence[PageRow], judged: list[JudgedCluster]) -> Judging:
    """Join clusters whose templates are the same, while one template serves both."""
    whole = [one for one in judged if isinstance(one.learned, Template)][:MAX_TEMPLATES]
    rest = [one for one in judged if one not in whole]
    while (
        twins := find_twins([one.learned for one in whole if isinstance(one.learned, Template)])
    ) is not None:
        first, second = whole[twins[0]], whole[twins[1]]
        rows = sorted([*first.rows, *second.rows])
        template = yield [pages[row] for row in rows]
        parts = [one.learned.best for one in (first, second) if isinstance(one.learned, Template)]
        if not isinstance(template, Template) or not is_join_better(parts, template.best):
            break
        reason = (
            f"joined: two clusters of {len(first.rows):,} and {len(second.rows):,} pages had "
            "templates of the same columns and texts"
        )
        whole = [one for one in whole if one is not first and one is not second]
        whole.append(JudgedCluster(rows, template, reason))
    return [*whole, *rest]
