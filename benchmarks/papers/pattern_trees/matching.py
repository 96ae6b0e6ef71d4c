"""The experiment of the pattern-tree report (Agarwal and Totla 2011) on corpora with gold labels.

For each template of a corpus a pattern is induced from k pages and matched to pages it has not
seen, for each pair of thresholds, each k and both variants of the algorithm. The report counts
matched pages; what it could not measure is added here: how much of the gold data is retrieved, and
how much fixed text leaks into the values.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import process_time

from benchmarks.papers.pattern_trees.template_groups import TemplateGroup, read_groups
from benchmarks.papers.report import Started, run_silently
from unmold._core import ContentTree, PatternMatch
from unmold._core.testing import content_trees
from unmold.bench.corpus import Corpus
from unmold.templates import PatternSettings, induce_pattern

DELTAS = ((0.80, 0.90), (0.90, 0.95), (0.70, 0.75))
TRAINING_SIZES = (5, 10, 20, 50)

# The report's algorithm compares repeated parts one by one; ours folds them.
VARIANTS = {"strict-seed": False, "extended": True}

# A text on nearly all pages belongs to the template, not to the data.
FIXED_SHARE = 0.9


@dataclass(frozen=True, slots=True)
class PatternTreeFigures:
    """What one pattern did on the unseen pages of its template. Shares are between 0 and 1."""

    corpus: str
    template: str
    variant: str
    structure_delta: float
    text_delta: float
    training_pages: int
    unseen_pages: int
    strict: float
    """The share of unseen pages that the pattern matches."""
    paper: float
    """The same with the report's backtracking, over optionals only."""
    tolerant: float
    """The share that comes within the tolerance."""
    gold_strict: float | None
    """The share of gold values that strict matching retrieves; None without gold values."""
    gold_tolerant: float | None
    leak: float | None
    """The share of tolerantly extracted values that are fixed text; None without values."""
    pattern_nodes: int
    induction_seconds: float
    milliseconds_a_page: float
    """The processor time that tolerant matching takes, parsing apart."""


@dataclass(frozen=True, slots=True)
class PatternTreeSettings:
    """What the figures depend on, besides pages."""

    training_sizes: tuple[int, ...] = TRAINING_SIZES
    unseen: int = 20
    """Pages of a template that are matched at most; never more than half of it has."""
    tolerance: float = 0.2
    seed: int = 0
    deltas: tuple[tuple[float, float], ...] = DELTAS


def match_templates(
    corpus: Corpus,
    settings: PatternTreeSettings | None = None,
    started: Started = run_silently,
) -> Iterator[PatternTreeFigures]:
    """Run the experiment on all templates of a corpus that have enough pages.

    Whatever k is, the pattern is matched to the same pages, and the pages of a smaller k are among
    those of a larger.
    """
    settings = settings or PatternTreeSettings()
    for group in templates_of(corpus, settings):
        started(f"{corpus.name}: {group.template}")
        sample = _Sample.draw(corpus.name, group, settings)
        for variant, folds in VARIANTS.items():
            for structure, text in settings.deltas:
                ways = PatternSettings(
                    structure_delta=structure,
                    text_delta=text,
                    variant=variant,
                    fold_repeats=folds,
                )
                fitting = [size for size in settings.training_sizes if size <= len(sample.training)]
                yield from (sample.measure(ways, size, settings.tolerance) for size in fitting)


def templates_of(corpus: Corpus, settings: PatternTreeSettings) -> list[TemplateGroup]:
    """The templates that can be measured with at least one k."""
    smallest = min(settings.training_sizes)
    groups = read_groups(corpus, min_pages=smallest + 1)
    return [group for group in groups if len(group.pages) - _held_back(group, settings) >= smallest]


def _held_back(group: TemplateGroup, settings: PatternTreeSettings) -> int:
    return min(settings.unseen, len(group.pages) // 2)


@dataclass(frozen=True, slots=True)
class _Sample:
    """Pages of one template in random order, with their gold values and the template's texts."""

    corpus: str
    template: str
    training: list[ContentTree]
    unseen: list[ContentTree]
    gold: list[list[str]]
    """The gold values of the unseen pages."""
    fixed: frozenset[str]

    @classmethod
    def draw(cls, corpus: str, group: TemplateGroup, settings: PatternTreeSettings) -> _Sample:
        pages = list(group.pages)
        random.Random(f"{settings.seed} {group.template}").shuffle(pages)
        held = _held_back(group, settings)
        pages = pages[: held + max(settings.training_sizes)]
        contents = content_trees([page.path.read_bytes() for page in pages])
        gold = [[_plain(value) for value in page.gold_values] for page in pages[:held]]
        fixed = _fixed_texts(contents)
        return cls(corpus, group.template, contents[held:], contents[:held], gold, fixed)

    def measure(self, settings: PatternSettings, size: int, tolerance: float) -> PatternTreeFigures:
        start = process_time()
        pattern = induce_pattern(self.training[:size], settings).pattern
        induced = process_time() - start
        unseen, gold = self.unseen, self.gold
        strict = pattern.match_pages(unseen, mode="strict")
        paper = pattern.match_pages(unseen, mode="paper")
        start = process_time()
        tolerant = pattern.match_pages(unseen, mode="tolerant", tolerance=tolerance, jobs=1)
        matched = process_time() - start
        return PatternTreeFigures(
            corpus=self.corpus,
            template=self.template,
            variant=settings.variant,
            structure_delta=settings.structure_delta,
            text_delta=settings.text_delta,
            training_pages=size,
            unseen_pages=len(unseen),
            strict=_share_accepted(strict),
            paper=_share_accepted(paper),
            tolerant=_share_accepted(tolerant),
            gold_strict=_share_retrieved(strict, gold),
            gold_tolerant=_share_retrieved(tolerant, gold),
            leak=_share_leaked(tolerant, self.fixed),
            pattern_nodes=len(pattern),
            induction_seconds=induced,
            milliseconds_a_page=1000 * matched / len(unseen),
        )


def _plain(text: str) -> str:
    return " ".join(text.split())


def _fixed_texts(contents: Sequence[ContentTree]) -> frozenset[str]:
    counts = Counter(text for content in contents for text in set(content.texts()))
    return frozenset(t for t, count in counts.items() if count >= FIXED_SHARE * len(contents))


def _share_accepted(matches: Sequence[PatternMatch]) -> float:
    return sum(match.accepted for match in matches) / len(matches)


def _share_retrieved(
    matches: Sequence[PatternMatch], gold: Sequence[Sequence[str]]
) -> float | None:
    """Gold values that are in some value of an accepted page; a page not accepted gives none."""
    total = sum(len(values) for values in gold)
    found = 0
    for match, wanted in zip(matches, gold, strict=True):
        # Values are joined by a character that no plain text holds, so that none spans two.
        text = "\n".join(match.texts()) if match.accepted else ""
        found += sum(value in text for value in wanted)
    return found / total if total else None


def _share_leaked(matches: Sequence[PatternMatch], fixed: frozenset[str]) -> float | None:
    texts = [text for match in matches if match.accepted for text in match.texts()]
    return sum(text in fixed for text in texts) / len(texts) if texts else None
