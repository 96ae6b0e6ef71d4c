"""`unmold induce SOURCE -o FILE`: learns one template from the pages of one cluster."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click

from unmold.cli.induction import takes_induction
from unmold.cli.output import write_file, write_json
from unmold.cli.progress import track
from unmold.cli.source import OpenSource, SourceCommand, takes_source
from unmold.cli.terminal import safe
from unmold.settings import Induction, Limits

if TYPE_CHECKING:
    from unmold.model import Page
    from unmold.templates import Field, Template

SHOWN_EXAMPLE = 50
"""Characters of an example: what is left of a line behind name, type and share."""


@click.command(
    "induce", cls=SourceCommand, epilog="Example: unmold induce products/ -o product.json"
)
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write the template to this JSON file.",
)
@takes_induction
@click.option(
    "--draw",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Also draw the pattern of the pages, with the fields in their places, as SVG.",
)
@takes_source
def induce(source: OpenSource, output: str, induction: Induction, draw: str | None) -> None:
    """Learn one template from pages that share it.

    Prints the fields and child tables that were found, with their types, the share of pages that
    fill them and an example. `unmold extract` applies the template to pages.
    """
    from unmold.templates import induce_template
    from unmold.templates.sample import draw_pages

    pages: Iterable[Page] = track(source.pages(), "reading pages", prints=True)
    if draw:
        pages = draw_pages(pages, induction.sample_size)
    template = induce_template(
        pages,
        induction,
        limits=source.limits,
        jobs=source.jobs,
    )
    template.save(output)
    if draw:
        _draw(template, list(pages), draw, source.limits)
    if source.as_json:
        _print_json(template)
    else:
        _print_fields(template)
    for problem in template.problems:
        click.echo(f"note: {problem}", err=True)


def _draw(template: Template, pages: Sequence[Page], file: str, limits: Limits) -> None:
    from unmold.report import draw_template

    write_file(file, draw_template(template, pages, limits))


def _print_json(template: Template) -> None:
    for name, field in _named_fields(template):
        entry = {"name": name, "type": field.type, "fill": field.fill, "examples": field.examples}
        write_json(entry)


def _print_fields(template: Template) -> None:
    columns = list(_named_fields(template))
    width = max((len(name) for name, _ in columns), default=0)
    for name, field in columns:
        example = safe(field.examples[0])[:SHOWN_EXAMPLE] if field.examples else ""
        mark = " (noise)" if field.is_noise else " (constant)" if field.is_constant else ""
        click.echo(f"{safe(name):<{width}}  {field.type:<11}  {field.fill:4.0%}  {example}{mark}")
    click.echo(
        f"{len(columns)} columns, {sum(1 for _ in template.all_tables())} child tables,"
        f" learned from {template.pages} pages",
        err=True,
    )


def _named_fields(template: Template) -> list[tuple[str, Field]]:
    return list(template.columns())
