"""Sums up what a run found, as plain values.

Kept as `summary.json` beside the tables; `unmold run` prints it.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from unmold.disk import write_bytes
from unmold.pipeline.job import Job
from unmold.pipeline.tables_step import FAILED, ONE_OFF, TINY
from unmold.store.rows import ClusterRow, FieldRow, ProblemRow, read_rows

MAIN_FIELDS = 6
"""Fields shown of a template."""

STATES = ("new", "changed", "known", "kept", "gone")


def write_summary(job: Job) -> None:
    """Put the summary beside the tables."""
    text = json.dumps(summarise(job), ensure_ascii=False, indent=1)
    write_bytes(job.generation.summary, text.encode("utf-8", "replace"))


def summarise(job: Job) -> dict[str, Any]:
    """Count pages, templates, problems and seconds; name fields and examples."""
    clusters = read_rows(job.generation.table("clusters"), ClusterRow)
    problems = read_rows(job.generation.table("problems"), ProblemRow)
    steps = job.writer.journal.steps(job.generation.number)
    read = steps["read"].details
    fields: dict[str, list[FieldRow]] = {}
    for field in read_rows(job.generation.table("fields"), FieldRow):
        fields.setdefault(field.template, []).append(field)
    return {
        "generation": job.generation.number,
        "pages": read["pages"],
        "changes": {state: read.get(state, 0) for state in STATES},
        "records": sum(cluster.records for cluster in clusters),
        "templates": [
            _template(cluster, fields.get(cluster.template, []))
            for cluster in clusters
            if cluster.template
        ],
        "new_templates": steps["induce"].details["new"],
        "left_over": _left_over(clusters, read["pages"]),
        "problems": dict(Counter(problem.code for problem in problems).most_common()),
        "stages": {
            name: {key: step.details[key] for key in ("seconds", "cpu_seconds")}
            for name, step in steps.items()
            if "seconds" in step.details
        },
    }


def _template(cluster: ClusterRow, everything: list[FieldRow]) -> dict[str, Any]:
    own = [field for field in everything if field.tier == 1]
    return {
        "template": cluster.template,
        "site": cluster.site,
        "pages": cluster.pages,
        "not_fitting": cluster.pages - cluster.records,
        "example_url": cluster.example_url,
        "columns": len(own),
        "further_columns": len(everything) - len(own),
        "parts": sorted({field.part for field in own if field.part}),
        "fields": [
            {"name": field.name, "type": field.type, "example": field.examples[0]}
            for field in _main_fields(own)
        ],
    }


def _main_fields(fields: list[FieldRow]) -> list[FieldRow]:
    """The first fields of the root table: they stand in a person's order."""
    return [field for field in fields if not field.part and field.examples][:MAIN_FIELDS]


def _left_over(clusters: list[ClusterRow], pages: int) -> dict[str, int]:
    """Pages without a template, by why they have none."""
    return {
        "one_off": sum(cluster.pages for cluster in clusters if cluster.kind == ONE_OFF),
        "failed": sum(cluster.pages for cluster in clusters if cluster.kind == FAILED),
        "tiny": sum(cluster.pages for cluster in clusters if cluster.kind == TINY),
        "unclustered": pages - sum(cluster.pages for cluster in clusters),
    }
