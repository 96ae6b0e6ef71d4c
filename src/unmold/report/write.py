"""`write_report`: a workspace as one document that needs nothing else.

What the workspace holds becomes views (`describe_site` and its neighbours), and these become HTML
(`rendering`), by parts that a web app can use, too.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from markupsafe import Markup

from unmold import __version__
from unmold.disk import write_bytes
from unmold.errors import MachineError
from unmold.report.describe_changes import describe_changes
from unmold.report.describe_site import (
    describe_left_over,
    describe_lines,
    describe_map,
    describe_numbers,
    describe_problems,
    describe_sites,
)
from unmold.report.describe_templates import Described, describe_templates
from unmold.report.detail import choose_detail
from unmold.report.overview import Overview
from unmold.report.pattern_picture import draw_legend
from unmold.report.pictures import draw_treemap
from unmold.report.rendering import render_report
from unmold.report.safe_values import show_text
from unmold.report.views import ReportView, TemplateView
from unmold.store import Workspace

Watch = Callable[[Iterable[Described]], Iterable[Described]]
"""Hands templates on as they are described, and may show how far the work is."""


@dataclass(frozen=True, slots=True)
class WrittenReport:
    """What was written."""

    path: Path
    bytes: int
    templates: int
    thumbnails: int
    notes: tuple[str, ...] = ()
    """What could not be done."""


def write_report(
    workspace: Workspace | str | os.PathLike[str],
    path: str | os.PathLike[str],
    *,
    thumbnails: bool = False,
    sandbox: bool = True,
    watch: Watch | None = None,
) -> WrittenReport:
    """Write what a workspace holds as one HTML file: no network, no scripts, light and dark.

    With `thumbnails` it has a picture of an example page of each template, with the places of
    values outlined; that takes a Chromium and `unmold[render]`. Where there is none, the report is
    written without, and `notes` of what is returned says so.
    """
    opened = workspace if isinstance(workspace, Workspace) else Workspace(workspace)
    overview = Overview(opened)
    detail = choose_detail(len(overview.described))
    described = (watch or iter)(describe_templates(opened, overview, detail))
    notes: list[str] = []
    if thumbnails:
        from unmold.report.thumbnails import add_thumbnails

        templates = list(add_thumbnails(described, detail, sandbox=sandbox, note=notes.append))
    else:
        templates = [one.view for one in described]
    text = render_report(describe_workspace(opened, overview, templates)).encode()
    _write(Path(path), text)
    pictures = sum(1 for view in templates if view.thumbnail is not None)
    return WrittenReport(Path(path), len(text), len(templates), pictures, tuple(notes))


def describe_workspace(
    workspace: Workspace, overview: Overview, templates: list[TemplateView]
) -> ReportView:
    """The view of the whole workspace, with templates that are described already."""
    return ReportView(
        title=_choose_title(workspace, overview),
        made=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        version=__version__,
        generation=workspace.generation.number,
        numbers=describe_numbers(workspace, overview),
        sites=describe_sites(overview),
        lines=describe_lines(overview, templates),
        treemap=draw_treemap([size.tile for size in overview.sizes]),
        alike=describe_map(overview),
        problems=describe_problems(workspace),
        left_over=describe_left_over(workspace),
        changes=describe_changes(workspace, overview),
        templates=tuple(templates),
        legend=Markup(draw_legend()),
    )


def _choose_title(workspace: Workspace, overview: Overview) -> str:
    """The site, or the name of a workspace that holds several."""
    sites = {row["site"] for row in overview.page_rows}
    name = sites.pop() if len(sites) == 1 else workspace.path.resolve().name
    return show_text(name, 120)


def _write(path: Path, data: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_bytes(path, data)
    except OSError as error:
        raise MachineError(f"cannot write {path}: {error.strerror}") from error
