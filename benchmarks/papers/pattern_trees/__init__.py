"""The experiment of the report on pattern trees (Agarwal and Totla 2011), on other pages."""

from benchmarks.papers.pattern_trees.matching import PatternTreeSettings
from benchmarks.papers.pattern_trees.pattern_tree_report import (
    PatternTreeReport,
    make_tables,
    measure_pattern_trees,
)
from benchmarks.papers.pattern_trees.published_items import ITEMS
from benchmarks.papers.report import Paper

PAPER = Paper(
    name="pattern-trees",
    title="Pattern trees: unseen pages matched by trees learned from a few.",
    citation="Agarwal and Totla, Extracting variant data from templatized web pages, 2011.",
    document="pattern-trees.md",
    settings=PatternTreeSettings,
    report=PatternTreeReport,
    measure=measure_pattern_trees,
    published=ITEMS,
    make_tables=make_tables,
    # Of all corpora, this one has many pages of each template and gold values.
    corpora=("swde",),
)
