"""The fifth step: applies templates to all their pages.

The pages of one template after the other are read again and streamed through all cores; their
records are written as Parquet files, with how well each page fits. A template whose pages did not
change keeps its records.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from unmold import __version__
from unmold.errors import Failure, attempt
from unmold.pages.read_ahead import map_ordered
from unmold.pipeline.edit_step import PINNED
from unmold.pipeline.extraction import (
    Batch,
    Extracted,
    TemplateTiers,
    extract_batch,
    fill_batches,
    note_failure,
    nothing_of,
)
from unmold.pipeline.job import Job, read_work_column
from unmold.pipeline.loaded_templates import load_tiers, load_written
from unmold.store import Generation
from unmold.store.journal import Step, StepDetails, StepSettings
from unmold.store.layout import ALL
from unmold.store.record_files import share_records, writing_records
from unmold.store.rows import PageRow, ScoreRow, read_rows
from unmold.store.stored_pages import read_page_rows, read_pages_again
from unmold.store.table_files import (
    DOCUMENTS,
    SCORES,
    read_table,
    remove_table,
    write_rows,
    writing_table,
)
from unmold.store.verified import share_verified
from unmold.templates import Template

RECORDS_VERSION = 6
"""Of the files of records, and of what is written for the index: those of another are extracted
anew. 3: the texts are there from which the first tier was read. 4: documents hold texts once. 5:
documents hold the texts of a column as one. 6: documents are bytes that the core reads.
"""


def settings(job: Job) -> StepSettings:
    return {}


@dataclass(frozen=True, slots=True)
class Unit:
    """The pages of one template, extracted together: done as a whole or not at all."""

    template: str
    rows: list[PageRow]
    digest: str
    fresh: list[PageRow]
    """The pages to extract: all, unless the previous run has the records of the others."""

    @property
    def is_grown(self) -> bool:
        return len(self.fresh) < len(self.rows)

    @property
    def step(self) -> str:
        """Its name in the journal."""
        return f"extract {self.template}"


def extract_pages(job: Job) -> StepDetails:
    """Extract the records of all templates; those that are there already stay."""
    members = members_of(job.generation, job.rows())
    pages = sum(map(len, members.values()))
    _remove_others(job, members)
    job.progress.begin("extracting", pages)
    units = [Unit(name, rows, _digest(job, name, rows), rows) for name, rows in members.items()]
    left = _left_to_do(job, units)
    job.progress.advance(pages - sum(len(unit.fresh) for unit in left))
    _extract(job, left)
    job.progress.end()
    return {"pages": pages}


def members_of(generation: Generation, rows: list[PageRow]) -> dict[str, list[PageRow]]:
    """By template the pages of a generation that are its."""
    found: dict[str, list[PageRow]] = {}
    templates = read_work_column(generation, "members", "template")
    for row, template in zip(rows, templates, strict=True):
        if template is not None:
            found.setdefault(template, []).append(row)
    return found


def _remove_others(job: Job, templates: Iterable[str]) -> None:
    """Remove records of templates that there are no more, since settings changed meanwhile."""
    kept = set(templates)
    for path in job.generation.records.glob("*.parquet"):
        if path.stem.partition("-")[0].removesuffix(ALL) not in kept:
            remove_table(path)


def _digest(job: Job, template: str, rows: list[PageRow]) -> str:
    """What the records of a template depend on: the template and its pages."""
    digest = hashlib.sha256(job.generation.template(template).read_bytes())
    digest.update(f"{__version__} {RECORDS_VERSION}".encode())
    for row in rows:
        digest.update("\0".join((*_identity(row), "")).encode("utf-8", "surrogatepass"))
    digest.update(json.dumps(sorted(pinned_keys(job) & {row.key for row in rows})).encode())
    return digest.hexdigest()


def pinned_keys(job: Job) -> set[str]:
    """The pages that a person gave to their templates, however well they fit."""
    path = job.generation.work(PINNED)
    return {*read_work_column(job.generation, PINNED, "key")} if path.exists() else set()


def _left_to_do(job: Job, units: list[Unit]) -> list[Unit]:
    """Units that neither an interrupted run has finished nor the previous run has just the same."""
    done = job.writer.journal.steps(job.generation.number)
    before = job.writer.journal.steps(job.base.number) if job.base else {}
    # A page that could not be read then may be there again.
    before = {name: step for name, step in before.items() if not step.details.get("unreadable")}
    left = [unit for unit in units if not _is_same(unit, done)]
    for unit in left:
        if job.base is not None and _is_same(unit, before):
            _share(job, job.base, unit)
            job.writer.journal.finish(job.generation.number, unit.step, before[unit.step])
    return _without_known(job, [unit for unit in left if not _is_same(unit, before)], before)


def _without_known(job: Job, units: list[Unit], before: dict[str, Step]) -> list[Unit]:
    """The units, of which only what is new is fresh where pages were added and nothing else."""
    if job.base is None or not units:
        return units
    members = members_of(job.base, read_page_rows(job.base))
    return [_grow(job, unit, members.get(unit.template, []), before) for unit in units]


def _grow(job: Job, unit: Unit, known: list[PageRow], before: dict[str, Step]) -> Unit:
    if unit.step not in before or _digest(job, unit.template, known) != before[unit.step].digest:
        return unit
    identities = {_identity(row) for row in known}
    fresh = [row for row in unit.rows if _identity(row) not in identities]
    return replace(unit, fresh=fresh) if len(fresh) + len(known) == len(unit.rows) else unit


def _identity(row: PageRow) -> tuple[str, ...]:
    """What a page's record depends on."""
    return row.key, row.path, row.url, row.site, row.sha256


