"""The papers by name. To add one, write its folder with a list of its tables, and add it here."""

from __future__ import annotations

from typing import Any

from benchmarks.papers import fingerprints, pattern_trees, structure_style, text, uxclust
from benchmarks.papers.published import render_items
from benchmarks.papers.report import Paper

PAPERS: dict[str, Paper[Any]] = {
    one.PAPER.name: one.PAPER
    for one in (fingerprints, structure_style, text, pattern_trees, uxclust)
}


def render_published() -> str:
    """Every table and figure of all papers, with our numbers from the kept results."""
    return render_items({name: (paper, paper.read()) for name, paper in PAPERS.items()})
