"""Measures how right templates are on pages that they were not learned from.

`fields` scores values, `lists` the entries of list pages, `few_pages` templates with hardly any
page; `report` runs them, `extraction_tables` shows them.
"""

from unmold.bench.extraction.report import (
    ExtractionReport,
    ExtractionSettings,
    measure_extraction,
)

__all__ = ["ExtractionReport", "ExtractionSettings", "measure_extraction"]