def _is_same(unit: Unit, steps: dict[str, Step]) -> bool:
    return unit.step in steps and steps[unit.step].digest == unit.digest


def _share(job: Job, base: Generation, unit: Unit) -> None:
    """Take the records of the previous run."""
    share_records(base, job.generation, _load(job, unit))
    for name in (scores_name(unit.template), documents_name(unit.template)):
        share_verified(base.work(name), job.generation.work(name))


def scores_name(template: str) -> str:
    """The table that says how well each page fits a template."""
    return f"scores-{template}"


def documents_name(template: str) -> str:
    """The table of what can be searched of a template's records."""
    return f"documents-{template}"


def _extract(job: Job, units: list[Unit]) -> None:
    """Extract the pages of templates; a unit is noted in the journal when it is on disk."""
    by_template = {unit.template: unit for unit in units}
    # The native core works outside of Python's lock, so that threads run side by side.
    jobs = job.jobs or os.cpu_count() or 1
    broken: list[BaseException] = []
    if job.engine is not None:
        found = job.engine.extract(job, units)
    else:
        found = map_ordered(extract_batch, read_batches(job, units), jobs)
    extracted = _noting(broken, found)
    for template, batches in groupby(extracted, key=lambda batch: batch.template):
        unit = by_template[template]
        written = attempt(_write, job, unit, batches)
        if broken:
            # Not what came from the pages, but where they come from: for all templates.
            raise broken[0]
        if isinstance(written, Failure):
            written = _write(job, replace(unit, fresh=unit.rows), [_nothing(unit, written)])
        step = Step(unit.digest, {}, written)
        job.writer.journal.finish(job.generation.number, unit.step, step)


def _noting(broken: list[BaseException], items: Iterator[Extracted]) -> Iterator[Extracted]:
    """The same items; an exception in place of one is noted."""
    try:
        yield from items
    except BaseException as error:
        broken.append(error)
        raise


def _nothing(unit: Unit, failure: Failure) -> Extracted:
    """What is written of a template whose tables cannot be: why none of its pages has a record."""
    notes = [note_failure(row.key, failure) for row in unit.rows]
    return replace(nothing_of(unit.template), notes=notes)


def _write(job: Job, unit: Unit, batches: Iterable[Extracted]) -> StepDetails:
    """Write what was extracted from one template's pages, behind what is known of it."""
    notes: list[ScoreRow] = []
    work, layouts = job.generation.work, _prepare(job, unit).layouts
    parts = job.engine.rows_of_part if job.engine is not None else None
    with (
        writing_table(work(documents_name(unit.template)), DOCUMENTS, is_work=True) as documents,
        writing_records(job.generation, layouts, parts) as records,
    ):
        if unit.is_grown and job.base is not None:
            records.copy(job.base, layouts)
            documents.write(read_table(job.base.work(documents_name(unit.template))))
            notes += read_rows(job.base.work(scores_name(unit.template)), ScoreRow)
        known = records.count
        for batch in batches:
            records.write(batch.keys, batch.tables)
            documents.write(batch.documents)
            notes += batch.notes
            job.progress.advance(batch.pages)
    write_rows(work(scores_name(unit.template)), SCORES, notes)
    unreadable = sum(note.score is None for note in notes)
    return {
        "records": records.count,
        "sizes": records.sizes,
        "known": known,
        "unreadable": unreadable,
    }


def read_batches(job: Job, units: list[Unit]) -> Iterator[Batch]:
    """The pages of all units, read again; of each unit at least one batch, though it be empty."""
    for unit in units:
        empty = Batch(_prepare(job, unit), job.settings.limits, jobs=1)
        pinned = pinned_keys(job)
        given = [row for row in unit.fresh if row.key in pinned]
        yield from _fill_batches(job, empty, [row for row in unit.fresh if row.key not in pinned])
        if given:
            yield from _fill_batches(job, replace(empty, least=0.0), given)


def _fill_batches(job: Job, empty: Batch, rows: list[PageRow]) -> Iterator[Batch]:
    limits, stamps = job.settings.limits, job.sources.stamps
    pages = read_pages_again(rows, limits=limits, jobs=job.jobs, stamps=stamps)
    yield from fill_batches(empty, pages)


def _load(job: Job, unit: Unit) -> Template:
    return load_written(job.generation, unit.template)


def _prepare(job: Job, unit: Unit) -> TemplateTiers:
    """A template made ready to be applied, and to write what it finds."""
    return load_tiers(job.generation, unit.template)
