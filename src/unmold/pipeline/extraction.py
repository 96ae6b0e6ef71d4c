"""Extracts the records of a batch of pages, in whatever process.

The tables of a batch number their records from 0; whoever joins batches renumbers them.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from unmold.errors import Failure, attempt_together
from unmold.model import Page, ProblemCode
from unmold.records import records_to_tables
from unmold.records.extract import Extractor, with_leaves
from unmold.records.record import Record
from unmold.records.record_tables import texts_to_tables
from unmold.records.score import LOW_SCORE
from unmold.search import DocumentMaker
from unmold.settings import Limits
from unmold.store.layout import TEXTS
from unmold.store.rows import DocumentRow, ScoreRow
from unmold.templates import Template

if TYPE_CHECKING:
    import pyarrow as pa

# Bound the memory of a worker; they change no result.
BATCH_PAGES = 128
BATCH_BYTES = 8 << 20


@dataclass(frozen=True, slots=True)
class Batch:
    """Some pages of a template."""

    template: Template
    limits: Limits
    jobs: int
    pages: list[Page] = field(default_factory=list)
    notes: list[ScoreRow] = field(default_factory=list)
    """What there is to say about pages that could not be read any more."""

    pinned: frozenset[str] = frozenset()
    """Pages that a person gave to the template: each has a record, however well it fits."""

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

    documents: list[DocumentRow]
    """What can be searched of each record."""

    notes: list[ScoreRow]
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


def note_failure(key: str, failure: Failure) -> ScoreRow:
    """What there is to say about a page that unmold failed on."""
    return ScoreRow(key, code=ProblemCode.FAILED.value, reason=failure.reason)


def _extract_pages(batch: Batch, pages: list[Page]) -> Extracted:
    """Extract some pages of a batch, without its notes: both tiers from one look at each page."""
    template, best = batch.template, batch.template.best
    extractor, maker = Extractor(template), DocumentMaker(template)
    first_tier = Extractor(best)
    notes: list[ScoreRow] = []
    keys: list[str] = []
    documents: list[DocumentRow] = []
    tiers: tuple[list[Record], list[Record]] = ([], [])
    for page, leaves in with_leaves(pages, batch.limits, batch.jobs):
        record = extractor.extract(page, leaves, batch.limits)
        if record.score < LOW_SCORE and page.key not in batch.pinned:
            reason = f"scores {record.score:.2f} with template {template.name}"
            notes.append(ScoreRow(page.key, record.score, ProblemCode.NO_FIT.value, reason))
            continue
        notes.append(ScoreRow(page.key, record.score))
        keys.append(page.key)
        document = json.dumps(asdict(maker.make(page.key, record)))
        documents.append(DocumentRow(page.key, document))
        tiers[0].append(first_tier.extract(page, leaves, batch.limits))
        tiers[1].append(record)
    tables = {
        1: records_to_tables(best, tiers[0]),
        2: records_to_tables(template, tiers[1]),
        TEXTS: texts_to_tables(best, tiers[0]),
    }
    return Extracted(template.name, len(pages), keys, tables, documents, notes)
