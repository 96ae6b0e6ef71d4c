"""What edits would change: pages, columns and values, before it is published."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import asdict, dataclass
from typing import Any

from unmold.pipeline.job import Job
from unmold.pipeline.schema_changes import ADDED, REMOVED
from unmold.store import Generation
from unmold.store.edited_templates import view_templates
from unmold.store.record_files import number_parts
from unmold.store.table_files import iterate_rows, read_table
from unmold.store.verified import load_template

EXAMPLES = 3
"""Values that are shown of a column. A guess."""


@dataclass(frozen=True, slots=True)
class MovedPages:
    """Pages that get another template; None for no template."""

    before: str | None
    after: str | None
    pages: int
    examples: tuple[str, ...]
    """The addresses of some of them."""


@dataclass(frozen=True, slots=True)
class ChangedColumn:
    """A column of the first tier that comes or goes, or a whole table of it if it has no name."""

    template: str
    part: str
    column: str
    change: str
    examples: tuple[str, ...] = ()
    """Some of its values."""


@dataclass(frozen=True, slots=True)
class EditPreview:
    """What edits change."""

    pages: tuple[MovedPages, ...]
    columns: tuple[ChangedColumn, ...]
    waiting: dict[str, str]
    """By number of each edit whose target is not there, why it waits."""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def preview_edits(job: Job) -> EditPreview:
    """Compare a generation that is ready to be published with the one that readers see."""
    assert job.base is not None
    steps = job.writer.journal.steps(job.generation.number)
    waiting = steps["edit"].details.get("waiting", {})
    return EditPreview(tuple(_pages(job, job.base)), tuple(_columns(job)), waiting)


def _names(job: Job, generation: Generation) -> dict[str, str]:
    """By learned name of each template the one that it is shown by."""
    names = read_table(generation.table("clusters"), ["template"]).column(0).to_pylist()
    templates = {
        name: load_template(generation.template(name)) for name in names if name is not None
    }
    views = view_templates(generation, templates, job.edits.active)
    return {name: name for name in templates} | (views.names if views else {})


def _pages(job: Job, base: Generation) -> list[MovedPages]:
    before, after = _names(job, base), _names(job, job.generation)
    old = {row["key"]: row["template"] for row in _rows(base)}
    moved: defaultdict[tuple[str | None, str | None], list[str]] = defaultdict(list)
    for row in _rows(job.generation):
        was, now = old.get(row["key"]), row["template"]
        if was != now:
            moved[was and before.get(was, was), now and after.get(now, now)].append(row["url"])
    return [
        MovedPages(was, now, len(urls), tuple(urls[:EXAMPLES]))
        for (was, now), urls in sorted(moved.items(), key=lambda item: (-len(item[1]), str(item)))
    ]


def _rows(generation: Generation) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = read_table(
        generation.table("pages"), ["key", "url", "template"]
    ).to_pylist()
    return rows


def _columns(job: Job) -> list[ChangedColumn]:
    names = _names(job, job.generation)
    rows = read_table(job.generation.table("changes")).to_pylist()
    found = []
    for row in rows:
        if row["generation"] != job.generation.number or row["tier"] == 2:
            continue
        if row["change"] not in (ADDED, REMOVED):
            continue
        examples = _examples(job, row) if row["change"] == ADDED and row["column"] else ()
        template = names.get(row["template"], row["template"])
        found.append(ChangedColumn(template, row["part"], row["column"], row["change"], examples))
    return found


def _examples(job: Job, row: dict[str, Any]) -> tuple[str, ...]:
    """Some values of a column that comes."""
    template = load_template(job.generation.template(row["template"]))
    number = number_parts(template)[row["part"]] if row["part"] else ""
    path = job.generation.record_table(template.name, number)
    found: dict[str, None] = {}
    for one in iterate_rows(path, [row["column"]]):
        value = one[row["column"]]
        if value not in (None, "", []):
            found[str(value)[:80]] = None
        if len(found) == EXAMPLES:
            break
    return tuple(found)
