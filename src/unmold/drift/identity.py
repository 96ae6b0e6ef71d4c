"""Identity: a template learned anew enters, it leaves with the ids and names that fields had.

A field is the same if it is found by the same key, or says the same on the same pages, or else has
the same name and type. So tables and programs that know a field by its id go on to know it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from unmold.drift.matching import match_columns
from unmold.drift.profiles import observe
from unmold.model import Page
from unmold.settings import Induction, Limits
from unmold.templates import Field, Table, Template, induce_template
from unmold.templates.naming import UniqueNames


def learn_again(
    previous: Template,
    before: Sequence[Page],
    now: Sequence[Page],
    induction: Induction,
    limits: Limits,
    *,
    jobs: int = 0,
) -> Template:
    """The template of the pages of now, with the ids and names of the previous one."""
    learned = induce_template(iter(now), induction, limits=limits, jobs=jobs)
    old = observe(previous, before, limits, jobs=jobs)
    new = observe(learned, now, limits, jobs=jobs)
    said = {name: known for known, name in match_columns(old, new).items()}
    return keep_identity(learned, previous, said)


def keep_identity(learned: Template, previous: Template, said: Mapping[str, str]) -> Template:
    """A template with the id of a previous one; `said` names columns of it that say the same."""
    tables = _same_tables(learned, previous, said)
    fields = _keep_fields("", learned.fields, "", previous.fields, said)
    names = UniqueNames()
    for name in [field.name for field in fields] + [table.name for table in tables.values()]:
        names.take(name)
    kept = []
    for number, table in enumerate(learned.tables):
        old = tables.get(number)
        name = old.name if old else names.take(table.name)
        known = old.fields if old else ()
        inner = _keep_fields(f"{table.name}.", table.fields, f"{name}.", known, said)
        kept.append(replace(table, name=name, fields=inner))
    return replace(learned, id=previous.id, fields=fields, tables=tuple(kept))


def _same_tables(
    learned: Template, previous: Template, said: Mapping[str, str]
) -> dict[int, Table]:
    """By number of each table the previous one that most of its columns were in."""
    known = {table.name: table for table in previous.tables}
    found: dict[int, Table] = {}
    for number, table in enumerate(learned.tables):
        names = [f"{table.name}.{field.name}" for field in table.fields]
        counts = Counter(said[name].partition(".")[0] for name in names if name in said)
        counts.update(one.name for one in previous.tables if one.id == table.id)
        for name, _ in counts.most_common():
            if name in known:
                found[number] = known.pop(name)
                break
    return found


def _keep_fields(
    path: str,
    fields: Sequence[Field],
    old_path: str,
    old: Sequence[Field],
    said: Mapping[str, str],
) -> tuple[Field, ...]:
    same = dict(_same_fields(path, fields, old_path, old, said))
    names, ids = UniqueNames(), UniqueNames()
    for known in same.values():
        names.take(known.name)
        ids.take(known.id)
    return tuple(
        replace(field, id=same[number].id, name=same[number].name)
        if number in same
        else replace(field, id=ids.take(field.id), name=names.take(field.name))
        for number, field in enumerate(fields)
    )


def _same_fields(
    path: str,
    fields: Sequence[Field],
    old_path: str,
    old: Sequence[Field],
    said: Mapping[str, str],
) -> Iterator[tuple[int, Field]]:
    """The number of each field that was there, with what it was; the surest first."""
    left = dict(enumerate(fields))
    known = {field.name: field for field in old}
    tests = (
        lambda one, other: one.id == other.id,
        lambda one, other: said.get(path + one.name) == old_path + other.name,
        lambda one, other: (one.name, one.type) == (other.name, other.type),
    )
    for is_same in tests:
        for number, field in list(left.items()):
            match = next((other for other in known.values() if is_same(field, other)), None)
            if match is not None:
                yield number, match
                del left[number], known[match.name]
