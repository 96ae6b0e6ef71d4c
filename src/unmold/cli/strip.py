"""`unmold strip WORKSPACE|SOURCE`: removes from pages what their clusters share.

Clusters are those of the workspace, or are found first. Writes lines of JSON, or a folder of HTML
files with a manifest, which is itself a source.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from unmold.cli.method_options import takes_method
from unmold.cli.output import write_json
from unmold.cli.progress import track
from unmold.cli.source import OpenSource, SourceCommand, takes_source
from unmold.errors import MachineError, UsageError
from unmold.model import Page, Problem

if TYPE_CHECKING:
    from unmold.pages.reopen import Place
    from unmold.records.strip import StrippedPage

MANIFEST = "manifest.csv"
COLUMNS = ("path", "url", "site", "cluster", "source")


@click.command("strip", cls=SourceCommand, epilog="Example: unmold strip site/ > texts.jsonl")
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
    """Strip from pages what their cluster shares.

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
        raise UsageError(
            "--method does not apply to a workspace, which has its clusters",
            hint="leave out --method and --set",
        )
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


# Pages with their clusters, to be read as often as needed: from a workspace, or clustered now.


@dataclass
class LabelledPages:
    """Where pages lie, and the number of each one's cluster."""

    source: OpenSource
    places: list[Place | Page] = field(default_factory=list)
    """A page itself where it lies in no file."""
    labels: Sequence[int] = ()
    report: Callable[[Problem], object] | None = None
    """Told of parts of pages that are cut, unless that was told before."""

    def read(self) -> Iterator[tuple[Page, int]]:
        """Every page that is still what it was, with its cluster."""
        found = zip(self._read_places(), self.labels, strict=True)
        for page, label in track(found, "stripping pages", prints=True):
            if isinstance(page, Problem):
                self._note(page)
            else:
                yield page, label

    def _read_places(self) -> Iterator[Page | Problem]:
        from unmold.pages.reopen import Place, read_again

        on_disk = read_again(
            (place for place in self.places if isinstance(place, Place)),
            limits=self.source.limits,
            jobs=self.source.jobs,
        )
        return (place if isinstance(place, Page) else next(on_disk) for place in self.places)

    def _note(self, problem: Problem) -> None:
        """Pages are read twice, but a problem counts once."""
        if problem not in self._noted:
            self._noted.add(problem)
            self.source.log.add(problem)

    _noted: set[Problem] = field(default_factory=set)


def cluster_source(
    source: OpenSource, method: str | None, settings: Iterable[str]
) -> LabelledPages:
    """The pages of a source, clustered by a method."""
    from unmold.clusters import DEFAULT_METHOD, cluster_pages, make_clusterer
    from unmold.clusters.registry import parse_parameters

    method = method or DEFAULT_METHOD
    estimator = make_clusterer(method, **parse_parameters(method, settings))
    found = LabelledPages(source)
    clustering = cluster_pages(
        _remember(track(source.pages(), "reading pages", prints=True), found.places),
        estimator,
        jobs=source.jobs,
        limits=source.limits,
        problems=source.log.add,
        say=lambda message: click.echo(message, err=True),
    )
    if not len(clustering):
        raise UsageError(
            f"no page in {', '.join(source.names[:3])}",
            hint="it holds no HTML, or --include, --exclude and --limit leave none",
        )
    found.labels = clustering.labels.tolist()
    return found


def _remember(pages: Iterable[Page], places: list[Place | Page]) -> Iterator[Page]:
    from unmold.pages.reopen import place_of

    for page in pages:
        places.append(place_of(page) or page)
        yield page


def open_workspace(source: OpenSource) -> LabelledPages | None:
    """The pages of a workspace with its clusters; None for what has none."""
    from unmold.store.layout import Layout

    if len(source.names) != 1 or Layout(Path(source.names[0])).published() is None:
        return None
    from unmold.pages.reopen import Place
    from unmold.pages.selection import Selection
    from unmold.store import Workspace

    names = ("key", "path", "url", "site", "file", "offset", "charset", "sha256")
    wanted = Selection.of(source.include, source.exclude)
    table = Workspace(source.names[0]).pages.select([*names, "cluster"])
    rows = [
        row
        for row in table.to_pylist()
        if wanted.includes(row["path"], row["url"]) and not wanted.excludes(row["path"], row["url"])
    ][: source.limit]
    source.pages_read = len(rows)
    return LabelledPages(
        source,
        [Place(*(row[name] for name in names)) for row in rows],
        [row["cluster"] for row in rows],
        report=source.log.add,
    )
