"""The experiments of the papers on TEXT, measured on other pages.

How right the family is with each choice of paths, what the length of signatures and the threshold
of support do, and what time and memory cost while a site grows, beside RTDM.

Papers: Kim and Shim, "TEXT: Automatic template extraction from heterogeneous web pages", TKDE 2011;
Divya, Loshma and Hegde, "Template extraction from heterogeneous web pages using text clustering",
IJCTT 2012.
"""

from benchmarks.papers.report import Paper
from benchmarks.papers.text.published_items import ITEMS
from benchmarks.papers.text.text_report import TextReport, TextSettings, measure_text
from benchmarks.papers.text.text_tables import make_charts, make_tables

PAPER = Paper(
    name="text",
    title="TEXT: choice of paths, signatures, thresholds, time and memory.",
    citation="Divya, Loshma and Hegde, Template extraction from heterogeneous web pages "
    "using text clustering, 2012.",
    document="text-clusters.md",
    settings=TextSettings,
    report=TextReport,
    measure=measure_text,
    published=ITEMS,
    make_tables=make_tables,
    make_charts=make_charts,
)
