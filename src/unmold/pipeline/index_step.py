"""The sixth step: the words of all records become a search index.

What can be searched of each record enters, as extracting kept it. Where a run before left an index,
only templates whose records changed are indexed anew. Next is `tables_step`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from unmold.pipeline.extract_step import documents_name
from unmold.pipeline.job import Job, read_work_column
from unmold.search import SearchDocument, build_index
from unmold.store import Generation
from unmold.store.tables import iterate_rows


def settings(job: Job) -> dict[str, Any]:
    return {}


def index_records(job: Job) -> dict[str, Any]:
    """Index the records of all templates, or of those that changed since the run before."""
    templates = _templates(job.generation)
    base = job.base if job.base is not None and any(job.base.search.iterdir()) else None
    kept = {template for template in templates if base and _is_unchanged(job, base, template)}
    changed = [template for template in templates if template not in kept]
    job.progress.begin("indexing", None, "records")
    with build_index(
        job.generation.search, base.search if base else None, jobs=max(job.jobs, 1)
    ) as builder:
        if base is not None:
            for key in _keys(base, [name for name in _templates(base) if name not in kept]):
                builder.remove(key)
        for template in changed:
            for row in iterate_rows(job.generation.work(documents_name(template))):
                builder.add(SearchDocument(**json.loads(row["document"])))
                job.progress.advance()
    job.progress.end()
    return {"indexed": len(changed), "kept": len(kept)}


def _templates(generation: Generation) -> list[str]:
    """The templates that pages of a generation have."""
    found = read_work_column(generation, "members", "template")
    return list(dict.fromkeys(template for template in found if template is not None))


def _is_unchanged(job: Job, base: Generation, template: str) -> bool:
    """Whether the run before left the very same records."""
    name, journal = f"extract {template}", job.building.journal
    before, now = journal.steps(base.number), journal.steps(job.generation.number)
    return name in before and name in now and before[name].digest == now[name].digest


def _keys(generation: Generation, templates: list[str]) -> Iterator[str]:
    for template in templates:
        path = generation.work(documents_name(template))
        yield from (row["key"] for row in iterate_rows(path, ["key"]))
