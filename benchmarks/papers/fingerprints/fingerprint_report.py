"""All experiments of the fingerprint paper, collected in one report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.papers.fingerprints.classifying import (
    Classified,
    Difference,
    prepare,
    run_few,
    run_folds,
    share_shared,
)
from benchmarks.papers.fingerprints.grouping import (
    Grouped,
    PageKeys,
    cluster_fingerprints,
    count_sizes,
    group_pages,
    join_keys,
    read_keys,
)
from benchmarks.papers.fingerprints.selection import select_pages
from benchmarks.papers.fingerprints.splits import SplitCurve, measure_splits
from benchmarks.papers.fingerprints.throughput import BatchTimes, measure_throughput
from benchmarks.papers.report import Report, Started, run_silently
from unmold.bench.corpus import Corpus
from unmold.errors import UsageError


@dataclass(frozen=True, slots=True)
class FingerprintSettings:
    """What the benchmark depends on, besides pages."""

    least_pages: int = 20
    """Templates with fewer pages are left out of classification."""
    most_pages: int = 100
    """Random pages of a template that take part in classification at most."""
    training: int = 10
    folds: int = 10
    slow_pages: int = 50
    """Pages that the slow classifiers are asked about."""
    batch: int = 500
    seed: int = 0

    def __post_init__(self) -> None:
        if not self.training < self.least_pages <= self.most_pages:
            raise UsageError(
                f"of {self.least_pages} to {self.most_pages} pages of a template, "
                f"{self.training} cannot be trained on and others asked about"
            )


@dataclass(frozen=True, slots=True)
class ClassifiedCorpus:
    """The part of a corpus that was classified."""

    name: str
    pages: int
    templates: int
    page_bytes: int
    shared: float
    """The share of pages whose very fingerprint pages of another template have as well."""


@dataclass(frozen=True, slots=True)
class FingerprintReport(Report):
    """Everything that was measured."""

    settings: FingerprintSettings
    corpora: list[ClassifiedCorpus]
    few: list[Classified]
    folds: list[Classified]
    differences: list[Difference]
    grouped: list[Grouped]
    sizes: list[tuple[int, int]]
    splits: SplitCurve
    throughput: list[BatchTimes]


def measure_fingerprints(
    corpora: Sequence[Corpus],
    settings: FingerprintSettings | None = None,
    started: Started = run_silently,
) -> FingerprintReport:
    """Measure everything; `started` is called before each step."""
    settings = settings or FingerprintSettings()
    classified, few, folds, differences = [], [], [], []
    for corpus in corpora:
        started(f"{corpus.name}: classification")
        found = _classify(corpus, settings)
        if found is None:
            continue
        classified.append(found[0])
        few += found[1]
        folds += found[2]
        differences += found[3]
    keys = []
    for corpus in corpora:
        started(f"{corpus.name}: clustering")
        keys.append(read_keys(corpus))
    together = join_keys(keys)
    started("throughput")
    return FingerprintReport(
        settings=settings,
        corpora=classified,
        few=few,
        folds=folds,
        differences=differences,
        grouped=_group(keys, together),
        sizes=count_sizes(cluster_fingerprints(together.fingerprints)),
        splits=measure_splits(together.fingerprints),
        throughput=measure_throughput(corpora, settings.batch, settings.seed),
    )


def _classify(
    corpus: Corpus, settings: FingerprintSettings
) -> tuple[ClassifiedCorpus, list[Classified], list[Classified], list[Difference]] | None:
    """Tables 4 and 5 of one corpus; None where fewer than two templates have enough pages."""
    labelled = select_pages(corpus, settings.least_pages, settings.most_pages, settings.seed)
    if labelled.number_of_templates < 2:
        return None
    prepared = prepare(labelled)
    few = run_few(prepared, settings.training, settings.slow_pages, settings.seed)
    folds, differences = run_folds(prepared, settings.folds, settings.seed)
    facts = ClassifiedCorpus(
        corpus.name,
        len(labelled.pages),
        labelled.number_of_templates,
        sum(len(page.data) for page in labelled.pages),
        share_shared(prepared.fingerprints, labelled.templates),
    )
    return facts, few, folds, differences


def _group(keys: Sequence[PageKeys], together: PageKeys) -> list[Grouped]:
    parts = [*keys, together] if len(keys) > 1 else keys
    return [grouped for part in parts if part.templates for grouped in group_pages(part)]
