"""The experiment of the pattern-tree report (Agarwal and Totla 2011) on corpora with gold labels.

A corpus enters; a table leaves. For each template of the corpus a pattern is induced from k pages
and matched to pages it has not seen, for each pair of thresholds, each k and both variants of the
algorithm. The report counts matched pages; what it could not measure is added here: how much of the
gold data is retrieved, and how much fixed text leaks into the values.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from time import perf_counter

from unmold._core import ContentTree, PatternMatch, content_trees
from unmold.bench.corpus import Corpus
from unmold.bench.template_groups import TemplateGroup, read_groups
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
    """The time that tolerant matching takes on one core, parsing apart."""


@dataclass(frozen=True, slots=True)
class PatternTreeResult:
    """The figures of all templates, and what they were measured with."""

    corpus: str
    seed: int
    tolerance: float
    figures: tuple[PatternTreeFigures, ...]

    def as_json(self) -> dict[str, object]:
        """Everything as plain values."""
        return asdict(self)

    def table(self) -> str:
        """One line for each variant, pair of thresholds and k: means over the templates."""
        lines = [_line("variant", "deltas", "k", "templates", *(name for name, _ in COLUMNS))]
        for key, group in _grouped(self.figures).items():
            means = [_mean(getattr(figures, field) for figures in group) for _, field in COLUMNS]
            lines.append(_line(*key, str(len(group)), *(_shown(mean) for mean in means)))
        return "\n".join(lines)


COLUMNS = (
    ("strict", "strict"),
    ("paper", "paper"),
    ("tolerant", "tolerant"),
    ("gold/strict", "gold_strict"),
    ("gold/tolerant", "gold_tolerant"),
    ("leak", "leak"),
    ("nodes", "pattern_nodes"),
    ("induce s", "induction_seconds"),
    ("match ms", "milliseconds_a_page"),
)


def measure_pattern_trees(
    corpus: Corpus,
    *,
    deltas: Sequence[tuple[float, float]] = DELTAS,
    training_sizes: Sequence[int] = TRAINING_SIZES,
    variants: Sequence[str] = tuple(VARIANTS),
    tolerance: float = 0.2,
    max_pages: int = 100,
    seed: int = 0,
) -> PatternTreeResult:
    """Run the experiment on all templates of a corpus that have more pages than k.

    Of each template at most `max_pages` pages are used, drawn with the seed.
    """
    figures: list[PatternTreeFigures] = []
    for group in read_groups(corpus, min_pages=min(training_sizes) + 1):
        sample = _Sample.draw(group, max_pages, seed)
        for variant in variants:
            for pair in deltas:
                settings = PatternSettings(
                    structure_delta=pair[0],
                    text_delta=pair[1],
                    variant=variant,
                    fold_repeats=VARIANTS[variant],
                )
                fitting = [size for size in training_sizes if size < len(sample.contents)]
                figures += [sample.measure(settings, size, tolerance) for size in fitting]
    return PatternTreeResult(corpus.name, seed, tolerance, tuple(figures))


@dataclass(frozen=True, slots=True)
class _Sample:
    """Pages of one template in random order, with their gold values and the template's texts."""

    template: str
    contents: list[ContentTree]
    gold: list[list[str]]
    fixed: frozenset[str]

    @classmethod
    def draw(cls, group: TemplateGroup, max_pages: int, seed: int) -> _Sample:
        pages = list(group.pages)
        random.Random(f"{seed} {group.template}").shuffle(pages)
        pages = pages[:max_pages]
        contents = content_trees([page.path.read_bytes() for page in pages])
        gold = [[_plain(value) for value in page.gold_values] for page in pages]
        return cls(group.template, contents, gold, _fixed_texts(contents))

    def measure(self, settings: PatternSettings, size: int, tolerance: float) -> PatternTreeFigures:
        start = perf_counter()
        pattern = induce_pattern(self.contents[:size], settings).pattern
        induced = perf_counter() - start
        unseen, gold = self.contents[size:], self.gold[size:]
        strict = pattern.match_pages(unseen, mode="strict")
        paper = pattern.match_pages(unseen, mode="paper")
        start = perf_counter()
        tolerant = pattern.match_pages(unseen, mode="tolerant", tolerance=tolerance, jobs=1)
        matched = perf_counter() - start
        return PatternTreeFigures(
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
    """Gold values that stand in some value of an accepted page; a page not accepted gives none."""
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


def _grouped(
    figures: Iterable[PatternTreeFigures],
) -> dict[tuple[str, str, str], list[PatternTreeFigures]]:
    groups: dict[tuple[str, str, str], list[PatternTreeFigures]] = {}
    for one in figures:
        deltas = f"{one.structure_delta:.2f}/{one.text_delta:.2f}"
        groups.setdefault((one.variant, deltas, str(one.training_pages)), []).append(one)
    return groups


def _mean(values: Iterable[float | None]) -> float | None:
    present = [value for value in values if value is not None]
    return sum(present) / len(present) if present else None


def _shown(mean: float | None) -> str:
    if mean is None:
        return "-"
    return f"{mean:.0f}" if mean >= 100 else f"{mean:.3f}"


def _line(variant: str, *rest: str) -> str:
    return f"{variant:<12}" + "".join(f"{cell:>14}" for cell in rest)
