"""Keep the ids and names of fields when a template is learned again.

Learning keeps the ids of what is found again (`templates.stability`). After a redesign nothing is:
then a field is the same if it says the same on the same pages, so that tables and programs that
know a field by its id still find it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from unmold.drift.baseline import Baseline
from unmold.drift.comparison import match_columns
from unmold.model import Page
from unmold.settings import Induction, Limits
from unmold.templates import Field, Table, Template, induce_from_pages
from unmold.templates.naming import UniqueNames


def learn_again(
    baseline: Baseline,
    name: str,
    now: Sequence[Page],
    induction: Induction,
    limits: Limits,
    *,
    jobs: int = 0,
) -> Template:
    """The template of the current pages, with the ids and names of the previous one."""
    previous = baseline.workspace.templates[name]
    learned = induce_from_pages(now, induction, limits=limits, jobs=jobs, previous=previous)
    new = baseline.observe(learned, now)
    said = {column: known for known, column in match_columns(baseline.profile(name), new).items()}
    return keep_identity(learned, previous, said)


class _Level(NamedTuple):
    """Sibling fields and tables, and the prefix of their names."""

    path: str
    fields: Sequence[Field]
    tables: Sequence[Table]

    def inside(self, table: Table) -> _Level:
        return _Level(f"{self.path}{table.name}.", table.fields, table.tables)


def keep_identity(learned: Template, previous: Template, said: Mapping[str, str]) -> Template:
    """A template with the ids of a previous one; `said` names columns of it that say the same."""
    new = _Level("", learned.fields, learned.tables)
    old = _Level("", previous.fields, previous.tables)
    fields, tables = _keep(new, old, said)
    return replace(learned, id=previous.id, fields=fields, tables=tables)


def _keep(
    new: _Level, old: _Level, said: Mapping[str, str]
) -> tuple[tuple[Field, ...], tuple[Table, ...]]:
    fields = _same_fields(new, old, said)
    tables = _same_tables(new, old, said)
    names, ids = UniqueNames(), UniqueNames()
    parts: list[Field | Table] = [*fields.values(), *tables.values()]
    for part in parts:
        names.take(part.name)
        ids.take(part.id)
    kept_fields = tuple(
        replace(field, id=fields[number].id, name=fields[number].name)
        if number in fields
        else replace(field, id=ids.take(field.id), name=names.take(field.name))
        for number, field in enumerate(new.fields)
    )
    kept_tables = []
    for number, table in enumerate(new.tables):
        known = tables.get(number) or Table(ids.take(table.id), names.take(table.name), ())
        inner, inner_tables = _keep(new.inside(table), old.inside(known), said)
        kept_tables.append(
            replace(table, id=known.id, name=known.name, fields=inner, tables=inner_tables)
        )
    return kept_fields, tuple(kept_tables)


def _same_fields(new: _Level, old: _Level, said: Mapping[str, str]) -> dict[int, Field]:
    """By number of each field that was there what it was: first by what it says, then by id."""
    known = {old.path + field.name: field for field in old.fields}
    same: dict[int, Field] = {}
    for number, field in enumerate(new.fields):
        match = known.pop(said.get(new.path + field.name, ""), None)
        if match is not None:
            same[number] = match
    by_id = {field.id: field for field in known.values()}
    for number, field in enumerate(new.fields):
        if number not in same and field.id in by_id:
            same[number] = by_id.pop(field.id)
    return same


def _same_tables(new: _Level, old: _Level, said: Mapping[str, str]) -> dict[int, Table]:
    """By number of each table the one that most of its columns were in, or that has its id."""
    known = {f"{old.path}{table.name}": table for table in old.tables}
    same: dict[int, Table] = {}
    for number, table in enumerate(new.tables):
        path = f"{new.path}{table.name}."
        counts = Counter(_tables_of(path, said))
        counts.update(name for name, one in known.items() if one.id == table.id)
        found = next((name for name, _ in counts.most_common() if name in known), None)
        if found is not None:
            same[number] = known.pop(found)
    return same


def _tables_of(path: str, said: Mapping[str, str]) -> Iterable[str]:
    """The tables in which columns were that say what columns of a new table say."""
    return (
        known.rpartition(".")[0]
        for name, known in said.items()
        if name.startswith(path) and "." not in name[len(path) :]
    )
