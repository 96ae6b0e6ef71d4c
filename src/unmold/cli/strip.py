"""`unmold strip WORKSPACE|SOURCE`: removes from pages what their clusters share.

Clusters are those of the workspace, or are found first. Writes lines of JSON, or a folder of HTML
files with a manifest, which is itself a source.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from unmold.cli.labelled_pages import LabelledPages, cluster_source, open_workspace
from unmold.cli.method_options import takes_method
from unmold.cli.output import write_json
from unmold.cli.source import OpenSource, takes_source
from unmold.errors import MachineError, UsageError

if TYPE_CHECKING:
    from unmold.records.strip import StrippedPage

MANIFEST = "manifest.csv"
COLUMNS = ("path", "url", "site", "cluster", "source")


@click.command("strip", epilog="Example: unmold strip site/ > texts.jsonl")
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="Write pages as HTML files to this folder, with a manifest, instead of printing texts.",
)
@click.option(
    "--share",
    type=click.FloatRange(0, 1, min_open=True),
    metavar="S",
    help="Leave out what at least this share of a cluster's pages has.  [default: more than half]",
)
@click.option("--html", is_flag=True, help="Print what is left as HTML, too.")
@takes_method
@takes_source
def strip(
    source: OpenSource,
    output: str | None,
    share: float | None,
    html: bool,
    method: str | None,
    settings: tuple[str, ...],
) -> None:
    """Leave out of pages what their cluster shares.

    Elements, texts and images go that most pages of a cluster have at the same place: navigation,
    labels, footers. What is left is printed as lines of JSON with path, url, site, cluster and
    text, a line of text for each block; or as HTML files with -o. A page that is alone in its
    cluster, or in none, stays as it is.

    SOURCE is a workspace, whose clusters are taken, or pages as for `unmold cluster`, which are
    clustered first.
    """
    from unmold.records.strip import strip_pages

    labelled = _open(source, method, settings)
    pages = strip_pages(
        labelled.read,
        share=share,
        limits=source.limits,
        jobs=source.jobs,
        problems=labelled.report,
    )
    if output is None:
        for page in pages:
            write_json(page.to_json(html=html))
    else:
        _write_folder(pages, Path(output), as_json=source.as_json)


def _open(source: OpenSource, method: str | None, settings: tuple[str, ...]) -> LabelledPages:
    workspace = open_workspace(source)
    if workspace is None:
        return cluster_source(source, method, settings)
    source.refuse_base_url()
    if method or settings:
        raise UsageError("a workspace has its clusters", hint="leave out --method and --set")
    return workspace


def _write_folder(pages: Iterable[StrippedPage], folder: Path, *, as_json: bool) -> None:
    """HTML files by number, and a manifest that says what each is."""
    written = 0
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / MANIFEST).open("w", encoding="utf-8", newline="") as manifest:
            writer = csv.writer(manifest, lineterminator="\n")
            writer.writerow(COLUMNS)
            for row in _write_pages(pages, folder):
                writer.writerow(row)
                written += 1
                if as_json:
                    click.echo(json.dumps(dict(zip(COLUMNS, row, strict=True))))
    except OSError as error:
        raise MachineError(f"cannot write to {folder}: {error.strerror}") from error
    click.echo(f"{written:,} page{'s' * (written != 1)} in {folder}", err=True)


def _write_pages(
    pages: Iterable[StrippedPage], folder: Path
) -> Iterator[tuple[str, str, str, int, str]]:
    for number, page in enumerate(pages, 1):
        name = f"{number:06}.html"
        (folder / name).write_text(page.html, encoding="utf-8", errors="surrogatepass")
        yield name, page.url, page.site, page.cluster, page.path
