"""`unmold extract FILE SOURCE`: a template and pages enter, their records leave."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from unmold.cli.progress import track
from unmold.cli.record_output import (
    csv_lines,
    jsonl_lines,
    print_files,
    show_value,
    write_lines,
)
from unmold.cli.source import OpenSource, takes_source
from unmold.cli.terminal import safe
from unmold.errors import UsageError

if TYPE_CHECKING:
    from unmold.records import Explanation, Record
    from unmold.templates import Template


@click.command("extract", epilog="Example: unmold extract product.json new/ > records.jsonl")
@click.argument("template_file", metavar="FILE")
@click.option(
    "--format",
    "form",
    type=click.Choice(["jsonl", "csv", "parquet"]),
    default="jsonl",
    show_default=True,
    help="Write records in this form; in CSV, lists and child tables are JSON in their cell, in "
    "Parquet each child table is a file of its own.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(),
    metavar="FILE",
    help="Write to FILE instead of printing; for Parquet a file that ends with .parquet, or a "
    "folder.",
)
@click.option("--noise", is_flag=True, help="Include fields that were marked as noise.")
@click.option(
    "--explain", is_flag=True, help="Say for the first page what matched and what did not."
)
@takes_source
def extract(
    source: OpenSource,
    template_file: str,
    form: str,
    output: str | None,
    noise: bool,
    explain: bool,
) -> None:
    """Extract records from pages by a template.

    FILE is a template that `unmold induce` wrote. Every page yields a record, with a score between
    0 and 1 that says how much of the template it has, and problems that say what is wrong.
    """
    from unmold.records import explain_page, extract_records
    from unmold.templates import Template

    _check_output(form, output, explain)
    template = Template.load(template_file)
    if explain:
        page = next(iter(source.pages(default_limit=1)), None)
        if page is None:
            raise UsageError("there is no page to explain", hint="give a SOURCE with a page")
        _print_explanation(explain_page(template, page, source.limits), source.as_json)
        return
    pages = track(source.pages(), "reading pages", prints=True)
    records = extract_records(
        template, pages, limits=source.limits, jobs=source.jobs, include_noise=noise
    )
    if form == "parquet" and output is not None:
        _write_parquet(template, records, output, noise, source.as_json)
    else:
        lines = csv_lines(template, records, noise) if form == "csv" else jsonl_lines(records)
        write_lines(lines, output)


def _check_output(form: str, output: str | None, explain: bool) -> None:
    if explain and output:
        raise UsageError("an explanation is printed, not written", hint="leave out -o")
    if form == "parquet" and not (output or explain):
        raise UsageError("Parquet files cannot be printed", hint="name a folder with -o")


def _write_parquet(
    template: Template, records: Iterable[Record], output: str, noise: bool, as_json: bool
) -> None:
    from unmold.records import write_parquet

    print_files(write_parquet(template, records, output, include_noise=noise), as_json)


def _print_explanation(explanation: Explanation, as_json: bool) -> None:
    from dataclasses import asdict

    if as_json:
        click.echo(json.dumps(asdict(explanation), ensure_ascii=False))
        return
    click.echo(f"{safe(explanation.path)}  score {explanation.score:.2f}")
    for name, value in explanation.found.items():
        click.echo(f"  found    {safe(name)}  {safe(show_value(value))[:100]}")
    for title, texts in (
        ("missing field", explanation.missing_fields),
        ("missing text", explanation.missing_texts),
        ("extra", explanation.extra),
        ("problem", explanation.problems),
    ):
        for text in texts:
            click.echo(f"  {title}  {safe(text)[:100]}")
