"""`unmold export WORKSPACE --to NAME -o FILE`: tables for other programs, or wrappers."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import click

from unmold.cli.output import require_csv, takes_safe_csv, write_json
from unmold.cli.problem_log import ProblemLog
from unmold.cli.terminal import safe
from unmold.errors import UsageError

if TYPE_CHECKING:
    from unmold.export import Export, TableExport
    from unmold.export.wrapper import FieldWrapper, TemplateWrapper

TABLES = ("csv", "xlsx", "jsonl", "parquet", "sqlite", "duckdb")
WRAPPERS = ("xpath", "css", "json-schema", "scrapy", "web-poet")


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the options ask for."""

    workspace: str
    to: str
    output: str
    table: str | None
    template: str | None
    everything: bool
    replace: bool
    safe_csv: bool
    as_json: bool


@click.command("export", epilog="Example: unmold export shop --to xlsx -o shop.xlsx")
@click.argument("workspace", type=click.Path())
@click.option("--to", required=True, type=click.Choice(TABLES + WRAPPERS), help="What to write.")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(),
    metavar="FILE|FOLDER",
    help="Where to write it: xlsx, sqlite, duckdb and one table are a file, all else is a folder.",
)
@click.option("--table", metavar="NAME", help="Only this table; `unmold tables` lists them.")
@click.option("--template", metavar="ID", help="Only this template, with its child tables.")
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="With the tables of the second tier, which hold everything that was found.",
)
@click.option("--replace", is_flag=True, help="Write over a file, or into a folder, that is there.")
@takes_safe_csv
@click.option(
    "--problems",
    "problem_file",
    type=click.Path(),
    metavar="FILE",
    help="List what could not be exported or verified, as CSV: code, where, reason.",
)
@click.option("--json", "as_json", is_flag=True, help="Write the summary as JSON.")
def export(problem_file: str | None, **options: Any) -> None:
    """Write tables or wrappers for other programs.

    Tables: `csv`, `jsonl` and `parquet` give a file for each table, `xlsx` a workbook with a
    sheet for each (needs `unmold[excel]`), `sqlite` and `duckdb` a database. Lists are JSON in CSV,
    Excel and SQLite. Child tables have `_record`, and where they are inside another `_parent`, to
    join them by. What a format cannot hold is listed as a problem.

    Wrappers (need `unmold[export]`): `xpath` and `css` give a JSON file for each template,
    `json-schema` the schema of its records, `scrapy` a Scrapy project with a spider, `web-poet` one
    with page objects. Every selector is verified with parsel on all pages of its template; fields
    that have unmold's value on fewer than 98 % of them are flagged.
    """
    asked = _Asked(**options)
    require_csv(asked.safe_csv, asked.to)
    with ProblemLog(problem_file) as log:
        if asked.to in TABLES:
            _export_tables(asked, log)
        else:
            _export_wrappers(asked, log)


def _export_tables(asked: _Asked, log: ProblemLog) -> None:
    from unmold.export import export_tables
    from unmold.store import Workspace

    made = export_tables(
        Workspace(asked.workspace),
        asked.to,
        asked.output,
        table=asked.table,
        template=asked.template,
        everything=asked.everything,
        replace=asked.replace,
        safe_csv=asked.safe_csv,
        problems=log.add,
    )
    if asked.as_json:
        write_json(_table_summary(made))
    else:
        _print_tables(made)
    log.print_summary(len(made.tables), "table", "written")


def _table_summary(made: TableExport) -> dict[str, object]:
    files = [
        {"file": str(file.path), "tables": [asdict(table) for table in file.tables]}
        for file in made.files
    ]
    return {"output": str(made.path), "files": files}


def _print_tables(made: TableExport) -> None:
    for file in made.files:
        for table in file.tables:
            name = table.table if table.table == table.name else f"{table.table} as {table.name}"
            rows = f"{table.rows:,} row{'s' * (table.rows != 1)}"
            columns = f"{table.columns:,} column{'s' * (table.columns != 1)}"
            click.echo(f"{safe(str(file.path), 200)}  {safe(name, 200)}  {rows}, {columns}")


def _export_wrappers(asked: _Asked, log: ProblemLog) -> None:
    if asked.table is not None or asked.everything:
        option = "--all" if asked.table is None else "--table"
        raise UsageError(
            f"{option} chooses tables, and {asked.to} writes wrappers",
            hint="--template chooses what a wrapper is made of",
        )
    try:
        from unmold.export import export_workspace
    except ImportError as error:
        raise UsageError(
            f"export needs a package that is not installed: {error.name}",
            hint="install unmold with its extra `export`: docs/install.md says how",
        ) from error
    from unmold.store import Workspace

    made = export_workspace(
        Workspace(asked.workspace),
        asked.to,
        asked.output,
        template=asked.template,
        problems=log.add,
        replace=asked.replace,
    )
    if asked.as_json:
        write_json(_summary(made))
    else:
        _print_summary(made)
    if made.wrappers or log.counts:
        log.print_summary(sum(wrapper.pages for wrapper in made.wrappers))


def _summary(made: Export) -> dict[str, object]:
    templates = [
        {
            "template": wrapper.template,
            "pages": wrapper.pages,
            "fields": len(list(wrapper.columns())),
            "share": round(_share(wrapper), 4),
            "flagged": {
                name: round(column.share.value, 4)
                for name, column in wrapper.columns()
                if column.is_flagged
            },
        }
        for wrapper in made.wrappers
    ]
    return {"folder": str(made.folder), "files": list(made.files), "templates": templates}


def _share(wrapper: TemplateWrapper) -> float:
    """The share of right values over all fields and pages."""
    columns: list[FieldWrapper] = [column for _, column in wrapper.columns()]
    pages = sum(column.share.pages for column in columns)
    return sum(column.share.right for column in columns) / pages if pages else 1.0


def _print_summary(made: Export) -> None:
    click.echo(f"{len(made.files)} files in {safe(str(made.folder), 200)}")
    for wrapper in made.wrappers:
        columns = dict(wrapper.columns())
        flagged = {name: one for name, one in columns.items() if one.is_flagged}
        pages = f"{wrapper.pages:,} page{'s' * (wrapper.pages != 1)}"
        click.echo(
            f"{wrapper.template}  {pages}  {len(columns)} fields  {_share(wrapper):.1%} right"
        )
        for name, one in flagged.items():
            click.echo(f"  flagged: {safe(name, 80)}  {one.share.value:.1%}")
