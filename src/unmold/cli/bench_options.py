"""What the benchmarks' commands share: the option for corpora, writing files, showing progress."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from unmold.errors import MachineError

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


def write_file(path: str | Path, text: str) -> None:
    """Write a result; makes its folder if need be."""
    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise MachineError(f"cannot write {path}: {error.strerror}") from error
