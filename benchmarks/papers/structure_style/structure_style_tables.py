"""The report as tables and charts."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.papers.charts import Axis, Chart, Mark, Series
from benchmarks.papers.structure_style import published_runs
from benchmarks.papers.structure_style.structure_style_report import (
    BEST,
    Decided,
    NearestRun,
    SharedRun,
    StructureStyleReport,
)
from unmold.bench.text_tables import Table, show_count, show_rate

_RATES = ("ari", "precision", "recall", "f1")
_RATE_NAMES = ("ARI", "precision", "recall", "F1")
_BOUNDS = ("equal", "style", "size", "labels", "sequences", "alignment", "exact", "unscored")


def make_tables(report: StructureStyleReport) -> list[Table]:
    """All tables, in the order of the text."""
    return [
        show_thresholds(report),
        show_weights(report),
        show_overlaps(report),
        show_nearest(report),
        show_decided(report),
    ]


def show_thresholds(report: StructureStyleReport) -> Table:
    """The paper's runs: both thresholds are the same."""
    settings = report.settings
    runs = [run for run in report.shared if run.kappa == 0.5 and run.threshold == run.overlap]
    published = [
        [
            f"the paper, {published_runs.PAGES:,} pages",
            f"{run.threshold:.2f}",
            "3 kinds",
            show_count(run.clusters),
            *[""] * 4,
        ]
        for run in published_runs.RUNS
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
        "common; `mutual` pages are in each other's lists, of `one-sided` ones one does, `any` "
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


def make_charts(report: StructureStyleReport) -> dict[str, Chart]:
    """F1 over the weight of structure, and over the overlap of neighbours."""
    return {
        "structure-style-kappa.svg": chart_weights(report),
        "structure-style-overlap.svg": chart_overlaps(report),
    }


def chart_weights(report: StructureStyleReport) -> Chart:
    """F1 from style alone to structure alone."""
    runs = [run for run in report.shared if run.threshold == run.overlap == BEST]
    return Chart(
        "Style alone or structure alone",
        _series(report, runs, "kappa"),
        Axis(f"kappa, the weight of structure (both thresholds {BEST})", low=0, high=1),
        Axis("F1, mean over sites", low=0, high=1),
    )


def chart_overlaps(report: StructureStyleReport) -> Chart:
    """F1 over what neighbours must have in common."""
    runs = [run for run in report.shared if run.kappa == 0.5 and run.threshold == BEST]
    return Chart(
        "How much neighbours must overlap",
        _series(report, runs, "overlap"),
        Axis(f"least overlap of neighbours (similarity {BEST}, kappa 0.5)", low=0, high=1),
        Axis("F1, mean over sites", low=0, high=1),
        marks=[Mark(BEST, f"the paper's best: {BEST}")],
    )


def _series(report: StructureStyleReport, runs: list[SharedRun], setting: str) -> list[Series]:
    """One line for each corpus, from the smallest value of the setting to the largest."""
    return [
        Series(
            corpus["name"],
            sorted(
                (getattr(run, setting), run.rates["f1"])
                for run in runs
                if run.corpus == corpus["name"]
            ),
        )
        for corpus in report.corpora
    ]


def _judged(run: SharedRun | NearestRun) -> Sequence[str]:
    return [show_count(run.clusters), *(show_rate(run.rates[rate]) for rate in _RATES)]


def _decided_row(decided: Decided) -> list[str]:
    pairs = decided.counts["pairs"]
    shares = [f"{100 * decided.counts[bound] / max(1, pairs):.1f}" for bound in _BOUNDS]
    name = f"{decided.threshold:.2f}"
    return [decided.corpus, name, show_count(pairs), *shares]
