"""`unmold tables WORKSPACE`: lists the tables of a workspace."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from unmold.cli.output import write_json
from unmold.cli.terminal import safe

if TYPE_CHECKING:
    from unmold.store import Workspace


@click.command("tables", epilog="Example: unmold tables shop")
@click.argument("workspace", type=click.Path())
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="With the tables of the second tier, which hold everything that was found.",
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON, one object to a line.")
def tables(workspace: str, everything: bool, as_json: bool) -> None:
    """List the tables of a workspace, and how to get each.

    A table that repeats inside another has that one as its parent: its rows belong to the row of
    the parent with the same `_record` or, further inside, to the row that `_parent` names. The
    columns that are counted are those of the pages, without such keys.
    """
    from unmold.store import Workspace

    rows = list(_describe(Workspace(workspace), workspace, everything))
    if as_json:
        for row in rows:
            write_json(row)
    else:
        _print(rows)


def _describe(workspace: Workspace, path: str, everything: bool) -> Iterator[dict[str, Any]]:
    from unmold.export.table_names import file_name

    stored = workspace.stored_tables
    for row in workspace.tables.to_pylist():
        if row["tier"] == 1 or everything:
            name = row["name"]
            arguments = [path, "--table", name, "--to", "csv", "-o", f"{file_name(name)}.csv"]
            yield {
                "name": name,
                "template": row["template"],
                "part": row["part"],
                "tier": row["tier"],
                "rows": row["rows"],
                "columns": row["columns"],
                "parent": stored[name].parent,
                "command": shlex.join(["unmold", "export", *arguments]),
            }


def _print(rows: list[dict[str, Any]]) -> None:
    head = ("table", "tier", "rows", "columns", "parent", "get it with")
    keys = ("name", "tier", "rows", "columns", "parent", "command")
    cells = [[_show(row[key]) for key in keys[:-1]] + [safe(row["command"], 1000)] for row in rows]
    widths = [max(map(len, column)) for column in zip(head, *cells, strict=True)]
    for line in [list(head), *cells]:
        # Numbers end at the same place, names begin there.
        placed = [
            cell.rjust(width) if name in ("tier", "rows", "columns") else cell.ljust(width)
            for cell, width, name in zip(line, widths, head, strict=True)
        ]
        click.echo("  ".join(placed).rstrip())
    click.echo(f"{len(rows):,} table{'s' * (len(rows) != 1)}", err=True)


def _show(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:,}" if isinstance(value, int) else safe(value, 60)
