"""Templates as the native core takes them, ready to be applied to pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from unmold.templates.model import MatchedTable, Table, Template
from unmold.values.readers import native_readers

if TYPE_CHECKING:
    from unmold._core import CompiledTemplate


def compile_template(template: Template, *, include_noise: bool = False) -> CompiledTemplate:
    """The native side of a template."""
    from unmold import _core

    tables = [table for _, table in template.all_tables()]
    fields = [field for _, field in template.columns()]
    return _core.CompiledTemplate(
        [(text.key, text.share) for text in template.texts],
        fields,
        matcher_parts(tables),
        [len(table.fields) for table in tables],
        native_readers(with_months=any(field.type == "date" for field in fields)),
        include_noise,
    )


def matcher_parts(tables: Sequence[Table]) -> list[MatchedTable]:
    """The tables as the native core takes them, each with the number of its parent."""
    parent = {id(inner): number for number, table in enumerate(tables) for inner in table.tables}
    return [
        MatchedTable(table.found_by, table.is_group, parent.get(id(table), -1), table.takes_labels)
        for table in tables
    ]
