"""`unmold inspect FILE`: shows what unmold sees of a page."""

from __future__ import annotations

import json
from collections.abc import Iterator

import click

from unmold.cli.inspection import Inspection, as_json, inspect_page
from unmold.cli.no_pages import explain_no_pages
from unmold.cli.outline import Row, fitting_depth, outline
from unmold.cli.progress import track
from unmold.cli.source import OpenSource, SourceCommand, takes_source

DEFAULT_PAGES = 1
"""One page fills a screen; `--limit` asks for more."""


@click.command(
    "inspect", cls=SourceCommand, epilog="Example: unmold inspect crawl.warc.gz --limit 3 --depth 4"
)
@click.option(
    "--depth",
    type=click.IntRange(min=1),
    metavar="N",
    help="Show N levels of the tree.  [default: what fits on a screen]",
)
@click.option("--full", is_flag=True, help="Show the whole tree, every element on its own line.")
@click.option(
    "--links",
    "max_links",
    type=click.IntRange(min=0),
    default=10,
    show_default=True,
    metavar="N",
    help="Show the first N links.",
)
@takes_source
def inspect(source: OpenSource, depth: int | None, full: bool, max_links: int) -> None:
    """Show what unmold sees of a page.

    SOURCE is a folder, an HTML file, a WARC, a manifest (CSV with `path`), a Parquet or JSONL table
    with `url` and `html`, or - for paths on standard input. The first page is shown; --limit shows
    more.
    """
    inspections = _inspect(source, max_links)
    if source.as_json:
        for inspection in inspections:
            click.echo(json.dumps(as_json(inspection, list(_rows(inspection, depth, full)))))
    else:
        _show(inspections, depth, full)
    if not source.pages_read:
        raise explain_no_pages(source, "show")


def _inspect(source: OpenSource, max_links: int) -> Iterator[Inspection]:
    pages = source.pages(default_limit=DEFAULT_PAGES)
    for page in track(pages, "reading pages", prints=True):
        inspection = inspect_page(page, source.limits, max_links)
        for problem in inspection.problems:
            source.log.add(problem)
        yield inspection


def _rows(inspection: Inspection, depth: int | None, full: bool) -> Iterator[Row]:
    root = inspection.tree.root
    if root is None:
        return iter(())
    if full:
        return outline(root, depth=None)
    return outline(root, depth=depth or fitting_depth(root))


def _show(inspections: Iterator[Inspection], depth: int | None, full: bool) -> None:
    from unmold.cli.inspection_view import InspectionView  # Rich takes its time to load

    view = InspectionView()
    for inspection in inspections:
        view.show(inspection, _rows(inspection, depth, full))
