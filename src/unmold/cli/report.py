"""`unmold report WORKSPACE -o FILE`: what a workspace holds as one HTML file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from unmold.cli.output import write_json
from unmold.cli.progress import track
from unmold.cli.sizes import human_size
from unmold.cli.terminal import safe

if TYPE_CHECKING:
    from unmold.report.describe_templates import Described


@click.command("report", epilog="Example: unmold report shop -o shop.html")
@click.argument("workspace", type=click.Path())
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write to this file.  [default: WORKSPACE-report.html in the current folder]",
)
@click.option(
    "--thumbnails",
    is_flag=True,
    help="Show an example page of each template, with the places of values outlined; takes a "
    "Chromium and unmold[render].",
)
@click.option(
    "--sandbox/--no-sandbox",
    default=True,
    help="Run the browser in its sandbox (not possible as root).  [default: sandbox]",
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON: what was written.")
def report(
    workspace: str, output: str | None, thumbnails: bool, sandbox: bool, as_json: bool
) -> None:
    """Write what a workspace holds as one HTML file.

    The file needs nothing else: no network, no scripts. It shows the site in numbers, the
    templates by pages and by likeness, problems with their causes, what changed since the previous
    run, and of each template its columns, sample records and pattern.
    """
    from unmold.report import write_report
    from unmold.store import Workspace

    opened = Workspace(workspace)
    path = Path(output) if output else Path(f"{opened.path.resolve().name}-report.html")

    def watch(templates: Iterable[Described]) -> Iterable[Described]:
        return track(templates, "describing templates", prints=False)

    written = write_report(opened, path, thumbnails=thumbnails, sandbox=sandbox, watch=watch)
    for note in written.notes:
        click.echo(f"note: {safe(note, 1000)}", err=True)
    if as_json:
        write_json(
            {
                "file": str(written.path),
                "bytes": written.bytes,
                "templates": written.templates,
                "thumbnails": written.thumbnails,
                "notes": list(written.notes),
            }
        )
    else:
        click.echo(safe(str(written.path), 1000))
        count = written.templates
        size = human_size(written.bytes)
        click.echo(f"{count:,} template{'s' * (count != 1)}, {size}", err=True)
