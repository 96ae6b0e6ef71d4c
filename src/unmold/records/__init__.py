"""Records: a template and pages enter, what each page says by field leaves."""

from unmold.records.extract import extract_records
from unmold.records.record import Record

__all__ = ["Record", "extract_records"]
