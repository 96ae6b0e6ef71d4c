"""What the benchmarks' commands share: their options."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

Command = Callable[..., Any]

takes_corpora = click.option(
    "--corpus",
    "corpora",
    multiple=True,
    type=click.Path(),
    metavar="DIR",
    help="Measure on this corpus, or on all in this folder; may be repeated.  "
    "[default: those in UNMOLD_CORPORA]",
)
