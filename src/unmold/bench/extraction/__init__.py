"""How right templates are on pages that they were not learned from.

Corpora with gold values enter, one report leaves. `fields` scores values, `lists` the entries of
list pages, `few_pages` templates with hardly any page; `report` runs them, `show` makes tables.
"""

from unmold.bench.extraction.report import (
    ExtractionReport,
    ExtractionSettings,
    measure_extraction,
)

__all__ = ["ExtractionReport", "ExtractionSettings", "measure_extraction"]
