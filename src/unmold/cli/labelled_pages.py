"""Pages with their clusters, to be read as often as needed: from a workspace, or clustered now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from unmold.cli.progress import track
from unmold.cli.source import OpenSource
from unmold.errors import UsageError
from unmold.model import Page, Problem

if TYPE_CHECKING:
    from unmold.pages.reopen import Place


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
