"""Stability: a template learned anew and the one before it enter; the new one with old ids leaves.

Fields and tables are matched by what finds them, what they are called and what they hold. One that
is matched keeps its id and its name, whatever its selectors have become, so that tables of earlier
runs and of later ones are the same tables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from unmold.templates.model import Field, Table, Template
from unmold.templates.naming import UniqueNames

ENOUGH = 1.0
"""The likeness from which on two are the same: a name, or a way to be found, alone suffices."""

Part = TypeVar("Part", Field, Table)


def keep_ids(template: Template, previous: Template) -> Template:
    """The template with the id of the previous one, and ids and names of all parts found in it."""
    fields, tables = _keep(template.fields, template.tables, previous.fields, previous.tables)
    first = template.first
    if first is not None and previous.first is not None:
        first = keep_ids(first, previous.first)
    kept = replace(template, fields=fields, tables=tables, first=first)
    return kept.named(previous.name, previous.id)


def _keep(
    fields: Sequence[Field],
    tables: Sequence[Table],
    old_fields: Sequence[Field],
    old_tables: Sequence[Table],
) -> tuple[tuple[Field, ...], tuple[Table, ...]]:
    """Fields and tables of one level; they share their names."""
    same_fields = _match(fields, old_fields, _field_likeness)
    same_tables = _match(tables, old_tables, _table_likeness)
    names = UniqueNames()
    old_names = [field.name for field in same_fields.values()]
    for name in [*old_names, *(table.name for table in same_tables.values())]:
        names.take(name)
    kept_tables = []
    for number, table in enumerate(tables):
        before = same_tables.get(number)
        old = before or Table(table.id, names.take(table.name), ())
        inside = _keep(table.fields, table.tables, old.fields, old.tables)
        kept_tables.append(
            replace(table, id=old.id, name=old.name, fields=inside[0], tables=inside[1])
        )
    kept_fields = [
        replace(field, id=same_fields[number].id, name=same_fields[number].name)
        if number in same_fields
        else replace(field, name=names.take(field.name))
        for number, field in enumerate(fields)
    ]
    return _with_own_ids(kept_fields), tuple(kept_tables)


def _with_own_ids(fields: Sequence[Field]) -> tuple[Field, ...]:
    """The fields, each with an id that no other has."""
    ids = UniqueNames()
    return tuple(replace(field, id=ids.take(field.id)) for field in fields)


def _match(
    new: Sequence[Part], old: Sequence[Part], likeness: Callable[[Part, Part], float]
) -> dict[int, Part]:
    """For numbers of new parts the old ones that they are, the most alike first."""
    pairs = [
        (likeness(one, other), -number, -place)
        for number, one in enumerate(new)
        for place, other in enumerate(old)
    ]
    matched: dict[int, Part] = {}
    taken: set[int] = set()
    for alike, number, place in sorted(pairs, reverse=True):
        if alike >= ENOUGH and -number not in matched and -place not in taken:
            matched[-number] = old[-place]
            taken.add(-place)
    return matched


def _field_likeness(one: Field, other: Field) -> float:
    if one.id == other.id:
        return 4.0
    ways = {(way.key, way.take) for way in one.selectors}
    old_ways = {(way.key, way.take) for way in other.selectors}
    shared = len(ways & old_ways) / min(len(ways), len(old_ways))
    values = len({*one.examples} & {*other.examples}) > 0
    # Names with numbers are handed out in the order of fields, which may change.
    is_named = one.name == other.name and not one.name[-1].isdigit()
    same_kind = one.type == other.type and one.source == other.source
    return 1.5 * shared + (1.0 * is_named + 0.6 * values + 0.3) * same_kind


def _table_likeness(one: Table, other: Table) -> float:
    if one.id == other.id:
        return 4.0
    names = {field.name for field in one.fields} & {field.name for field in other.fields}
    of_all = min(len(one.fields), len(other.fields)) or 1
    shared = 2.0 * bool({*one.keys} & {*other.keys})
    return shared + 0.6 * (one.name == other.name) + 0.8 * len(names) / of_all
