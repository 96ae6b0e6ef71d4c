"""The papers by name. To add one, write its folder and add it here."""

from __future__ import annotations

from typing import Any

from benchmarks.papers import fingerprints, pattern_trees, structure_style, text, uxclust
from benchmarks.papers.report import Paper

PAPERS: dict[str, Paper[Any]] = {
    one.PAPER.name: one.PAPER
    for one in (fingerprints, structure_style, text, pattern_trees, uxclust)
}
