"""The fifth step: templates are applied to all their pages.

The pages of one template after the other are read again and streamed through all cores; their
records leave as Parquet files, and how well each page fits. A template whose pages did not change
keeps its records. Next is `index_step`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from unmold import __version__
from unmold.model import Problem
from unmold.pages.again import read_again
from unmold.pipeline.extraction import Batch, Extracted, extract_batch
from unmold.pipeline.job import Job, read_work_column
from unmold.pipeline.workers import open_workers
from unmold.store import Generation
from unmold.store.disk import share_file
from unmold.store.journal import Step
from unmold.store.record_files import share_records, writing_records
from unmold.store.stored_pages import places_of
from unmold.store.tables import DOCUMENTS, SCORES, write_rows, writing_table
from unmold.templates import Template

MIN_PAGES = 200
"""For fewer pages it does not pay to start other processes."""

Row = dict[str, Any]


def settings(job: Job) -> dict[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class Unit:
    """The pages of one template, extracted together: done as a whole or not at all."""

    template: str
    rows: list[Row]
    digest: str

    @property
    def step(self) -> str:
        """Its name in the journal."""
        return f"extract {self.template}"


def extract_pages(job: Job) -> dict[str, Any]:
    """Extract the records of all templates; those that are there already stay."""
    members = members_of(job)
    pages = sum(map(len, members.values()))
    _remove_others(job, members)
    job.progress.begin("extracting", pages)
    units = [Unit(name, rows, _digest(job, name, rows)) for name, rows in members.items()]
    left = _left_to_do(job, units)
    job.progress.advance(pages - sum(len(unit.rows) for unit in left))
    _extract(job, left)
    job.progress.end()
    return {"pages": pages}


def members_of(job: Job) -> dict[str, list[Row]]:
    """By template the pages that are its."""
    found: dict[str, list[Row]] = {}
    templates = read_work_column(job.generation, "members", "template")
    for row, template in zip(job.rows(), templates, strict=True):
        if template is not None:
            found.setdefault(template, []).append(row)
    return found


def _remove_others(job: Job, templates: Iterable[str]) -> None:
    """Remove records of templates that there are no more, since settings changed meanwhile."""
    kept = set(templates)
    for path in job.generation.records.glob("*.parquet"):
        if path.stem.partition("-")[0] not in kept:
            path.unlink()


def _digest(job: Job, template: str, rows: list[Row]) -> str:
    """What the records of a template depend on: the template and its pages."""
    digest = hashlib.sha256(job.generation.template(template).read_bytes())
    digest.update(__version__.encode())
    for row in rows:
        known = [row[name] for name in ("key", "path", "url", "site", "sha256")]
        digest.update(json.dumps(known).encode())
    return digest.hexdigest()


def _left_to_do(job: Job, units: list[Unit]) -> list[Unit]:
    """Units that neither an interrupted run has finished nor the run before has just the same."""
    done = job.building.journal.steps(job.generation.number)
    before = job.building.journal.steps(job.base.number) if job.base else {}
    left = [unit for unit in units if not _is_same(unit, done)]
    for unit in left:
        if job.base is not None and _is_same(unit, before):
            _share(job, job.base, unit)
            job.building.journal.finish(job.generation.number, unit.step, before[unit.step])
    return [unit for unit in left if not _is_same(unit, before)]


def _is_same(unit: Unit, steps: dict[str, Step]) -> bool:
    return unit.step in steps and steps[unit.step].digest == unit.digest


def _share(job: Job, base: Generation, unit: Unit) -> None:
    """Take the records of the run before."""
    share_records(base, job.generation, _load(job, unit))
    for name in (scores_name(unit.template), documents_name(unit.template)):
        share_file(base.work(name), job.generation.work(name))


def scores_name(template: str) -> str:
    """The table that says how well each page fits a template."""
    return f"scores-{template}"


def documents_name(template: str) -> str:
    """The table of what can be searched of a template's records."""
    return f"documents-{template}"


def _extract(job: Job, units: list[Unit]) -> None:
    """Extract the pages of templates; a unit is noted in the journal when it is on disk."""
    by_template = {unit.template: unit for unit in units}
    pages = sum(len(unit.rows) for unit in units)
    with open_workers(job.jobs if pages >= MIN_PAGES else 1) as workers:
        extracted = workers.map(extract_batch, _batches(job, units, workers.jobs))
        for template, batches in groupby(extracted, key=lambda batch: batch.template):
            count = _write(job, by_template[template], batches)
            step = Step(by_template[template].digest, {}, {"records": count})
            job.building.journal.finish(job.generation.number, by_template[template].step, step)


def _write(job: Job, unit: Unit, batches: Iterable[Extracted]) -> int:
    """Write what was extracted from one template's pages; returns the number of records."""
    notes: list[dict[str, Any]] = []
    work = job.generation.work
    with (
        writing_table(work(documents_name(unit.template)), DOCUMENTS) as documents,
        writing_records(job.generation, _load(job, unit)) as records,
    ):
        for batch in batches:
            records.write(batch.keys, batch.tables)
            documents.write_rows(batch.documents)
            notes += batch.notes
            job.progress.advance(batch.pages)
    write_rows(work(scores_name(unit.template)), SCORES, notes)
    return records.count


def _batches(job: Job, units: list[Unit], workers: int) -> Iterator[Batch]:
    """The pages of all units, read again; of each unit at least one batch, though it be empty."""
    for unit in units:
        # What tells templates apart is not needed to apply one.
        template = replace(_load(job, unit), looks=None)
        empty = Batch(template, job.settings.limits, job.jobs if workers <= 1 else 1)
        batch = replace(empty, pages=[], notes=[])
        places = places_of(unit.rows)
        for found in read_again(places, limits=job.settings.limits, jobs=max(job.jobs, 1)):
            if isinstance(found, Problem):
                note = {"key": found.where, "code": found.code, "reason": found.reason}
                batch.notes.append(note)
            else:
                batch.pages.append(found)
            if batch.is_full:
                yield batch
                batch = replace(empty, pages=[], notes=[])
        yield batch


def _load(job: Job, unit: Unit) -> Template:
    return Template.load(job.generation.template(unit.template))
