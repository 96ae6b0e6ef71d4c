"""Extracts the records of a batch of pages, on whatever thread.

The tables of a batch number their records from 0; whoever joins batches renumbers them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

from unmold.arrow_arrays import make_array
from unmold.errors import Failure, attempt_together
from unmold.model import Page, Problem, ProblemCode
from unmold.records.arrays import RecordArrays
from unmold.records.extract import apply_templates, describe_problems
from unmold.records.record_tables import arrays_to_tables, make_head, texts_to_tables
from unmold.records.score import LOW_SCORE
from unmold.records.table_layout import TierLayouts
from unmold.search.documents import DocumentColumns, write_head
from unmold.settings import Limits
from unmold.store.layout import TEXTS
from unmold.store.rows import ScoreRow
from unmold.store.table_files import DOCUMENTS
from unmold.templates import Template
from unmold.templates.compiled import compile_template

if TYPE_CHECKING:
    import pyarrow as pa

    from unmold._core import CompiledTemplate

# Bound the memory of a batch; they change no result.
BATCH_PAGES = 512
"""Of every column of a batch an array is made: with a quarter of the pages, the 10,136 of openjdk17
took 3 to 10 % longer, on a busy machine."""
BATCH_BYTES = 8 << 20
"""Bounds what a worker is given at once, and what it holds."""


@dataclass(frozen=True)
class TemplateTiers:
    """Both tiers of a template, made ready to be applied when the first batch asks for it."""

    template: Template

    @cached_property
    def native(self) -> list[CompiledTemplate]:
        """The second tier, which decides whether a page fits, then the first."""
        return [compile_template(self.template), compile_template(self.template.best)]

    @cached_property
    def layouts(self) -> TierLayouts:
        return TierLayouts.of(self.template)

    @cached_property
    def documents(self) -> DocumentColumns:
        return DocumentColumns(self.template)


@dataclass(frozen=True, slots=True)
class Batch:
    """Some pages of a template."""

    tiers: TemplateTiers
    limits: Limits
    jobs: int
    pages: list[Page] = field(default_factory=list)
    notes: list[ScoreRow] = field(default_factory=list)
    """What there is to say about pages that could not be read any more."""

    least: float = LOW_SCORE
    """The score that a page must have for a record: pages that a person gave to the template have
    one, however badly they fit."""


def fill_batches(empty: Batch, found: Iterable[Page | Problem]) -> Iterator[Batch]:
    """Pages in batches like `empty`; at least one, though it be empty."""
    batch, size = replace(empty, pages=[], notes=[]), 0
    for item in found:
        if isinstance(item, Problem):
            batch.notes.append(ScoreRow(item.where, code=item.code, reason=item.message))
        else:
            batch.pages.append(item)
            size += len(item.data)
        if len(batch.pages) >= BATCH_PAGES or size >= BATCH_BYTES:
            yield batch
            batch, size = replace(empty, pages=[], notes=[]), 0
    yield batch


@dataclass(frozen=True, slots=True)
class Extracted:
    """What was extracted from a batch."""

    template: str
    pages: int
    keys: list[str]
    """The pages whose records are in the tables."""

    tables: dict[int, dict[str, pa.Table]]
    """By tier and name."""

    documents: pa.Table
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
    result = found.result or nothing_of(batch.tiers.template.name)
    return replace(result, pages=len(batch.pages) + len(batch.notes), notes=[*notes, *result.notes])


def nothing_of(template: str) -> Extracted:
    """What is extracted where there are no pages."""
    return Extracted(template, 0, [], {}, DOCUMENTS.empty_table(), [])


def note_failure(key: str, failure: Failure) -> ScoreRow:
    """What there is to say about a page that unmold failed on."""
    return ScoreRow(key, code=ProblemCode.FAILED.value, reason=failure.reason)


def _extract_pages(batch: Batch, pages: list[Page]) -> Extracted:
    """Extract some pages of a batch, without its notes: both tiers from one look at each page."""
    tiers, template = batch.tiers, batch.tiers.template
    buffers, caps, has_leaves = apply_templates(
        tiers.native,
        pages,
        batch.limits,
        jobs=batch.jobs,
        least=batch.least,
        with_sources=False,
        documents=tiers.documents.native,
        heads=[write_head(template.name, page) for page in pages],
    )
    second, first = RecordArrays(template, buffers[0]), RecordArrays(template.best, buffers[1])
    kept = [number for number, is_kept in enumerate(second.kept) if is_kept]
    made = [pages[number] for number in kept]
    documents = _write_documents(tiers.documents, made, second)
    own = [(caps[number], has_leaves[number]) for number in kept]
    layouts = ((2, tiers.layouts.second, second), (1, tiers.layouts.first, first))
    scores = {2: [second.scores[number] for number in kept], 1: first.scores}
    about = _describe_pages(template.name, made)
    tables = {
        tier: arrays_to_tables(
            layout, arrays, about | _judge_pages(arrays, made, scores[tier], own, batch.limits)
        )
        for tier, layout, arrays in layouts
    }
    tables[TEXTS] = texts_to_tables(tiers.layouts.texts, first)
    notes = [
        _note(template, page, score, batch.least)
        for page, score in zip(pages, second.scores, strict=True)
    ]
    keys = [page.key for page in made]
    return Extracted(template.name, len(pages), keys, tables, documents, notes)


def _write_documents(
    columns: DocumentColumns, pages: Sequence[Page], arrays: RecordArrays
) -> pa.Table:
    import pyarrow as pa

    keys = make_array([page.key for page in pages], pa.string())
    fields = columns.name_new(len(pages), arrays.filled)
    named = make_array(fields, DOCUMENTS.field("fields").type)
    return pa.Table.from_arrays([keys, arrays.documents, named], schema=DOCUMENTS)


def _describe_pages(template: str, pages: Sequence[Page]) -> dict[str, pa.Array]:
    """What the tables of both tiers say about the pages of the records."""
    return {
        "_path": make_head("_path", [page.path for page in pages]),
        "_url": make_head("_url", [page.url for page in pages]),
        "_site": make_head("_site", [page.site for page in pages]),
        "_template": make_head("_template", [template] * len(pages)),
    }


def _judge_pages(
    arrays: RecordArrays,
    pages: Sequence[Page],
    scores: Sequence[float],
    caps: Sequence[tuple[int, int]],
    limits: Limits,
) -> dict[str, pa.Array]:
    """What the tables of one tier say about how well pages fit."""
    says = [said for said, kept in zip(arrays.says_anything, arrays.kept, strict=True) if kept]
    problems = [
        describe_problems(page, score, said, *found, limits)
        for page, score, said, found in zip(pages, scores, says, caps, strict=True)
    ]
    return {"_score": make_head("_score", scores), "_problems": make_head("_problems", problems)}


def _note(template: Template, page: Page, score: float, least: float) -> ScoreRow:
    if score >= least:
        return ScoreRow(page.key, score)
    reason = f"scores {score:.2f} with template {template.name}"
    return ScoreRow(page.key, score, ProblemCode.NO_FIT.value, reason)
