"""The sixth step: builds the search index from the words of all records.

The words were written by the step before. Where a previous run left an index, only templates whose
records changed are indexed anew.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext

from unmold.errors import Failure, UnmoldError, attempt
from unmold.model import Problem, ProblemCode
from unmold.pipeline.engine import IndexedElsewhere
from unmold.pipeline.extract_step import documents_name
from unmold.pipeline.job import Job, note_failures, read_work_column
from unmold.search import SearchIndex, build_index
from unmold.search.build import IndexBuilder
from unmold.search.index_files import VERSION
from unmold.store import Generation
from unmold.store.journal import Step, StepDetails, StepSettings
from unmold.store.table_files import iterate_batches
from unmold.store.verified import verify_search

BATCH_DOCUMENTS = 256
"""Documents in memory at once; it changes no result."""


def settings(job: Job) -> StepSettings:
    if job.engine is not None and not job.engine.has_index:
        return {"index_version": None}
    return {"index_version": VERSION}


def index_records(job: Job) -> StepDetails:
    """Index the records of all templates, or of those that changed since the previous run."""
    if job.engine is not None and not job.engine.has_index:
        shutil.rmtree(job.generation.search, ignore_errors=True)
        return {"indexed": 0, "kept": 0}
    templates = _templates(job.generation)
    base = _usable_base(job)
    now = job.writer.journal.steps(job.generation.number)
    before = job.writer.journal.steps(base.number) if base else {}
    kept = {template for template in templates if _is_unchanged(template, before, now)}
    details = {name: now[f"extract {name}"].details for name in templates if name not in kept}
    # The records that the previous run had come first; in its index they are already.
    skipped = {name: found["known"] if base else 0 for name, found in details.items()}
    untouched = kept | {name for name, known in skipped.items() if known}
    records = sum(details[name]["records"] - known for name, known in skipped.items())
    failures: list[Problem] = []
    job.progress.begin("indexing", records, "records")
    new = {name: details[name]["records"] - known for name, known in skipped.items()}
    with (
        _index_elsewhere(job, new) as elsewhere,
        build_index(
            job.generation.search, base.search if base else None, jobs=max(job.jobs, 1)
        ) as builder,
    ):
        if base is not None:
            for key in _keys(base, [name for name in _templates(base) if name not in untouched]):
                builder.remove(key)
        failures += _take_parts(builder, elsewhere, is_new=base is None)
        job.progress.advance(sum(new[name] for name in elsewhere.templates))
        for template, known in skipped.items():
            if template in elsewhere.templates:
                continue
            for keys, documents, fields in _documents(job.generation, template, known):
                builder.fields.update(fields)
                for key, document in zip(keys, documents, strict=True):
                    added = attempt(add_document, builder, key, document)
                    if isinstance(added, Failure):
                        failures.append(_note_failure(key, added.reason))
                job.progress.advance(len(keys))
    note_failures(job, "index", failures)
    job.progress.end()
    return {"indexed": records, "kept": len(kept)}


def add_document(builder: IndexBuilder, key: str, document: bytes) -> None:
    """Add one record to the index, as extracting wrote it."""
    builder.add_written(key, document, ())


def _note_failure(key: str, reason: str) -> Problem:
    return Problem(ProblemCode.FAILED, key, f"its record is not in the search index: {reason}")


def _index_elsewhere(job: Job, new: dict[str, int]) -> AbstractContextManager[IndexedElsewhere]:
    if job.engine is None:
        return nullcontext(IndexedElsewhere(frozenset(), [], [], {}))
    return job.engine.index(job, new)


def _take_parts(
    builder: IndexBuilder, elsewhere: IndexedElsewhere, *, is_new: bool
) -> list[Problem]:
    """Add what was indexed elsewhere; why some records are not in it."""
    for key in () if is_new else elsewhere.keys:
        builder.remove(key)
    for part in elsewhere.parts:
        builder.adopt(part)
    return [_note_failure(key, reason) for key, reason in elsewhere.failures.items()]


def _documents(
    generation: Generation, template: str, known: int
) -> Iterator[tuple[list[str], list[bytes], list[str]]]:
    """Batches of a template's documents behind those known: keys, documents, columns filled."""
    for batch in iterate_batches(generation.work(documents_name(template)), BATCH_DOCUMENTS):
        new = batch.slice(known)
        known = max(known - batch.num_rows, 0)
        named = new.column("fields").to_pylist()
        fields = [field for fields in named for field in fields]
        yield new.column("key").to_pylist(), new.column("document").to_pylist(), fields


def _usable_base(job: Job) -> Generation | None:
    """The previous run, if its index can be built on: it may be damaged, or of another version."""
    try:
        if job.base is not None:
            verify_search(job.base)
            SearchIndex(job.base.search)
    except UnmoldError:
        return None
    return job.base


def _templates(generation: Generation) -> list[str]:
    """The templates that pages of a generation have."""
    found = read_work_column(generation, "members", "template")
    return list(dict.fromkeys(template for template in found if template is not None))


def _is_unchanged(template: str, before: dict[str, Step], now: dict[str, Step]) -> bool:
    """Whether the previous run left the very same records."""
    name = f"extract {template}"
    return name in before and before[name].digest == now[name].digest


def _keys(generation: Generation, templates: list[str]) -> Iterator[str]:
    for template in templates:
        path = generation.work(documents_name(template))
        for batch in iterate_batches(path, columns=["key"]):
            yield from batch.column("key").to_pylist()
