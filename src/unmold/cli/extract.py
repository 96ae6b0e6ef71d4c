"""`unmold extract FILE SOURCE`: a template and pages enter, records leave as JSONL or CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from unmold.cli.progress import track
from unmold.cli.source import OpenSource, takes_source
from unmold.cli.terminal import safe
from unmold.errors import UsageError

if TYPE_CHECKING:
    from unmold.records import Explanation, Record
    from unmold.templates import Template

HEAD = ("path", "url", "site", "template", "score")


@click.command("extract", epilog="Example: unmold extract product.json new/ > records.jsonl")
@click.argument("template_file", metavar="FILE")
@click.option(
    "--format",
    "form",
    type=click.Choice(["jsonl", "csv"]),
    default="jsonl",
    show_default=True,
    help="Write records in this form; in CSV, lists and child tables are JSON in their cell.",
)
@click.option("--noise", is_flag=True, help="Include fields that were marked as noise.")
@click.option(
    "--explain", is_flag=True, help="Say for the first page what matched and what did not."
)
@takes_source
def extract(source: OpenSource, template_file: str, form: str, noise: bool, explain: bool) -> None:
    """Extract records from pages by a template.

    FILE is a template that `unmold induce` wrote. Every page yields a record, with a score between
    0 and 1 that says how much of the template it has, and problems that say what is wrong.
    """
    from unmold.records import explain_page, extract_records
    from unmold.templates import Template

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
    _print_csv(template, records, noise) if form == "csv" else _print_jsonl(records)


def _print_jsonl(records: Iterable[Record]) -> None:
    for record in records:
        click.echo(json.dumps(record.to_json(), ensure_ascii=False))


def _print_csv(template: Template, records: Iterable[Record], noise: bool) -> None:
    names = [field.name for field in template.fields if noise or not field.is_noise]
    names += [table.name for table in template.tables]
    _print_row([*HEAD, *names, "problems"])
    for record in records:
        cells = [_cell(record.values.get(name)) for name in names]
        _print_row([*(getattr(record, name) for name in HEAD), *cells, "; ".join(record.problems)])


def _print_row(cells: list[Any]) -> None:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerow(cells)
    click.echo(buffer.getvalue(), nl=False)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _print_explanation(explanation: Explanation, as_json: bool) -> None:
    from dataclasses import asdict

    if as_json:
        click.echo(json.dumps(asdict(explanation), ensure_ascii=False))
        return
    click.echo(f"{safe(explanation.path)}  score {explanation.score:.2f}")
    for name, value in explanation.found.items():
        click.echo(f"  found    {safe(name)}  {safe(_cell(value))[:100]}")
    for title, texts in (
        ("missing field", explanation.missing_fields),
        ("missing text", explanation.missing_texts),
        ("extra", explanation.extra),
        ("problem", explanation.problems),
    ):
        for text in texts:
            click.echo(f"  {title}  {safe(text)[:100]}")
