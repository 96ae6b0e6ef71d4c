"""`unmold export WORKSPACE --to NAME -o FOLDER`: wrappers that run without unmold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from unmold.cli.output import write_json
from unmold.cli.problem_log import ProblemLog
from unmold.cli.terminal import safe
from unmold.errors import UsageError

if TYPE_CHECKING:
    from unmold.export import Export
    from unmold.export.wrapper import FieldWrapper, TemplateWrapper

NAMES = ("xpath", "css", "json-schema", "scrapy", "web-poet")


@click.command("export", epilog="Example: unmold export shop --to scrapy -o shop_spider")
@click.argument("workspace", type=click.Path())
@click.option("--to", required=True, type=click.Choice(NAMES), help="What to write.")
@click.option(
    "-o", "--output", required=True, type=click.Path(), metavar="FOLDER", help="Where to write it."
)
@click.option("--template", metavar="ID", help="Only this template.")
@click.option("--replace", is_flag=True, help="Write into a folder that is not empty, too.")
@click.option(
    "--problems",
    "problem_file",
    type=click.Path(),
    metavar="FILE",
    help="Write what could not be exported or verified as CSV: code, where, reason.",
)
@click.option("--json", "as_json", is_flag=True, help="Write the summary as JSON.")
def export(
    workspace: str,
    to: str,
    output: str,
    template: str | None,
    replace: bool,
    problem_file: str | None,
    as_json: bool,
) -> None:
    """Write wrappers that run without unmold.

    `xpath` and `css` give a JSON file for each template, `json-schema` the schema of its records,
    `scrapy` a Scrapy project with a spider, `web-poet` one with page objects. Every selector is
    verified with parsel on all pages of its template; fields that have unmold's value on fewer
    than 98 % of them are flagged. Needs `unmold[export]`.
    """
    try:
        from unmold.export import export_workspace
    except ImportError as error:
        raise UsageError(
            f"export needs a package that is not installed: {error.name}",
            hint="pip install 'unmold[export]'",
        ) from error
    from unmold.store import Workspace

    with ProblemLog(problem_file) as log:
        made = export_workspace(
            Workspace(workspace), to, output, template=template, problems=log.add, replace=replace
        )
    if as_json:
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
