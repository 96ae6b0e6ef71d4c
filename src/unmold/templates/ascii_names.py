"""Spells all names of a template in ASCII.

Pages name their columns in their own words and scripts. Some programs take ASCII only, so that on
request names are transliterated: `größe` becomes `grosse`, `цена` becomes `tsena`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from unmold.templates.model import Field, Table, Template
from unmold.templates.naming import UniqueNames

MAX_LENGTH = 40
"""Characters of a name, as in `naming`."""


def spell_names_in_ascii(template: Template) -> Template:
    """The template with names of ASCII letters, in both tiers."""
    fields, tables = _spell(template.fields, template.tables)
    first = template.first and spell_names_in_ascii(template.first)
    return replace(template, fields=fields, tables=tables, first=first)


def to_ascii(name: str) -> str:
    """A name in ASCII letters, digits and underscores; never empty.

    >>> to_ascii("größe"), to_ascii("цена_товара"), to_ascii("名前"), to_ascii("♥")
    ('grosse', 'tsena_tovara', 'mingqian', 'value')
    """
    if name.isascii():
        return name
    from anyascii import anyascii

    spelled = re.sub(r"[^a-z0-9]+", "_", anyascii(name).lower()).strip("_")[:MAX_LENGTH]
    return spelled.rstrip("_") if re.search(r"[a-z]", spelled) and name[0].isalpha() else "value"


def _spell(
    fields: Sequence[Field], tables: Sequence[Table]
) -> tuple[tuple[Field, ...], tuple[Table, ...]]:
    names = UniqueNames()
    kept = tuple(replace(field, name=names.take(to_ascii(field.name))) for field in fields)
    spelled = []
    for table in tables:
        name = names.take(to_ascii(table.name))
        inside, inner = _spell(table.fields, table.tables)
        spelled.append(replace(table, name=name, fields=inside, tables=inner))
    return kept, tuple(spelled)
