"""Turns exceptions into exit codes and lines on standard error.

    0  fine
    1  a finding, returned by the command itself
    2  the caller's mistake
    3  a failure of the machine or of unmold itself
    130, 141  stopped by Ctrl-C, or by a reader that went away, as shells know them

On standard error an `error:` line says what happened and a `hint:` line what to do; never a
traceback, unless UNMOLD_TRACEBACK is set.
"""

from __future__ import annotations

import os
import sys
import traceback

import click

from unmold.cli.terminal import safe
from unmold.errors import TRACEBACK_VARIABLE, UnmoldError

FINDING, USAGE, FAILURE, INTERRUPTED, PIPE_CLOSED = 1, 2, 3, 130, 141


class PipeClosedError(Exception):
    """The reader of standard output went away. Not click's to handle: it would exit with 1."""


def explain(error: BaseException) -> int:
    """Say on standard error what went wrong, and return the exit code."""
    if isinstance(error, PipeClosedError):
        discard_output()
        return PIPE_CLOSED
    if os.environ.get(TRACEBACK_VARIABLE):
        traceback.print_exception(error)
    if isinstance(error, click.Abort | KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return INTERRUPTED
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        click.echo(error.format_message(), err=True)
        return USAGE
    message, hint, code = _describe(error)
    print_failure(message, hint)
    return code


def _describe(error: BaseException) -> tuple[str, str | None, int]:
    if isinstance(error, UnmoldError):
        return error.message, error.hint, error.exit_code
    if isinstance(error, click.UsageError):
        return error.format_message(), _usage_hint(error), USAGE
    if isinstance(error, click.ClickException):
        return error.format_message(), None, USAGE
    if isinstance(error, OSError):
        name = f"{error.filename}: " if error.filename else ""
        return f"{name}{error.strerror or error}", None, FAILURE
    if isinstance(error, MemoryError):
        return "out of memory", "lower --max-bytes or --jobs", FAILURE
    hint = f"this is a bug in unmold; {TRACEBACK_VARIABLE}=1 shows where it happened"
    return f"{type(error).__name__}: {error}", hint, FAILURE


def _usage_hint(error: click.UsageError) -> str:
    command = error.ctx.command_path if error.ctx is not None else "unmold"
    return f"`{command} --help` shows what it takes"


def print_failure(message: str, hint: str | None) -> None:
    """The two lines that end a failed command."""
    click.echo(f"{click.style('error:', fg='red', bold=True)} {safe(message, 1000)}", err=True)
    if hint:
        click.echo(f"{click.style('hint:', fg='cyan', bold=True)} {safe(hint, 1000)}", err=True)


def discard_output() -> None:
    """Let the interpreter flush standard output in peace when it ends."""
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = None
