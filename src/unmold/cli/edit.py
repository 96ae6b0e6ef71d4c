"""`unmold edit WORKSPACE DO TARGETS...`: corrects a workspace for good."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from unmold.cli.output import write_json
from unmold.cli.terminal import safe
from unmold.errors import UsageError

if TYPE_CHECKING:
    from unmold.store import Workspace
    from unmold.store.edit_states import EditState

EXAMPLES = """\b
Examples:
  unmold edit shop name products_2 goods
  unmold edit shop rename goods.value_2 weight
  unmold edit shop retype goods.weight number
  unmold edit shop hide goods.breadcrumbs
  unmold edit shop show goods_all.material
  unmold edit shop join goods.city zip --to place
  unmold edit shop undo 3
  unmold edit shop --list
"""
"""Every kind, as a person would write it."""


@click.command("edit", epilog=EXAMPLES)
@click.argument("workspace", type=click.Path())
@click.argument("do", metavar="[DO", required=False)
@click.argument("targets", nargs=-1, metavar="TARGETS...]")
@click.option("--list", "is_list", is_flag=True, help="List all edits, and whether each holds.")
@click.option("--to", metavar="NAME", help="For join: what the new column is called.")
@click.option(
    "--separator", metavar="TEXT", help="For join: what stands between values.  [default: a space]"
)
@click.option("--type", "kind", metavar="TYPE", help="For join: the type of the values.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON, one object to a line.")
def edit(
    workspace: str,
    do: str | None,
    targets: tuple[str, ...],
    is_list: bool,
    as_json: bool,
    **options: Any,
) -> None:
    r"""Correct what unmold got wrong, so that it stays right.

    \b
    name TABLE NAME            call a template, or one of its tables, something else
    rename TABLE.COLUMN NAME   call a column something else
    retype TABLE.COLUMN TYPE   read it as text, number, price, date, url, image or boolean
    hide TABLE[.COLUMN]        do not show a column or a table
    show TABLE[.COLUMN]        show it again, or what only the second tier has (TABLE_all)
    join TABLE.COLUMN COLUMN... --to NAME   make one column of several
    undo [NUMBER]              take an edit back, the last one if none is named

    Edits are kept in edits.json, and hold for every later run, whatever pages it brings. What was
    learned stays in the files; every command shows it as the edits say. An edit whose target is
    not found waits until it is, and is never applied to something else.
    """
    from unmold.store import Workspace

    opened = Workspace(workspace)
    if is_list:
        if do is not None:
            raise UsageError("--list takes no edit", hint=f"`unmold edit {workspace} --list`")
        _print_states(opened, as_json)
        return
    if do is None:
        raise UsageError("there is no edit to make", hint="`unmold edit --help` shows all")
    options["type"] = options.pop("kind")
    made = opened.edit(do, *targets, **options)
    state = next(one for one in opened.edit_states() if one.edit.id == made.id)
    if as_json:
        write_json(state.to_json())
    else:
        _print_state(state)


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
