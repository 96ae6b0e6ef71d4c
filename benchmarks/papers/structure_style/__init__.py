"""The experiments of the paper on structure and style, on other pages.

How right its clusters are for each setting, and how few tree edit distances that takes.

Paper: Gowda and Mattmann, IRI 2016.
"""

from benchmarks.papers.report import Paper
from benchmarks.papers.structure_style.published_items import ITEMS
from benchmarks.papers.structure_style.structure_style_report import (
    StructureStyleReport,
    StructureStyleSettings,
    measure_structure_style,
)
from benchmarks.papers.structure_style.structure_style_tables import make_charts, make_tables

PAPER = Paper(
    name="structure-style",
    title="Structure and style: weight, thresholds and overlap.",
    citation="Gowda and Mattmann, Clustering web pages based on structure and style "
    "similarity, 2016.",
    document="structure-and-style.md",
    settings=StructureStyleSettings,
    report=StructureStyleReport,
    measure=measure_structure_style,
    published=ITEMS,
    make_tables=make_tables,
    make_charts=make_charts,
)
