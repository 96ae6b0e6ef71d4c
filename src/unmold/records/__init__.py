"""Records: a template and pages enter, what each page says by field leaves."""

from unmold.records.explain import Explanation, explain_page
from unmold.records.extract import extract_records
from unmold.records.record import Record

__all__ = ["Explanation", "Record", "explain_page", "extract_records"]
