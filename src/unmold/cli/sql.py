"""`unmold sql WORKSPACE QUERY`: queries the tables of a workspace with SQL."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from unmold.cli.output import require_csv, takes_safe_csv, write_json, write_text
from unmold.cli.terminal import safe
from unmold.csv_rows import cell_text, csv_row, defuse

if TYPE_CHECKING:
    import pyarrow as pa

MAX_WIDTH = 60
"""Characters of a cell in a table for people."""


@click.command(
    "sql", epilog='Example: unmold sql shop "SELECT site, count(*) FROM pages GROUP BY 1"'
)
@click.argument("workspace", type=click.Path())
@click.argument("query")
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "csv", "json"]),
    help="Write rows in this form.  [default: table for a terminal, else csv]",
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON, one object to a line.")
@takes_safe_csv
@click.option(
    "--parameter",
    "parameters",
    multiple=True,
    metavar="TEXT",
    help="The value of the next ? in the query; may be repeated.",
)
def sql(
    workspace: str,
    query: str,
    form: str | None,
    as_json: bool,
    safe_csv: bool,
    parameters: tuple[str, ...],
) -> None:
    """Query the tables with SQL.

    The tables are pages, clusters, fields, problems, tables and links, one for each template under
    its name, and one for each repeated part under TEMPLATE_PART. The query is one SELECT in
    DuckDB's dialect; it can change nothing and reach no other file.
    """
    from unmold.store import Workspace

    if safe_csv and not as_json:
        form = form or "csv"
    form = "json" if as_json else form or ("table" if sys.stdout.isatty() else "csv")
    require_csv(safe_csv, form)
    found = Workspace(workspace).sql(query, list(parameters) or None)
    if form == "csv":
        _print_csv(found, safe_csv)
    else:
        {"table": _print_table, "json": _print_json}[form](found)


def _rows(table: pa.Table) -> Iterator[list[Any]]:
    """The rows, of tables whose columns may share a name."""
    for batch in table.to_batches(max_chunksize=1000):
        yield from map(list, zip(*(column.to_pylist() for column in batch.columns), strict=True))


def _print_csv(table: pa.Table, is_safe: bool) -> None:
    write_text(csv_row(table.column_names, is_safe=is_safe))
    for row in _rows(table):
        # Before numbers become texts: -1 is no formula.
        cells = map(defuse, row) if is_safe else row
        write_text(csv_row(map(cell_text, cells)))


def _print_json(table: pa.Table) -> None:
    for row in _rows(table):
        entry = dict(zip(table.column_names, row, strict=True))
        write_json(entry, default=str)


def _print_table(table: pa.Table) -> None:
    rows = [[safe(cell_text(value), MAX_WIDTH) for value in row] for row in _rows(table)]
    names = [safe(name, MAX_WIDTH) for name in table.column_names]
    widths = [max(map(len, column)) for column in zip(names, *rows, strict=True)]
    for row in [names, ["─" * width for width in widths], *rows]:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        click.echo("  ".join(cells).rstrip())
    click.echo(f"{len(rows):,} row{'s' * (len(rows) != 1)}", err=True)
