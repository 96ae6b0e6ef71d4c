"""Keeps ids and names of the previous template in one that was learned again.

Whoever reads tables every night lives from schemas that hold still. Fields and tables are matched
by what finds them, what they are called and what they hold. One that is matched keeps its id, its
name, its type and its place, whatever its selectors have become; what is new comes last.
`unmold.drift.identity` matches by what columns say, where pages are at hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol, TypeVar

from unmold.templates.model import Field, Table, Template
from unmold.templates.naming import UniqueNames
from unmold.values import ValueType, parse_value

ENOUGH = 1.0
"""The likeness from which on two are the same: a name, or a way to be found, alone suffices."""

Part = TypeVar("Part", Field, Table)


class Level(NamedTuple):
    """Sibling fields and tables, and the prefix of their names."""

    path: str
    fields: Sequence[Field]
    tables: Sequence[Table]

    def inside(self, table: Table) -> Level:
        return Level(f"{self.path}{table.name}.", table.fields, table.tables)


class Matcher(Protocol):
    """Says which parts of a new template are which of the previous one."""

    def match_fields(self, new: Level, old: Level) -> Mapping[int, Field]:
        """For numbers of new fields the old ones that they are."""

    def match_tables(self, new: Level, old: Level) -> Mapping[int, Table]:
        """For numbers of new tables the old ones that they are."""

    def carries(self, path: str) -> bool:
        """Whether an old column that was not found anew still says something."""


def keep_ids(template: Template, previous: Template) -> Template:
    """The template with id and name of the previous one, and its columns as far as found again."""
    kept = keep_columns(template, previous, _BySelectors())
    first = template.first
    if first is not None and previous.first is not None:
        first = keep_columns(first, previous.first, _BySelectors())
    return replace(kept, first=first).named(previous.name, previous.id)


def keep_columns(template: Template, previous: Template, matcher: Matcher) -> Template:
    """One tier of a template with the columns and tables of the previous one."""
    new = Level("", template.fields, template.tables)
    old = Level("", previous.fields, previous.tables)
    fields, tables = _keep(new, old, matcher)
    return replace(template, fields=fields, tables=tables)


def _keep(new: Level, old: Level, matcher: Matcher) -> tuple[tuple[Field, ...], tuple[Table, ...]]:
    """Fields and tables of one level; they share their names."""
    same_fields = matcher.match_fields(new, old)
    same_tables = matcher.match_tables(new, old)
    fields = {id(same): new.fields[number] for number, same in same_fields.items()}
    tables = {id(same): new.tables[number] for number, same in same_tables.items()}
    old_fields = [
        _hold(fields[id(one)], one) if id(one) in fields else one
        for one in old.fields
        if id(one) in fields or matcher.carries(old.path + one.name)
    ]
    old_tables = [
        _keep_table(new, old, tables[id(one)], one, matcher) if id(one) in tables else one
        for one in old.tables
        if id(one) in tables or _is_carried(old, one, matcher)
    ]
    names, ids = UniqueNames(), UniqueNames()
    known: list[Field | Table] = [*old_fields, *old_tables]
    for part in known:
        names.take(part.name)
    kept = [replace(field, id=ids.take(field.id)) for field in old_fields]
    kept += [
        replace(field, id=ids.take(field.id), name=names.take(field.name))
        for number, field in enumerate(new.fields)
        if number not in same_fields
    ]
    added = [
        replace(table, name=names.take(table.name))
        for number, table in enumerate(new.tables)
        if number not in same_tables
    ]
    return tuple(kept), (*old_tables, *added)


def _keep_table(new: Level, old: Level, table: Table, known: Table, matcher: Matcher) -> Table:
    fields, tables = _keep(new.inside(table), old.inside(known), matcher)
    return replace(table, id=known.id, name=known.name, fields=fields, tables=tables)


def _is_carried(level: Level, table: Table, matcher: Matcher) -> bool:
    """Whether a table that was not found anew still has rows that say something."""
    inside = level.inside(table)
    return any(matcher.carries(inside.path + field.name) for field in table.fields) or any(
        _is_carried(inside, inner, matcher) for inner in table.tables
    )


def _hold(new: Field, old: Field) -> Field:
    """A field that is found again, with id, name and type of what it was.

    The type stays unless nothing would be left: a column of numbers that holds words now is a
    column of words, and one of whole numbers may turn out to have fractions.
    """
    kept = replace(new, id=old.id, name=old.name, is_list=old.is_list)
    reading = ValueType(old.type, old.number_format, old.date_order, old.is_whole, old.currency)
    read = [parse_value(text, reading) for text in new.examples]
    if new.type == old.type:
        is_whole = old.is_whole and all(isinstance(value, int | None) for value in read)
        return replace(kept, is_whole=is_whole)
    if new.examples and all(value is None for value in read):
        return kept
    return replace(
        kept,
        type=old.type,
        number_format=old.number_format,
        date_order=old.date_order,
        is_whole=old.is_whole,
        currency=old.currency,
    )


class _BySelectors:
    """Matches parts by what finds them, their names and their examples."""

    def match_fields(self, new: Level, old: Level) -> dict[int, Field]:
        return _match(new.fields, old.fields, _field_likeness)

    def match_tables(self, new: Level, old: Level) -> dict[int, Table]:
        return _match(new.tables, old.tables, _table_likeness)

    def carries(self, path: str) -> bool:
        return False


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
    shared = 2.0 * bool({*one.found_by.keys} & {*other.found_by.keys})
    return shared + 0.6 * (one.name == other.name) + 0.8 * len(names) / of_all
