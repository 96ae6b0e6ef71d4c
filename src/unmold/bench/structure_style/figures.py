"""The sweeps of a report as pictures, SVG by file name."""

from __future__ import annotations

from unmold.bench.pictures import Axis, Mark, Series, draw_plot
from unmold.bench.structure_style.report import BEST, SharedRun, StructureStyleReport


def draw_figures(report: StructureStyleReport) -> dict[str, str]:
    """F1 over the weight of structure, and over the overlap of neighbours."""
    return {
        "structure-style-kappa.svg": draw_weights(report),
        "structure-style-overlap.svg": draw_overlaps(report),
    }


def draw_weights(report: StructureStyleReport) -> str:
    """F1 from style alone to structure alone."""
    runs = [run for run in report.shared if run.threshold == run.overlap == BEST]
    return draw_plot(
        "Style alone or structure alone",
        _series(report, runs, "kappa"),
        Axis(f"kappa, the weight of structure (both thresholds {BEST})", low=0, high=1),
        Axis("F1, mean over sites", low=0, high=1),
    )


def draw_overlaps(report: StructureStyleReport) -> str:
    """F1 over what neighbours must have in common."""
    runs = [run for run in report.shared if run.kappa == 0.5 and run.threshold == BEST]
    return draw_plot(
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
