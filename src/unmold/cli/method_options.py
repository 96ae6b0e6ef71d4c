"""What commands share that cluster by a method: its name, its settings, the list of all methods."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

Command = Callable[..., Any]


def takes_method(command: Command) -> Command:
    """Give a command --method, --set and --list-methods; it receives `method` and `settings`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def _list_methods(context: click.Context, option: click.Parameter, wanted: bool) -> None:
    """Print the methods and end, whatever else was given."""
    if not wanted or context.resilient_parsing:
        return
    from unmold.clusters.registry import DEFAULT_METHOD, METHODS, describe_parameters

    width = max(map(len, METHODS))
    for method in METHODS.values():
        default = "  [default]" if method.name == DEFAULT_METHOD else ""
        click.echo(f"{click.style(method.name.ljust(width), bold=True)}  {method.description}")
        click.echo(f"{' ' * width}  {click.style(method.paper, dim=True)}{default}")
        settings = describe_parameters(method.name).items()
        shown = ", ".join(f"{name}={value}" for name, value in settings)
        if shown:
            click.echo(f"{' ' * width}  {click.style(f'--set {shown}', dim=True)}")
    context.exit()


_OPTIONS: list[Callable[[Command], Command]] = [
    click.option(
        "--method",
        metavar="NAME",
        help="Cluster by this method; --list-methods shows them.  [default: auto]",
    ),
    click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="NAME=VALUE",
        help="Change a setting of the method; may be repeated.",
    ),
    click.option(
        "--list-methods",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_list_methods,
        help="Show the methods and their settings, and end.",
    ),
]
