"""`unmold classify WORKSPACE SOURCE`: new pages enter, the template of each leaves."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from typing import TYPE_CHECKING

import click

from unmold.cli.progress import track
from unmold.cli.source import OpenSource, takes_source

if TYPE_CHECKING:
    from unmold.records import ClassifiedPage

COLUMNS = ("path", "url", "site", "template", "score")


@click.command("classify", epilog="Example: unmold classify shop new-pages/ > templates.csv")
@click.argument("workspace", type=click.Path())
@takes_source
def classify(source: OpenSource, workspace: str) -> None:
    """Give pages to the templates of a workspace.

    Writes CSV with the columns path, url, site, template and score, one row for each readable page.
    The template is `none` where no template fits; the score, between 0 and 1, says how well the
    page fits, or how well the nearest template would.
    """
    from unmold.store import Workspace

    found = Workspace(workspace).classify(
        track(source.pages(), "classifying", prints=True),
        limits=source.limits,
        jobs=source.jobs,
        problems=source.log.add,
    )
    counts: Counter[bool] = Counter()
    if not source.as_json:
        _print_row(COLUMNS)
    for page in found:
        counts[page.template == "none"] += 1
        _print_json(page) if source.as_json else _print_row(page)
    click.echo(f"{counts[False]:,} pages have a template, {counts[True]:,} have none", err=True)


def _print_json(page: ClassifiedPage) -> None:
    click.echo(json.dumps(page._asdict(), ensure_ascii=False))


def _print_row(cells: tuple[object, ...]) -> None:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerow(cells)
    click.echo(buffer.getvalue(), nl=False)
