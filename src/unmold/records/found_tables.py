"""The tables of one template as `unmold.evaluation` scores them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from unmold.evaluation.found_tables import FoundTables
from unmold.records.table_layout import ROOT
from unmold.templates.model import Template

if TYPE_CHECKING:
    import pyarrow as pa


def read_found_tables(
    template: Template, tables: Mapping[str, pa.Table], pages: Mapping[str, str]
) -> FoundTables:
    """The columns of a template's tables; `pages` are those of gold, by their path in `_path`.

    The template is that of the tier that the tables are of, which have the names that
    `records_to_tables` gives them. Rows of other pages only tell whether a column is ever filled.
    """
    found = FoundTables(template.id)
    kinds = {name: column.type for name, column in template.columns()}
    root = tables[ROOT].select(["_record", "_path"]).to_pylist()
    page_of = {row["_record"]: pages.get(row["_path"]) for row in root}
    for name, table in tables.items():
        part = name.removeprefix(ROOT).removeprefix(".")
        prefix = f"{part}." if part else ""
        columns = [column for column in table.schema.names if not column.startswith("_")]
        found.add(
            part,
            columns,
            ((page_of.get(row["_record"]), row) for row in table.to_pylist()),
            {column: kinds.get(prefix + column, "") for column in columns},
        )
    return found
