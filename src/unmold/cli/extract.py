"""`unmold extract WORKSPACE|FILE [SOURCE]`: prints the records of pages."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from unmold.cli.output import require_csv, takes_safe_csv, write_json, write_json_text, write_text
from unmold.cli.progress import track
from unmold.cli.source import OpenSource, SourceCommand, may_take_source
from unmold.cli.terminal import safe
from unmold.csv_rows import csv_row
from unmold.disk import replacing
from unmold.errors import MachineError, UsageError

if TYPE_CHECKING:
    from unmold.records import Explanation, Record, WrittenTable
    from unmold.templates import Template


@click.command(
    "extract", cls=SourceCommand, epilog="Example: unmold extract product.json new/ > records.jsonl"
)
@click.argument("known", metavar="WORKSPACE|FILE")
@click.option("--template", metavar="ID", help="Of a workspace, extract only this template.")
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
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="Extract everything that was found, not only what a person would keep.",
)
@click.option("--noise", is_flag=True, help="With --all, include fields marked as noise, too.")
@click.option(
    "--markdown",
    is_flag=True,
    help="Write free texts as Markdown: with their headings, lists, links and emphasis.",
)
@click.option(
    "--explain", is_flag=True, help="Explain for the first page what matched and what did not."
)
@takes_safe_csv
@may_take_source
def extract(
    source: OpenSource,
    known: str,
    template: str | None,
    form: str,
    output: str | None,
    everything: bool,
    noise: bool,
    markdown: bool,
    explain: bool,
    safe_csv: bool,
) -> None:
    """Extract records from pages by their templates.

    FILE is a template that `unmold induce` wrote: every page of SOURCE yields a record, with a
    score between 0 and 1 that says how much of the template it has, and problems that say what is
    wrong. With a WORKSPACE every page is given to its template first, and pages that fit none are
    problems; without SOURCE, the pages of the workspace itself are read again where they lie.
    """
    _check_output(form, output, explain)
    require_csv(safe_csv, form)
    if noise and not everything:
        raise UsageError("--noise adds to what --all gives", hint="give both")
    wanted = _Wanted(2 if everything else 1, noise, markdown, explain)
    if Path(known).is_dir():
        chosen, records = _open_workspace(source, known, template, wanted)
    else:
        chosen, records = _open_file(source, known, template, wanted)
    if explain:
        return
    if form == "jsonl":
        write_lines(jsonl_lines(records), output, write_json_text)
    elif chosen is None:
        raise UsageError(
            f"{form} holds the records of one template, and {known} has several",
            hint="choose one with --template, or write --format jsonl",
        )
    elif form == "csv":
        write_lines(csv_lines(chosen, records, noise, safe_csv), output)
    elif output is not None:
        _write_parquet(chosen, records, output, noise, source.as_json)


Records = Iterable["Record"]


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What of pages is printed, and how."""

    tier: int
    noise: bool
    markdown: bool
    explain: bool


def _open_file(
    source: OpenSource, file: str, name: str | None, wanted: _Wanted
) -> tuple[Template, Records]:
    """A template from a file and the records of all pages by it, or an explanation."""
    from unmold.records import extract_records
    from unmold.store.verified import load_template

    template = load_template(Path(file))
    if name is not None:
        raise UsageError("--template chooses from a workspace", hint="a file holds one template")
    if not source.names:
        raise UsageError("there are no pages to extract from", hint="give a SOURCE after the FILE")
    if wanted.explain:
        _explain(template, source)
        return template, ()
    template = template.of_tier(wanted.tier)
    pages = track(source.pages(), "reading pages", prints=True)
    return template, extract_records(
        template,
        pages,
        limits=source.limits,
        jobs=source.jobs,
        tier=wanted.tier,
        include_noise=wanted.noise,
        markdown=wanted.markdown,
    )


def _open_workspace(
    source: OpenSource, path: str, name: str | None, wanted: _Wanted
) -> tuple[Template | None, Records]:
    """The one template that is wanted, if it is one, and the records of all known pages."""
    from unmold.store import Workspace

    workspace = Workspace(path)
    only = next(iter(workspace.templates)) if len(workspace.templates) == 1 else None
    if wanted.explain:
        raise UsageError(
            "--explain takes the file of one template",
            hint=f"give one of {path}/templates/ in place of the workspace",
        )
    if not source.names:
        source.refuse_base_url()
    pages = track(source.pages(), "reading pages", prints=True) if source.names else None
    records = workspace.extract(
        pages,
        template=name,
        limits=source.limits,
        jobs=source.jobs,
        include_noise=wanted.noise,
        markdown=wanted.markdown,
        tier=wanted.tier,
        problems=source.log.add,
    )
    chosen = name or only
    return workspace.templates[chosen].of_tier(wanted.tier) if chosen else None, (
        records if source.names else _select(source, records)
    )


def _select(source: OpenSource, records: Records) -> Iterator[Record]:
    """Stored pages are selected by the same options as those of a SOURCE."""
    from unmold.pages.selection import Selection

    selection = Selection.of(source.include, source.exclude)
    wanted = (
        record
        for record in records
        if selection.includes(record.path, record.url)
        and not selection.excludes(record.path, record.url)
    )
    for record in islice(wanted, source.limit):
        source.pages_read += 1
        yield record


def _explain(template: Template, source: OpenSource) -> None:
    from unmold.records import explain_page

    page = next(iter(source.pages(default_limit=1)), None)
    if page is None:
        raise UsageError("there is no page to explain", hint="give a SOURCE with a page")
    _print_explanation(explain_page(template, page, source.limits), source.as_json)


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
        write_json(asdict(explanation))
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


# Records are written as lines of JSON, as CSV, or as Parquet files.


HEAD = ("path", "url", "site", "template", "score")


def write_lines(
    lines: Iterable[str], output: str | None, write: Callable[[str], None] = write_text
) -> None:
    """Write lines to a file whole, or print them."""
    if output is None:
        for line in lines:
            write(line)
        return
    try:
        with replacing(Path(output)) as file:
            file.writelines(line.encode("utf-8", "surrogateescape") for line in lines)
    except OSError as error:
        raise MachineError(f"cannot write {output}: {error.strerror}") from error


def jsonl_lines(records: Iterable[Record]) -> Iterator[str]:
    """One JSON object for each record."""
    for record in records:
        yield json.dumps(record.to_json(), ensure_ascii=False) + "\n"


def csv_lines(
    template: Template, records: Iterable[Record], noise: bool, is_safe: bool
) -> Iterator[str]:
    """A head and one row for each record; lists and child tables are JSON in their cell."""
    from unmold.templates.naming import UniqueNames

    names = [field.name for field in template.fields if noise or not field.is_noise]
    names += [table.name for table in template.tables]
    heads = UniqueNames()
    heads_row = [heads.take(name) for name in (*HEAD, *names, "problems")]
    yield csv_row(heads_row, is_safe=is_safe)
    for record in records:
        cells = [show_value(record.values.get(name)) for name in names]
        own = [getattr(record, name) for name in HEAD]
        yield csv_row([*own, *cells, "; ".join(record.problems)], is_safe=is_safe)


def show_value(value: Any) -> str:
    """A value as one text."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def print_files(files: Iterable[WrittenTable], as_json: bool) -> None:
    """Which file holds which table."""
    for file in files:
        if as_json:
            entry = {"file": str(file.path), "table": file.table}
            click.echo(json.dumps(entry | {"rows": file.rows, "columns": file.columns}))
        else:
            size = f"{file.rows} rows, {file.columns} columns"
            click.echo(f"{safe(str(file.path))}  {safe(file.table)}  {size}")
