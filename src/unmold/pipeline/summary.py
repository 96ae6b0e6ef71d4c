"""Sums up what a run found, as plain values.

Kept as `summary.json` beside the tables; `unmold run` prints it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any, cast

from unmold.disk import write_bytes
from unmold.edits import describe_edit
from unmold.pipeline.edit_step import applied_edits
from unmold.pipeline.job import Job
from unmold.pipeline.loaded_templates import load_written
from unmold.pipeline.schema_changes import REMOVED
from unmold.pipeline.tables_step import FAILED, ONE_OFF, TINY
from unmold.store.edited_templates import view_templates
from unmold.store.journal import Step
from unmold.store.rows import (
    ChangeRow,
    ClusterRow,
    FieldRow,
    ProblemRow,
    RecordTableRow,
    read_rows,
)
from unmold.store.summary import EditsSummary, FieldExample, SchemaChange, Summary, TemplateSummary
from unmold.store.table_files import read_row, read_table

MAIN_FIELDS = 8
"""Columns shown of a template."""

VALUE_LENGTH = 200
"""Letters of a value that are shown; a main text has thousands."""

STATES = ("new", "changed", "known", "kept", "gone")


def write_summary(job: Job) -> None:
    """Put the summary beside the tables."""
    text = json.dumps(summarise(job), ensure_ascii=False, indent=1)
    write_bytes(job.generation.summary, text.encode("utf-8", "replace"))


def summarise(job: Job) -> Summary:
    """Count pages, templates, problems and seconds; name fields and examples."""
    clusters = read_rows(job.generation.table("clusters"), ClusterRow)
    problems = read_rows(job.generation.table("problems"), ProblemRow)
    steps = job.writer.journal.steps(job.generation.number)
    read = steps["read"].details
    fields: dict[str, list[FieldRow]] = {}
    for field in read_rows(job.generation.table("fields"), FieldRow):
        fields.setdefault(field.template, []).append(field)
    parts: dict[str, list[RecordTableRow]] = {}
    for table in read_rows(job.generation.table("tables"), RecordTableRow):
        if table.tier == 1 and table.part:
            parts.setdefault(table.template, []).append(table)
    return {
        "generation": job.generation.number,
        "pages": read["pages"],
        "changes": {state: cast(int, read.get(state, 0)) for state in STATES},
        "records": sum(cluster.records for cluster in clusters),
        "templates": [
            _template(job, cluster, fields.get(name, []), parts.get(name, []))
            for cluster in clusters
            if (name := cluster.template)
        ],
        "new_templates": steps["induce"].details["new"],
        "schema_changes": _schema_changes(job),
        "edits": _edits(job, steps),
        "left_over": _left_over(clusters, read["pages"]),
        "problems": dict(Counter(problem.code for problem in problems).most_common()),
        "stages": {
            name: {
                "seconds": step.details["seconds"],
                "cpu_seconds": step.details["cpu_seconds"],
            }
            for name, step in steps.items()
            if "seconds" in step.details
        },
    }


def _edits(job: Job, steps: Mapping[str, Step]) -> EditsSummary:
    """Which edits hold: those that take a run as it applied them, the others as they are shown."""
    applied, left = applied_edits(steps)
    waiting = _waiting(job) if job.edits.active else {}
    said = {str(edit.id): describe_edit(edit) for edit in job.edits.edits}
    waiting = {**waiting, **left}
    return {
        "active": len(job.edits.active),
        "applied": applied,
        "waiting": waiting,
        "said": {number: said[number] for number in waiting},
    }


def _waiting(job: Job) -> dict[str, str]:
    """By number of an edit why it is not in effect."""
    names = read_table(job.generation.table("clusters"), ["template"]).column(0).to_pylist()
    templates = {name: load_written(job.generation, name) for name in names if name is not None}
    views = view_templates(job.generation, templates, job.edits.active)
    return {str(number): why for number, why in (views.waiting if views else {}).items()}


def _schema_changes(job: Job) -> list[SchemaChange]:
    """What this run changed about tables that were there before."""
    rows = read_rows(job.generation.table("changes"), ChangeRow)
    own = [row for row in rows if row.generation == job.generation.number]
    return [
        {
            "template": row.template,
            "part": row.part,
            "tier": row.tier,
            "column": row.column,
            "change": row.change,
            "before": row.before,
            "after": row.after,
        }
        for row in own
        if row.tier is not None or row.change == REMOVED
    ]


def _template(
    job: Job, cluster: ClusterRow, everything: list[FieldRow], parts: list[RecordTableRow]
) -> TemplateSummary:
    own = [field for field in everything if field.tier == 1]
    name = cluster.template or ""
    url, shown = _example(job, name, own)
    return {
        "template": name,
        "site": cluster.site,
        "pages": cluster.pages,
        "not_fitting": cluster.pages - cluster.records,
        "example_url": url or cluster.example_url,
        "columns": len(own),
        "further_columns": len(everything) - len(own),
        "parts": [{"name": part.part, "table": part.name, "rows": part.rows} for part in parts],
        "fields": shown,
    }


def _example(job: Job, template: str, fields: list[FieldRow]) -> tuple[str, list[FieldExample]]:
    """The address of one page and its own values, in the columns that come first.

    The same page whatever the order of pages: the one with the first address.
    """
    path = job.generation.record_table(template)
    urls = read_table(path, ["_url"]).column(0).to_pylist() if path.exists() else []
    if not urls:
        return "", []
    number = min(range(len(urls)), key=lambda place: urls[place] or "")
    types = {field.name: field.type for field in fields if not field.part}
    row = read_row(path, number, list(types))
    filled = [(name, row[name]) for name in types if row.get(name) not in (None, "", [])]
    shown: list[FieldExample] = [
        {"name": name, "type": types[name], "example": _show(value)}
        for name, value in filled[:MAIN_FIELDS]
    ]
    return urls[number] or "", shown


def _show(value: Any) -> str:
    """A cell as a person reads it."""
    items = value if isinstance(value, list) else [value]
    text = ", ".join(str(item) for item in items if item is not None)
    return " ".join(text[: 2 * VALUE_LENGTH].split())[:VALUE_LENGTH]


def _left_over(clusters: list[ClusterRow], pages: int) -> dict[str, int]:
    """Pages without a template, by why they have none."""
    return {
        "one_off": sum(cluster.pages for cluster in clusters if cluster.kind == ONE_OFF),
        "failed": sum(cluster.pages for cluster in clusters if cluster.kind == FAILED),
        "tiny": sum(cluster.pages for cluster in clusters if cluster.kind == TINY),
        "unclustered": pages - sum(cluster.pages for cluster in clusters),
    }
