"""What leaves a workspace: its tables as files of other programs, and wrappers of its templates.

    tables            `export_tables`: what is written where
      text_tables     CSV, JSON lines and Parquet, one table to a file
      workbook        a workbook of Excel with a sheet for each table
      databases       SQLite and DuckDB

    wrap              makes the wrapper of each template from some pages, verifies it on all
      page_view       where each value lies in the tree that parsel sees
      synthesis       queries for fields and rows: `candidates` makes them, `refining` makes them
                      exact, `choosing` tries them and keeps the best
    wrapper           the queries of a template, and how often each is right
    export            writes `selector_files`, or one of the `projects` (with `template_tests`)

`reading` and `read_page` need parsel alone and are part of what is exported. Names are loaded when
first used: tables are written without the packages that wrappers need.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from unmold.export.export import FORMATS, Export, export_workspace
    from unmold.export.tables import TABLE_FORMATS, TableExport, export_tables

__all__ = [
    "FORMATS",
    "TABLE_FORMATS",
    "Export",
    "TableExport",
    "export_tables",
    "export_workspace",
]

_HOMES = {
    "FORMATS": "unmold.export.export",
    "TABLE_FORMATS": "unmold.export.tables",
    "Export": "unmold.export.export",
    "TableExport": "unmold.export.tables",
    "export_tables": "unmold.export.tables",
    "export_workspace": "unmold.export.export",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
