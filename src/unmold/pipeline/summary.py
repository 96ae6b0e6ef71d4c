"""What a run found, in short: a generation enters, plain values leave that a person can be shown.

Kept as `summary.json` beside the tables; `unmold run` prints it.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from unmold.disk import write_bytes
from unmold.pipeline.job import Job
from unmold.pipeline.schema_changes import REMOVED
from unmold.pipeline.tables_step import FAILED, ONE_OFF, TINY
from unmold.store.tables import read_table

MAIN_FIELDS = 6
"""So many fields stand for a template."""

STATES = ("new", "changed", "known", "kept", "gone")


def write_summary(job: Job) -> None:
    """Put the summary beside the tables."""
    text = json.dumps(summarise(job), ensure_ascii=False, indent=1)
    write_bytes(job.generation.summary, text.encode("utf-8", "replace"))


def summarise(job: Job) -> dict[str, Any]:
    """Count pages, templates, problems and seconds; name fields and examples."""
    tables = {
        name: read_table(job.generation.table(name)).to_pylist()
        for name in ("clusters", "fields", "problems")
    }
    steps = job.building.journal.steps(job.generation.number)
    read = steps["read"].details
    fields: dict[str, list[dict[str, Any]]] = {}
    for field in tables["fields"]:
        fields.setdefault(field["template"], []).append(field)
    clusters = tables["clusters"]
    return {
        "generation": job.generation.number,
        "pages": read["pages"],
        "changes": {state: read.get(state, 0) for state in STATES},
        "records": sum(cluster["records"] for cluster in clusters),
        "templates": [_template(cluster, fields) for cluster in clusters if cluster["template"]],
        "new_templates": steps["induce"].details["new"],
        "schema_changes": _schema_changes(job),
        "left_over": _left_over(clusters, read["pages"]),
        "problems": dict(Counter(problem["code"] for problem in tables["problems"]).most_common()),
        "stages": {
            name: {key: step.details[key] for key in ("seconds", "cpu_seconds")}
            for name, step in steps.items()
            if "seconds" in step.details
        },
    }


def _schema_changes(job: Job) -> list[dict[str, Any]]:
    """What this run changed about tables that were there before."""
    rows = read_table(job.generation.table("changes")).to_pylist()
    own = [row for row in rows if row.pop("generation") == job.generation.number]
    return [row for row in own if row["tier"] is not None or row["change"] == REMOVED]


def _template(cluster: dict[str, Any], fields: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    everything = fields.get(cluster["template"], [])
    own = [field for field in everything if field["tier"] == 1]
    return {
        "template": cluster["template"],
        "site": cluster["site"],
        "pages": cluster["pages"],
        "not_fitting": cluster["pages"] - cluster["records"],
        "example_url": cluster["example_url"],
        "columns": len(own),
        "further_columns": len(everything) - len(own),
        "parts": sorted({field["part"] for field in own if field["part"]}),
        "fields": [
            {"name": field["name"], "type": field["type"], "example": field["examples"][0]}
            for field in _main_fields(own)
        ],
    }


def _main_fields(fields: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The first fields of the root table: they stand in a person's order."""
    return [field for field in fields if not field["part"] and field["examples"]][:MAIN_FIELDS]


def _left_over(clusters: list[dict[str, Any]], pages: int) -> dict[str, int]:
    """Pages without a template, by why they have none."""
    return {
        "one_off": sum(cluster["pages"] for cluster in clusters if cluster["kind"] == ONE_OFF),
        "failed": sum(cluster["pages"] for cluster in clusters if cluster["kind"] == FAILED),
        "tiny": sum(cluster["pages"] for cluster in clusters if cluster["kind"] == TINY),
        "unclustered": pages - sum(cluster["pages"] for cluster in clusters),
    }
