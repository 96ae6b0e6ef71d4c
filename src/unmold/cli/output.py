r"""Machine formats on standard output: as they are for a program, harmless for a person's terminal.

`click.echo` takes escape sequences out of what goes to a pipe, as if they were colours of its own.
A value may hold them, and a program wants the value: what is written here reaches a pipe byte for
byte. A terminal would obey them, so there JSON spells them as `\u001b`, and CSV goes without.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from unmold.cli.terminal import escape_json, safe_lines
from unmold.disk import write_bytes
from unmold.errors import MachineError, UsageError


def write_text(text: str) -> None:
    """Write a piece of text that a program reads."""
    stream = sys.stdout
    stream.write(safe_lines(text) if stream.isatty() else text)


def write_json(entry: Any, **options: Any) -> None:
    """Write one JSON object and a line end."""
    write_json_text(json.dumps(entry, **{"ensure_ascii": False, **options}) + "\n")


def write_json_text(text: str) -> None:
    """Write JSON that is a text already."""
    sys.stdout.write(escape_json(text) if sys.stdout.isatty() else text)


def takes_safe_csv(command: Callable[..., Any]) -> Callable[..., Any]:
    """The option of all commands that write CSV."""
    return click.option(
        "--safe-csv",
        is_flag=True,
        help="In CSV, put ' before texts that a spreadsheet would run as a formula: those that "
        "begin with = + - @, a tab or a line end.",
    )(command)


def require_csv(safe_csv: bool, form: str) -> None:
    """Refuse `--safe-csv` where no CSV is written."""
    if safe_csv and form != "csv":
        raise UsageError(
            f"--safe-csv is about CSV, and {form} is asked for",
            hint="leave out --safe-csv: no program takes values of other formats for formulas",
        )


def write_file(path: str | Path, text: str) -> None:
    """Write a result; makes its folder if need be."""
    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        write_bytes(Path(path), text.encode())
    except OSError as error:
        raise MachineError(f"cannot write {path}: {error.strerror}") from error
