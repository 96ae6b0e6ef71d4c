"""Records: what each page says, by field of its template."""

from unmold.records.classify import (
    ClassifiedPage,
    TemplateClassifier,
    Verdict,
    classify_pages,
)
from unmold.records.explain import Explanation, explain_page
from unmold.records.extract import extract_records
from unmold.records.extract_known import extract_known
from unmold.records.parquet_files import WrittenTable, write_parquet
from unmold.records.record import Record
from unmold.records.record_tables import records_to_tables, stream_tables
from unmold.records.strip import StrippedPage, strip_pages

__all__ = [
    "ClassifiedPage",
    "Explanation",
    "Record",
    "StrippedPage",
    "TemplateClassifier",
    "Verdict",
    "WrittenTable",
    "classify_pages",
    "explain_page",
    "extract_known",
    "extract_records",
    "records_to_tables",
    "stream_tables",
    "strip_pages",
    "write_parquet",
]
