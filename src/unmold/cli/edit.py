"""`unmold edit WORKSPACE DO TARGETS...`: corrects a workspace for good."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from unmold.cli.output import write_json
from unmold.cli.progress import RunProgress
from unmold.cli.terminal import safe
from unmold.errors import UsageError

if TYPE_CHECKING:
    from unmold.pipeline import EditPreview
    from unmold.store import Workspace
    from unmold.store.edit_states import EditState

EXAMPLES = """\b
Example:
  unmold edit shop name products_2 goods
  unmold edit shop rename goods.value_2 weight
  unmold edit shop retype goods.weight number
  unmold edit shop hide goods.breadcrumbs
  unmold edit shop show goods_all.material
  unmold edit shop join goods.city zip --to place
  unmold edit shop column goods origin --page site/1.html --text Wales
  unmold edit shop merge goods products_3
  unmold edit shop split goods site/7.html site/9.html --to offers
  unmold edit shop move site/4.html none
  unmold edit shop undo 3
  unmold edit shop --apply
"""
"""Every kind, as a person would write it."""

WIDTH = 60
"""Letters of a value in a preview: two fit into the line of a usual terminal."""


@click.command("edit", epilog=EXAMPLES)
@click.argument("workspace", type=click.Path())
@click.argument("do", metavar="[DO", required=False)
@click.argument("targets", nargs=-1, metavar="TARGETS...]")
@click.option("--list", "is_list", is_flag=True, help="List all edits, and whether each holds.")
@click.option(
    "--apply", "is_apply", is_flag=True, help="Apply the edits that need a run, after a preview."
)
@click.option("--dry-run", is_flag=True, help="With --apply: show the preview, and change nothing.")
@click.option("--yes", is_flag=True, help="With --apply: do not ask.")
@click.option("--to", metavar="NAME", help="For join and split: the name of what is made.")
@click.option(
    "--separator", metavar="TEXT", help="For join: the text between values.  [default: a space]"
)
@click.option("--type", metavar="TYPE", help="For join and column: the type of the values.")
@click.option("--page", multiple=True, metavar="PAGE", help="For column: a page that shows it.")
@click.option("--xpath", metavar="XPATH", help="For column: the XPath of its place on that page.")
@click.option("--text", metavar="TEXT", help="For column: its text on that page.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON, one object to a line.")
def edit(
    workspace: str,
    do: str | None,
    targets: tuple[str, ...],
    is_list: bool,
    is_apply: bool,
    dry_run: bool,
    yes: bool,
    as_json: bool,
    **options: Any,
) -> None:
    r"""Correct names, types, columns and templates, for good.

    \b
    name TABLE NAME            call a template, or one of its tables, something else
    rename TABLE.COLUMN NAME   call a column something else
    retype TABLE.COLUMN TYPE   read it as text, number, price, date, url, image or boolean
    hide TABLE[.COLUMN]        do not show a column or a table
    show TABLE[.COLUMN]        show it again, or what only the second tier has (TABLE_all)
    join TABLE.COLUMN COLUMN... --to NAME   make one column of several
    column TABLE NAME --page PAGE --xpath XPATH|--text TEXT
                               a new column, from a place that none reads
    merge TABLE TABLE...       make one template of several, the first
    split TABLE PAGE...        make a template of their own of some pages
    move PAGE TABLE|none       give a page to another template, or to none
    undo [NUMBER]              take an edit back, the last one if none is named

    The first six take effect at once, the next four with the next run or with --apply. Edits are
    kept in edits.json, and hold for every later run, whatever pages it brings. What was learned
    stays in the files; every command shows it as the edits say. An edit whose target is not found
    waits until it is, and is never applied to something else.
    """
    from unmold.store import Workspace

    if (is_list or is_apply) + (do is not None) != 1 or (is_list and is_apply):
        raise UsageError(
            "give an edit, --list or --apply", hint="`unmold edit --help` shows all edits"
        )
    if (dry_run or yes) and not is_apply:
        raise UsageError("--dry-run and --yes go with --apply", hint="leave them out")
    if is_apply:
        _apply(workspace, dry_run, yes, as_json)
    elif is_list:
        _print_states(Workspace(workspace), as_json)
    else:
        assert do is not None
        opened = Workspace(workspace)
        made = opened.edit(do, *targets, **options)
        state = next(one for one in opened.edit_states() if one.edit.id == made.id)
        write_json(state.to_json()) if as_json else _print_made(state)


def _print_states(workspace: Workspace, as_json: bool) -> None:
    states = workspace.edit_states()
    for state in states:
        write_json(state.to_json()) if as_json else _print_state(state)
    waiting = sum(state.state == "waiting" for state in states)
    note = f", {waiting:,} waiting for their targets" if waiting else ""
    click.echo(f"{len(states):,} edit{'s' * (len(states) != 1)}{note}", err=True)


def _print_state(state: EditState) -> None:
    why = f": {safe(state.reason, 200)}" if state.reason else ""
    colour = {"in effect": "green", "waiting": "red", "pending": "yellow"}.get(state.state)
    said = click.style(f"{state.state}{why}", fg=colour)
    click.echo(f"{state.edit.id:>3}  {state.edit.at}  {safe(state.what, 200)}  [{said}]")


def _print_made(state: EditState) -> None:
    """An edit that was just made; of a new column, what was found for it."""
    from unmold.edits.model import Column

    _print_state(state)
    if isinstance(state.edit, Column):
        examples = ", ".join(safe(one, WIDTH) for one in state.edit.examples)
        share = f"{state.edit.fill:.0%} of the pages that were looked at have it"
        click.echo(f"     {share}, as {state.edit.reading.type}: {examples}")


def _apply(workspace: str, dry_run: bool, yes: bool, as_json: bool) -> None:
    from unmold.pipeline import apply_edits

    if not (dry_run or yes or sys.stdin.isatty()):
        raise UsageError(
            "cannot ask for confirmation without a terminal",
            hint="give --yes, or --dry-run to look first",
        )
    outcome: list[bool] = []
    with RunProgress() as progress:

        def confirm(preview: EditPreview) -> bool:
            progress.stop()
            write_json(preview.to_json()) if as_json else _print_preview(preview)
            outcome.append(not dry_run and (yes or click.confirm("Publish this?", err=True)))
            return outcome[-1]

        apply_edits(workspace, confirm=confirm, progress=progress)
    if outcome:
        click.echo("published" if outcome[0] else "nothing was changed", err=True)


def _print_preview(preview: EditPreview) -> None:
    for moved in preview.pages:
        pages = f"{moved.pages:,} page{'s' * (moved.pages != 1)}"
        way = f"{safe(moved.before or 'no template')} -> {safe(moved.after or 'no template')}"
        click.echo(f"{pages}  {way}  like {safe(moved.examples[0], WIDTH)}")
    for one in preview.columns:
        name = ".".join(filter(None, (one.template, one.part, one.column)))
        what = "column" if one.column else "table"
        examples = ", ".join(safe(value, WIDTH) for value in one.examples)
        click.echo(f"{one.change:<8}{what} {safe(name)}{f'  as {examples}' if examples else ''}")
    for number, reason in preview.waiting.items():
        click.echo(f"edit {number} waits: {safe(reason, 200)}")
    if not (preview.pages or preview.columns or preview.waiting):
        click.echo("no page and no column changes")
