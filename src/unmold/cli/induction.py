"""The options of commands that learn templates: they become one `Induction`."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from unmold.settings import Induction

DEFAULTS = Induction()


def takes_induction(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command `induction`, filled from --sample, --max-columns and --ascii-names."""

    @click.option(
        "--sample",
        type=click.IntRange(min=1),
        default=DEFAULTS.sample_size,
        show_default=True,
        metavar="N",
        help="Learn each template from N pages, drawn evenly.",
    )
    @click.option(
        "--max-columns",
        type=click.IntRange(min=1),
        default=DEFAULTS.max_columns,
        show_default=True,
        metavar="N",
        help="Keep at most N columns of a template, those of child tables included.",
    )
    @click.option(
        "--ascii-names",
        is_flag=True,
        help="Spell names of templates, tables and columns in ASCII letters.",
    )
    @wraps(command)
    def wrapped(sample: int, max_columns: int, ascii_names: bool, **options: Any) -> Any:
        induction = Induction(sample_size=sample, max_columns=max_columns, ascii_names=ascii_names)
        return command(induction=induction, **options)

    return wrapped
