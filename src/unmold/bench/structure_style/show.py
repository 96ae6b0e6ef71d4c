"""The tables of a report."""

from __future__ import annotations

from collections.abc import Sequence

from unmold.bench.structure_style import paper
from unmold.bench.structure_style.report import (
    BEST,
    Decided,
    NearestRun,
    SharedRun,
    StructureStyleReport,
)
from unmold.bench.tables import Table, show_count, show_rate

_RATES = ("ari", "precision", "recall", "f1")
_RATE_NAMES = ("ARI", "precision", "recall", "F1")
_BOUNDS = ("equal", "style", "size", "labels", "sequences", "alignment", "exact", "unscored")


def tables_of(report: StructureStyleReport) -> list[Table]:
    """All tables, in the order of the text."""
    return [
        show_thresholds(report),
        show_weights(report),
        show_overlaps(report),
        show_nearest(report),
        show_decided(report),
    ]


def show_thresholds(report: StructureStyleReport) -> Table:
    """The paper's runs: both thresholds alike."""
    settings = report.settings
    runs = [run for run in report.shared if run.kappa == 0.5 and run.threshold == run.overlap]
    published = [
        [
            f"the paper, {paper.PAGES:,} pages",
            f"{run.threshold:.2f}",
            "3 kinds",
            show_count(run.clusters),
            *[""] * 4,
        ]
        for run in paper.RUNS
    ]
    sizes = {corpus["name"]: corpus for corpus in report.corpora}
    return Table(
        title="Both thresholds.",
        note=f"Similarity of neighbours and overlap alike, kappa 0.5; {settings.sample} random "
        f"pages of each of at most {settings.sites} sites, rates are means over sites. The paper "
        "gives numbers of clusters only: at 0.85 it has 982 of 987 ads in one.",
        columns=["corpus", "threshold", "templates", "clusters", *_RATE_NAMES],
        rows=[
            [
                run.corpus,
                f"{run.threshold:.2f}",
                show_count(sizes[run.corpus]["templates"]),
                *_judged(run),
            ]
            for run in runs
        ]
        + published,
        names=2,
    )


def show_weights(report: StructureStyleReport) -> Table:
    """How much structure weighs."""
    runs = [run for run in report.shared if run.threshold == run.overlap == BEST]
    return Table(
        title="The weight of structure.",
        note=f"Both thresholds at {BEST}; kappa 0 is style alone, 1 is structure alone.",
        columns=["corpus", "kappa", "clusters", *_RATE_NAMES],
        rows=[
            [run.corpus, f"{run.kappa:.1f}", *_judged(run)]
            for run in sorted(runs, key=lambda run: (run.corpus, run.kappa))
        ],
        names=2,
    )


def show_overlaps(report: StructureStyleReport) -> Table:
    """How much neighbours must overlap: F1 of every corpus."""
    runs = [run for run in report.shared if run.kappa == 0.5 and run.threshold == BEST]
    overlaps = sorted({run.overlap for run in runs})
    f1 = {(run.corpus, run.overlap): run.rates["f1"] for run in runs}
    return Table(
        title="The overlap of neighbours, F1.",
        note=f"Neighbours from a similarity of {BEST} with kappa 0.5.",
        columns=["corpus", *(f"{overlap:.2f}" for overlap in overlaps)],
        rows=[
            [corpus["name"], *(show_rate(f1[corpus["name"], overlap]) for overlap in overlaps)]
            for corpus in report.corpora
        ],
    )


def show_nearest(report: StructureStyleReport) -> Table:
    """Jarvis-Patrick as it was published."""
    return Table(
        title="Jarvis-Patrick.",
        note="`list` is the number of nearest pages, `shared` how many two pages must have in "
        "common; `mutual` pages stand in each other's lists, of `one-sided` ones one does, `any` "
        "need not.",
        columns=["corpus", "mode", "list", "shared", "clusters", *_RATE_NAMES],
        rows=[
            [run.corpus, run.membership, str(run.neighbours), str(run.shared), *_judged(run)]
            for run in report.nearest
        ],
        names=2,
    )


def show_decided(report: StructureStyleReport) -> Table:
    """What decided about pairs, as shares."""
    return Table(
        title="What decided about pairs.",
        note="Percent of all pairs of pages of a site, kappa 0.5: pages that equal others, bounds "
        "from class names, sizes, labels and label sequences (which reject), top-down alignment "
        "(which accepts), and the tree edit distance.",
        columns=["corpus", "threshold", "pairs", *_BOUNDS],
        rows=[_decided_row(one) for one in report.decided if one.kappa == 0.5],
        names=2,
    )


def _judged(run: SharedRun | NearestRun) -> Sequence[str]:
    return [show_count(run.clusters), *(show_rate(run.rates[rate]) for rate in _RATES)]


def _decided_row(decided: Decided) -> list[str]:
    pairs = decided.counts["pairs"]
    shares = [f"{100 * decided.counts[bound] / max(1, pairs):.1f}" for bound in _BOUNDS]
    name = f"{decided.threshold:.2f}"
    return [decided.corpus, name, show_count(pairs), *shares]
