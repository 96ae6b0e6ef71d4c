"""`unmold links SOURCE`: prints a table of the links among pages.

The work is done by `unmold.pages.links`. The rows are what `unmold crawl` would have recorded had
it crawled these pages.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from unmold.cli.output import require_csv, takes_safe_csv, write_json, write_text
from unmold.cli.progress import track
from unmold.cli.source import OpenSource, SourceCommand, takes_source
from unmold.csv_rows import csv_row
from unmold.errors import UsageError

if TYPE_CHECKING:
    from unmold.pages.links import LinkTable

INBOUND = ("document", "page", "url", "site", "depth", "source", "source_url", "xpath", "text")
OCCURRENCES = ("source", "position", "url", "target", "xpath", "text")


@click.command(
    "links",
    cls=SourceCommand,
    epilog="Example: unmold links site/ --start site/index.html > links.csv",
)
@click.option("--start", metavar="URL", help="Where the crawl begins.  [default: shortest URL]")
@click.option(
    "--all", "everything", is_flag=True, help="List every link on every page, not one to a page."
)
@takes_safe_csv
@takes_source
def links(source: OpenSource, start: str | None, everything: bool, safe_csv: bool) -> None:
    """List the links among pages, as a crawl would meet them.

    Simulates a breadth-first crawl of the pages and writes CSV with one row for each page: the link
    through which such a crawl finds it first, with the XPath of the link. Pages that no link leads
    to have none. With --all, one row for each link.
    """
    from unmold.pages.links import read_links

    require_csv(safe_csv, "json" if source.as_json else "csv")
    pages = track(source.pages(), "reading pages", prints=True)
    table = read_links(pages, start=start, limits=source.limits)
    if not table.pages:
        raise UsageError(f"no page in {', '.join(source.names[:3])}", hint="it holds no HTML")
    columns = OCCURRENCES if everything else INBOUND
    rows = _occurrences(table) if everything else _inbound(table)
    _write(columns, rows, as_json=source.as_json, is_safe=safe_csv)
    alone = sum(entry.source is None for entry in table.inbound) - 1
    if alone:
        click.echo(f"{alone:,} pages that no link leads to", err=True)


def _inbound(table: LinkTable) -> Iterator[tuple[Any, ...]]:
    urls = {entry.number: table.pages[entry.page][1] for entry in table.inbound}
    for entry in table.inbound:
        origin = urls.get(entry.source) if entry.source else None
        page = (entry.number, *table.pages[entry.page], entry.depth)
        yield *page, entry.source, origin, entry.xpath, entry.text


def _occurrences(table: LinkTable) -> Iterator[tuple[Any, ...]]:
    for each in table.occurrences():
        yield each.source, each.position, each.url, each.target, each.xpath, each.text


def _write(
    columns: tuple[str, ...], rows: Iterator[tuple[Any, ...]], *, as_json: bool, is_safe: bool
) -> None:
    if as_json:
        for row in rows:
            write_json(dict(zip(columns, row, strict=True)), ensure_ascii=True)
        return
    write_text(csv_row(columns))
    for row in rows:
        write_text(csv_row(row, is_safe=is_safe))
