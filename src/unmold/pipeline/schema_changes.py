"""Lists what changed in the tables between the templates of two runs.

Every column that came, went, moved or has another type is a row of the table `changes`, which keeps
those of earlier runs too: whoever loads tables every night can look there first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from unmold.pipeline.job import Job
from unmold.records.table_layout import ROOT, lay_out_tables
from unmold.store import Generation
from unmold.store.record_files import TIERS
from unmold.store.rows import ChangeRow, read_rows
from unmold.store.verified import load_template, template_names
from unmold.templates import Template

ADDED, REMOVED, TYPE, MOVED = "added", "removed", "type", "moved"

Columns = dict[str, str]
"""Names of columns and their types, in order."""


def list_changes(job: Job, templates: Mapping[str, Template]) -> list[ChangeRow]:
    """The changes of this run and of all before it, the oldest first."""
    if job.base is None:
        return []
    path = job.base.table("changes")
    earlier = read_rows(path, ChangeRow) if path.exists() else []
    return [*earlier, *_since(job, job.base, templates)]


def _since(job: Job, base: Generation, templates: Mapping[str, Template]) -> Iterator[ChangeRow]:
    """What differs from the run before; templates whose files are the same are not looked at."""
    known, number = set(template_names(base)), job.generation.number
    for name in sorted(known | templates.keys()):
        if name in known and name in templates:
            before, now = base.template(name), job.generation.template(name)
            if before.read_bytes() != now.read_bytes():
                yield from compare_templates(number, load_template(before), templates[name])
        else:
            change = ADDED if name in templates else REMOVED
            yield ChangeRow(number, name, "", None, "", change)


def compare_templates(number: int, before: Template, now: Template) -> Iterator[ChangeRow]:
    """The changes of one template's tables in a generation, tier by tier."""
    for tier in TIERS:
        old, new = _tables(before.of_tier(tier)), _tables(now.of_tier(tier))
        for part in dict.fromkeys((*old, *new)):
            if part in old and part in new:
                for column, change, was, became in _compare(old[part], new[part]):
                    yield ChangeRow(number, now.name, part, tier, column, change, was, became)
            else:
                change = ADDED if part in new else REMOVED
                yield ChangeRow(number, now.name, part, tier, "", change)


def _compare(old: Columns, new: Columns) -> Iterator[tuple[str, str, str | None, str | None]]:
    for column in (name for name in old if name not in new):
        yield column, REMOVED, old[column], None
    for column in (name for name in new if name not in old):
        yield column, ADDED, None, new[column]
    for column in (name for name in old if name in new and old[name] != new[name]):
        yield column, TYPE, old[column], new[column]
    stayed = [name for name in old if name in new]
    for column, place in zip(stayed, (name for name in new if name in old), strict=True):
        if column != place:
            yield place, MOVED, str([*old].index(place) + 1), str([*new].index(place) + 1)


def _tables(template: Template) -> dict[str, Columns]:
    """By name of each part, empty for the root table, its columns."""
    return {
        table.name.removeprefix(ROOT).removeprefix("."): {
            field.name: str(field.type) for field in table.schema if not field.name.startswith("_")
        }
        for table in lay_out_tables(template).walk()
    }
