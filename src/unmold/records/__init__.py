"""Records: templates and pages enter, what each page says by field leaves."""

from unmold.records.classify import (
    ClassifiedPage,
    TemplateClassifier,
    Verdict,
    classify_pages,
)
from unmold.records.explain import Explanation, explain_page
from unmold.records.extract import extract_records
from unmold.records.record import Record

__all__ = [
    "ClassifiedPage",
    "Explanation",
    "Record",
    "TemplateClassifier",
    "Verdict",
    "classify_pages",
    "explain_page",
    "extract_records",
]
