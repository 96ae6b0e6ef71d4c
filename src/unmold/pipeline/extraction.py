"""Extracts the records of a batch of pages, in whatever process.

The tables of a batch number their records from 0; whoever joins batches renumbers them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from unmold.errors import Failure, attempt_together
from unmold.model import Page, ProblemCode
from unmold.records import extract_records, records_to_tables
from unmold.records.record import Record
from unmold.records.score import LOW_SCORE
from unmold.search import DocumentMaker
from unmold.settings import Limits
from unmold.templates import Template

if TYPE_CHECKING:
    import pyarrow as pa

# Bound the memory of a worker; they change no result.
BATCH_PAGES = 128
BATCH_BYTES = 8 << 20

Notes = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Batch:
    """Some pages of a template."""

    template: Template
    limits: Limits
    jobs: int
    pages: list[Page] = field(default_factory=list)
    notes: Notes = field(default_factory=list)
    """What there is to say about pages that could not be read any more."""

    @property
    def is_full(self) -> bool:
        size = sum(len(page.data) for page in self.pages)
        return len(self.pages) >= BATCH_PAGES or size >= BATCH_BYTES


@dataclass(frozen=True, slots=True)
class Extracted:
    """What was extracted from a batch."""

    template: str
    pages: int
    keys: list[str]
    """The pages whose records are in the tables."""

    tables: dict[int, dict[str, pa.Table]]
    """By tier and name."""

    documents: list[dict[str, str]]
    """What can be searched of each record."""

    notes: Notes
    """How well each page fits."""


def extract_batch(batch: Batch) -> Extracted:
    """Extract the records of the pages that fit, and say of the others why they do not."""
    found = attempt_together(partial(_extract_pages, batch), batch.pages)
    notes = [
        *batch.notes,
        *(note_failure(batch.pages[number].key, one) for number, one in found.failures.items()),
    ]
    result = found.result or Extracted(batch.template.name, 0, [], {}, [], [])
    return replace(result, pages=len(batch.pages) + len(batch.notes), notes=[*notes, *result.notes])


def note_failure(key: str, failure: Failure) -> dict[str, Any]:
    """What there is to say about a page that unmold failed on."""
    return {"key": key, "code": ProblemCode.FAILED.value, "reason": failure.reason}


def _extract_pages(batch: Batch, pages: list[Page]) -> Extracted:
    """Extract some pages of a batch, without its notes."""
    notes: Notes = []
    keys: list[str] = []
    documents: list[dict[str, str]] = []
    records = _fitting_records(replace(batch, pages=pages), keys, documents, notes)
    everything = records_to_tables(batch.template, records)
    tables = {1: _first_tables(batch, pages, set(keys)), 2: everything}
    return Extracted(batch.template.name, len(pages), keys, tables, documents, notes)


def _first_tables(batch: Batch, pages: list[Page], fitting: set[str]) -> dict[str, pa.Table]:
    """The tables of the first tier of the pages that fit."""
    chosen = iter([page for page in pages if page.key in fitting])
    template = batch.template.best
    records = extract_records(template, chosen, limits=batch.limits, jobs=batch.jobs)
    return records_to_tables(template, records)


def _fitting_records(
    batch: Batch, keys: list[str], documents: list[dict[str, str]], notes: Notes
) -> Iterator[Record]:
    maker = DocumentMaker(batch.template)
    for page, record in zip(batch.pages, _records(batch), strict=True):
        if record.score < LOW_SCORE:
            reason = f"scores {record.score:.2f} with template {batch.template.name}"
            notes.append(
                _note(page, score=record.score, code=ProblemCode.NO_FIT.value, reason=reason)
            )
        else:
            notes.append(_note(page, score=record.score))
            keys.append(page.key)
            document = json.dumps(asdict(maker.make(page.key, record)))
            documents.append({"key": page.key, "document": document})
            yield record


def _records(batch: Batch) -> Iterable[Record]:
    return extract_records(batch.template, iter(batch.pages), limits=batch.limits, jobs=batch.jobs)


def _note(page: Page, **details: Any) -> dict[str, Any]:
    return {"key": page.key, **details}
