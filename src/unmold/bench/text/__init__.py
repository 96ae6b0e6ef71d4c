"""The experiments of the papers on TEXT, measured on other pages.

Corpora enter, a `TextReport` leaves: how right the family is with each choice of paths, what the
length of signatures and the threshold of support do, and what time and memory cost while a site
grows, beside RTDM. `show` makes tables, `figures` draws.

Papers: Kim and Shim, "TEXT: Automatic template extraction from heterogeneous web pages", TKDE 2011;
Divya, Loshma and Hegde, "Template extraction from heterogeneous web pages using text clustering",
IJCTT 2012.
"""

from unmold.bench.text.report import TextReport, TextSettings, measure_text

__all__ = ["TextReport", "TextSettings", "measure_text"]
