"""`unmold classify WORKSPACE SOURCE`: finds the template of each new page."""

from __future__ import annotations

from collections import Counter

import click

from unmold.cli.output import require_csv, takes_safe_csv, write_json, write_text
from unmold.cli.progress import track
from unmold.cli.source import OpenSource, SourceCommand, takes_source
from unmold.csv_rows import csv_row

COLUMNS = ("path", "url", "site", "template", "score")


@click.command(
    "classify", cls=SourceCommand, epilog="Example: unmold classify shop new-pages/ > templates.csv"
)
@click.argument("workspace", type=click.Path())
@takes_safe_csv
@takes_source
def classify(source: OpenSource, workspace: str, safe_csv: bool) -> None:
    """Assign pages to the templates of a workspace.

    Writes CSV with the columns path, url, site, template and score, one row for each readable page.
    The template is `none` where no template fits; the score, between 0 and 1, says how well the
    page fits, or how well the nearest template would.
    """
    from unmold.store import Workspace

    require_csv(safe_csv, "json" if source.as_json else "csv")
    found = Workspace(workspace).classify(
        track(source.pages(), "classifying", prints=True),
        limits=source.limits,
        jobs=source.jobs,
        problems=source.log.add,
    )
    counts: Counter[bool] = Counter()
    if not source.as_json:
        write_text(csv_row(COLUMNS))
    for page in found:
        counts[page.template == "none"] += 1
        if source.as_json:
            write_json(page._asdict())
        else:
            write_text(csv_row(page, is_safe=safe_csv))
    click.echo(f"{counts[False]:,} pages have a template, {counts[True]:,} have none", err=True)
