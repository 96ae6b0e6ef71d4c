"""`unmold drift WORKSPACE SOURCE`: what changed on a site since its templates were learned."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from unmold.cli.failures import FINDING
from unmold.cli.output import write_json
from unmold.cli.progress import track
from unmold.cli.source import OpenSource, SourceCommand, source_paths, takes_source
from unmold.cli.terminal import safe
from unmold.errors import UsageError

if TYPE_CHECKING:
    from unmold.drift import Drift, Finding

SHOWN_FIELDS = 4
"""More would wrap the line of a finding; `--json` has all."""
SHOWN_PAGES = 20
"""About a screen of paths; `--json` has all."""
WIDTH = 60
"""Characters of a text from a page: old and new fit in one wide line."""


@click.command(
    "drift",
    cls=SourceCommand,
    epilog="Example: unmold drift shop new-crawl.warc.gz --threshold 0.02",
)
@click.argument("workspace", type=click.Path())
@click.option(
    "--threshold",
    type=click.FloatRange(0, 1),
    default=0.05,
    show_default=True,
    metavar="SHARE",
    help="Exit with 1 if something breaks for a larger share of a template's pages.",
)
@click.option(
    "--accept",
    is_flag=True,
    help="Learn the new state: templates that changed are learned again, fields keep their ids.",
)
@takes_source
def drift(source: OpenSource, workspace: str, threshold: float, accept: bool) -> int:
    """Show what changed on a site since its templates were learned.

    Compares a new crawl with the templates of a workspace. For each template: how many pages still
    fit. Then what changed: fields that vanished, moved, or are written in another way, labels,
    classes and ids with other names, new fields, new and redesigned templates, broken pages. What
    breaks comes first; the exit code is 1 if any of it is about more than the threshold allows.
    """
    from unmold.drift import find_drift
    from unmold.store import Workspace

    if accept and "-" in source.names:
        raise UsageError(
            "--accept reads its SOURCE twice", hint="give folders or files, not paths on stdin"
        )
    found = find_drift(
        Workspace(workspace),
        source_paths(source.names),
        limit=source.limit,
        include=source.include,
        exclude=source.exclude,
        base_url=source.base_url,
        limits=source.limits,
        jobs=source.jobs,
        problems=source.log.add,
        watch=lambda pages: track(pages, "comparing", prints=True),
    )
    source.pages_read = found.pages
    _print_json(found) if source.as_json else _print_tables(found)
    if accept:
        _accept(workspace, source, found)
        return 0
    return FINDING if found.breakages(threshold) else 0


def _accept(workspace: str, source: OpenSource, found: Drift) -> None:
    from unmold.pipeline import accept_drift

    learned = accept_drift(
        workspace,
        source_paths(source.names),
        found,
        limits=source.limits,
        limit=source.limit,
        include=source.include,
        exclude=source.exclude,
        base_url=source.base_url,
        jobs=source.jobs,
    )
    number = learned.generation.number
    click.echo(f"accepted: generation {number}, {len(learned.templates)} templates", err=True)


def _print_json(found: Drift) -> None:
    for one in found.templates:
        write_json({"kind": "template", **one.to_json()})
    for finding in found.findings:
        write_json({"kind": "finding", **finding.to_json()})


def _print_tables(found: Drift) -> None:
    width = max(len(one.template) for one in found.templates)
    click.echo(f"{'template'.ljust(width)}    before       now    fit")
    for one in found.templates:
        numbers = f"{one.pages_before:>8,}  {one.pages:>8,}  {one.share:>5.0%}"
        click.echo(f"{one.template.ljust(width)}  {numbers}")
    click.echo()
    for finding in found.findings:
        _print_finding(finding)
    if not found.findings:
        click.echo("nothing changed")
    recorded = sum(one.compared_by == "records" for one in found.templates)
    if recorded:
        click.echo(
            f"compared by records, since their pages are gone: {recorded} templates", err=True
        )


def _print_finding(finding: Finding) -> None:
    about = " ".join(filter(None, [_templates(finding), _fields(finding)]))
    pages = f"{finding.pages:,} page{'s' * (finding.pages != 1)} ({finding.share:.0%})"
    head = f"{finding.severity.value:<8}  {finding.code:<19}  {about}"
    click.echo(f"{head.rstrip()}  {pages}")
    if finding.old or finding.new:
        old, new = safe(finding.old, WIDTH) or "-", safe(finding.new, WIDTH) or "-"
        click.echo(f"          {old}  ->  {new}")
    if finding.code.endswith("-page"):
        for path in finding.examples[:SHOWN_PAGES]:
            click.echo(f"          {safe(path, 200)}")
        if len(finding.examples) > SHOWN_PAGES:
            click.echo(f"          and {len(finding.examples) - SHOWN_PAGES:,} more")


def _templates(finding: Finding) -> str:
    return f"{len(finding.templates)} templates" if finding.templates else finding.template


def _fields(finding: Finding) -> str:
    if finding.templates:
        return f"{len(finding.fields):,} fields" * bool(finding.fields)
    shown = [safe(name, WIDTH) for name in finding.fields[:SHOWN_FIELDS]]
    more = len(finding.fields) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more > 0 else "")
