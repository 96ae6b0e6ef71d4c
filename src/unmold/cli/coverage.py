"""`unmold coverage WORKSPACE --expected FILE`: how much of what was expected is there."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from unmold.cli.failures import FINDING
from unmold.cli.output import require_csv, takes_safe_csv, write_json, write_text
from unmold.cli.terminal import safe
from unmold.csv_rows import csv_row
from unmold.errors import UsageError

if TYPE_CHECKING:
    from unmold.report.coverage import Coverage, TemplateCoverage


@click.command("coverage", epilog="Example: unmold coverage shop --expected sitemap.xml.gz")
@click.argument("workspace", type=click.Path())
@click.option(
    "--expected",
    required=True,
    type=click.Path(),
    metavar="FILE",
    help="The pages that should be there: CSV with url and perhaps template, one URL to a line, or "
    "a sitemap.",
)
@click.option(
    "--minimum",
    type=click.FloatRange(0, 1),
    metavar="SHARE",
    help="Exit with 1 if a smaller share of the expected pages was found.",
)
@click.option("--missing", is_flag=True, help="Write what was not found, as CSV: url, template.")
@takes_safe_csv
@click.option("--json", "as_json", is_flag=True, help="Write JSON, one object to a line.")
def coverage(
    workspace: str,
    expected: str,
    minimum: float | None,
    missing: bool,
    safe_csv: bool,
    as_json: bool,
) -> int:
    """Compare the pages of a workspace with those expected.

    For each template: how many pages were expected, and how many of them are there. The template of
    a page that is not there is the one that FILE names, else the one that pages with such addresses
    have. Sitemaps that a sitemap index names are read from beside it; nothing is fetched.
    """
    from unmold.pages.expected import read_expected
    from unmold.report.coverage import measure_coverage
    from unmold.store import Workspace

    require_csv(safe_csv, "json" if as_json else "csv" if missing else "a table")
    found = measure_coverage(Workspace(workspace), read_expected(expected))
    if not found.total.expected:
        raise UsageError(f"{expected} names no page", hint="it needs a URL in each line")
    if missing:
        _print_missing(found, as_json, safe_csv)
    elif as_json:
        _print_json(found)
    else:
        _print_table(found)
    return FINDING if minimum is not None and found.total.share < minimum else 0


def _print_missing(found: Coverage, as_json: bool, is_safe: bool) -> None:
    if not as_json:
        write_text(csv_row(("url", "template")))
    for page in found.missing:
        if as_json:
            write_json(page._asdict())
        else:
            write_text(csv_row(page, is_safe=is_safe))


def _print_json(found: Coverage) -> None:
    for one in found.templates:
        write_json(_entry(one))
    total = _entry(found.total) | {"unexpected": found.unexpected}
    click.echo(json.dumps(total))


def _entry(one: TemplateCoverage) -> dict[str, object]:
    return asdict(one) | {"share": round(one.share, 4)}


def _print_table(found: Coverage) -> None:
    rows = [(safe(one.template, 40), one) for one in (*found.templates, found.total)]
    width = max(len(name) for name, _ in rows)
    click.echo(f"{'template'.ljust(width)}  expected     found   share")
    for name, one in rows:
        numbers = f"{one.expected:>8,}  {one.found:>8,}  {one.share:>6.1%}"
        click.echo(f"{name.ljust(width)}  {numbers}")
    if found.unexpected:
        count = found.unexpected
        click.echo(f"{count:,} page{'s' * (count != 1)} found that were not expected", err=True)
