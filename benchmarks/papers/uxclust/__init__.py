"""The UXClust paper again: its rates, its four thresholds, its baselines, and a million tuples.

Paper: Grigalis and Cenys 2014.
"""

from benchmarks.papers.report import Paper
from benchmarks.papers.uxclust.published_items import ITEMS
from benchmarks.papers.uxclust.uxclust_report import (
    UxClustReport,
    UxClustSettings,
    measure_uxclust,
)
from benchmarks.papers.uxclust.uxclust_tables import make_charts, make_tables

PAPER = Paper(
    name="uxclust",
    title="UXClust: rates beside its baselines, thresholds, a million tuples.",
    citation="Grigalis and Čenys, Using XPaths of inbound links to cluster "
    "template-generated web pages, 2014.",
    document="uxclust.md",
    settings=UxClustSettings,
    report=UxClustReport,
    measure=measure_uxclust,
    published=ITEMS,
    make_tables=make_tables,
    make_charts=make_charts,
)
