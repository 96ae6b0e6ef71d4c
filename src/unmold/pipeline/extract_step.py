"""The fifth step: templates are applied to all their pages.

The pages of one template after the other are read again and streamed; their records leave as
Parquet files, and how well each page fits. A template whose pages did not change keeps its records.
Next is `index_step`.
"""

from __future__ import annotations

import hashlib
import json
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any

from unmold import __version__
from unmold.model import Page, Problem, Reason
from unmold.pages.again import read_again
from unmold.pipeline.job import Job, read_work_column
from unmold.records import Record, extract_records
from unmold.records.score import LOW_SCORE
from unmold.search import DocumentMaker
from unmold.store.disk import share_file
from unmold.store.journal import Step
from unmold.store.record_files import share_records, write_records
from unmold.store.stored_pages import places_of
from unmold.store.tables import (
    DOCUMENTS,
    ROWS_AT_A_TIME,
    SCORES,
    TableWriter,
    write_rows,
    writing_table,
)
from unmold.templates import Template

Row = dict[str, Any]


def settings(job: Job) -> dict[str, Any]:
    return {}


def extract_pages(job: Job) -> dict[str, Any]:
    """Extract the records of all templates; those that are there already stay."""
    members = members_of(job)
    _remove_others(job, members)
    job.progress.begin("extracting", sum(map(len, members.values())))
    done = job.building.journal.steps(job.generation.number)
    before = job.building.journal.steps(job.base.number) if job.base else {}
    for template, rows in members.items():
        name, digest = f"extract {template}", _digest(job, template, rows)
        if name not in done or done[name].digest != digest:
            details = _extract(job, template, rows, digest, before.get(name))
            job.building.journal.finish(job.generation.number, name, Step(digest, {}, details))
        job.progress.advance(len(rows))
    job.progress.end()
    return {"pages": sum(map(len, members.values()))}


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


def _extract(
    job: Job, template: str, rows: list[Row], digest: str, before: Step | None
) -> dict[str, Any]:
    loaded = Template.load(job.generation.template(template))
    if job.base is not None and before is not None and before.digest == digest:
        share_records(job.base, job.generation, loaded)
        for name in (scores_name(template), documents_name(template)):
            share_file(job.base.work(name), job.generation.work(name))
        return before.details
    notes: list[dict[str, Any]] = []
    with writing_table(job.generation.work(documents_name(template)), DOCUMENTS) as documents:
        records = _fitting_records(job, loaded, rows, notes)
        count = write_records(job.generation, loaded, _note_documents(loaded, records, documents))
    write_rows(job.generation.work(scores_name(template)), SCORES, notes)
    return {"records": count}


def scores_name(template: str) -> str:
    """The table that says how well each page fits a template."""
    return f"scores-{template}"


def documents_name(template: str) -> str:
    """The table of what can be searched of a template's records."""
    return f"documents-{template}"


def _note_documents(
    template: Template, records: Iterator[tuple[str, Record]], table: TableWriter
) -> Iterator[tuple[str, Record]]:
    """The same records, while what can be searched of them is kept for the index."""
    maker = DocumentMaker(template)
    waiting: list[dict[str, str]] = []
    for key, record in records:
        document = json.dumps(asdict(maker.make(key, record)))
        waiting.append({"key": key, "document": document})
        if len(waiting) >= ROWS_AT_A_TIME:
            table.write_rows(waiting)
            waiting.clear()
        yield key, record
    table.write_rows(waiting)


def _fitting_records(
    job: Job, template: Template, rows: list[Row], notes: list[dict[str, Any]]
) -> Iterator[tuple[str, Record]]:
    """The records of the pages that fit; what there is to say about each page goes to `notes`."""
    under_way: deque[str] = deque()
    pages = _read(job, rows, under_way, notes)
    for record in extract_records(template, pages, limits=job.settings.limits, jobs=job.jobs):
        key = under_way.popleft()
        if record.score < LOW_SCORE:
            reason = f"scores {record.score:.2f} with template {template.id}"
            notes.append(
                {"key": key, "score": record.score, "code": Reason.NO_FIT, "reason": reason}
            )
        else:
            notes.append({"key": key, "score": record.score})
            yield key, record


def _read(
    job: Job, rows: list[Row], under_way: deque[str], notes: list[dict[str, Any]]
) -> Iterator[Page]:
    """The pages of these rows; those that cannot be read any more are noted."""
    again = read_again(places_of(rows), limits=job.settings.limits, jobs=max(job.jobs, 1))
    for row, found in zip(rows, again, strict=True):
        if isinstance(found, Problem):
            notes.append({"key": row["key"], "code": found.code, "reason": found.reason})
        else:
            under_way.append(row["key"])
            yield found
