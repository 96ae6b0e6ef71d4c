"""How right templates are on pages that they were not learned from, and how good their tables.

`fields` scores values, `lists` the entries of list pages, `few_pages` templates with hardly any
page, `gold_tables` whole tables; `report` runs them, `show` makes tables of the results.
"""

from unmold.bench.extraction.report import (
    ExtractionReport,
    ExtractionSettings,
    measure_extraction,
)

__all__ = ["ExtractionReport", "ExtractionSettings", "measure_extraction"]
