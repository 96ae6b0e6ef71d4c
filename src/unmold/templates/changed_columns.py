"""Templates with columns renamed or left out, in both tiers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from unmold.errors import UsageError
from unmold.templates.parts import Field, Table

if TYPE_CHECKING:
    from unmold.templates.model import Template

Change = Callable[[str, Field], Field | None]
"""By a column's whole name and the column: what it becomes; None leaves it out."""

_NAME = re.compile(r"[^\W\d]\w*")
_SHOWN = 10
"""Columns that a hint names."""


def rename_column(template: Template, column: str, name: str) -> Template:
    """The template with one column called something else."""
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"{name!r} cannot be a name", hint="letters, digits and underscores, a letter first"
        )
    tier = _tier_of(template, column)
    table, _, _ = column.rpartition(".")
    if f"{table}.{name}".lstrip(".") in tier.column_names():
        raise UsageError(f"{template.name} has a column {name!r} already", hint="give another name")
    return _change(
        template, tier, lambda whole, one: replace(one, name=name) if whole == column else one
    )


def drop_columns(template: Template, columns: Sequence[str]) -> Template:
    """The template without columns; the name of a table leaves out all of it."""
    for column in columns:
        tier = _tier_of(template, column)
        template = _change(template, tier, partial(_keep, column))
    return template


def _keep(dropped: str, whole: str, one: Field) -> Field | None:
    return None if whole == dropped or whole.startswith(f"{dropped}.") else one


def _tier_of(template: Template, column: str) -> Template:
    """The tier that has a column or table: the first where both do, since that is what is shown."""
    for tier in (template.best, template):
        tables = (name for name, _ in tier.all_tables())
        if column in (*tier.column_names(), *tables):
            return tier
    shown = list(template.best.column_names())[:_SHOWN]
    raise UsageError(
        f"{template.name} has no column {column!r}", hint=f"there are {', '.join(shown)}"
    )


def _change(template: Template, tier: Template, change: Change) -> Template:
    changed = replace(
        tier,
        fields=_change_fields(tier.fields, "", change),
        tables=_change_tables(tier.tables, "", change),
    )
    return changed if tier is template else replace(template, first=changed)


def _change_fields(fields: Sequence[Field], place: str, change: Change) -> tuple[Field, ...]:
    changed = (change(f"{place}{one.name}", one) for one in fields)
    return tuple(one for one in changed if one is not None)


def _change_tables(tables: Sequence[Table], place: str, change: Change) -> tuple[Table, ...]:
    """Tables with their columns changed; a table that lost its last column is left out."""
    made = []
    for table in tables:
        inside = f"{place}{table.name}."
        one = replace(
            table,
            fields=_change_fields(table.fields, inside, change),
            tables=_change_tables(table.tables, inside, change),
        )
        if one.fields or one.tables:
            made.append(one)
    return tuple(made)
