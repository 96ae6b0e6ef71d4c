"""What commands with a SOURCE share: its options, its pages, the count of problems.

Decorate a command with `takes_source`: it receives an `OpenSource` as `source`, and returns an exit
code or nothing. The count of problems is printed after the command has finished.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import Any

import click

from unmold.cli.problem_log import ProblemLog
from unmold.cli.sizes import parse_size
from unmold.errors import UnmoldError, UsageError
from unmold.model import Page
from unmold.settings import Limits

Command = Callable[..., int | None]

DEFAULTS = Limits()


@dataclass(slots=True)
class OpenSource:
    """The pages that a command was given, and the log of what could not be used."""

    names: tuple[str, ...]
    log: ProblemLog
    limits: Limits = field(default_factory=Limits)
    limit: int | None = None
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    base_url: str | None = None
    jobs: int = 1
    as_json: bool = False
    pages_read: int = 0

    def pages(self, default_limit: int | None = None) -> Iterator[Page]:
        """The pages, counted; at most `default_limit` where the caller set none."""
        from unmold.pages import read_pages

        for page in read_pages(
            source_paths(self.names),
            limit=self.limit if self.limit is not None else default_limit,
            include=self.include,
            exclude=self.exclude,
            base_url=self.base_url,
            jobs=self.jobs,
            limits=self.limits,
            problems=self.log.add,
        ):
            self.pages_read += 1
            yield page

    def refuse_base_url(self) -> None:
        """Raise if --base-url was given: pages of a workspace already have their URLs."""
        if self.base_url is not None:
            raise UsageError(
                "--base-url does not apply to a workspace, whose pages have their URLs",
                hint="leave out --base-url",
            )


def source_paths(names: tuple[str, ...]) -> list[str | Path]:
    """Arguments as paths: on the command line, even what looks like HTML is the name of a file."""
    return [Path(name) if "<" in name else name for name in names]


class LimitOption(click.Option):
    """An option that limits hostile pages; most users never need it."""


class SourceCommand(click.Command):
    """A command with a SOURCE: the limits are listed apart, after all other options."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        common: list[tuple[str, str]] = []
        limits: list[tuple[str, str]] = []
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None and isinstance(parameter, click.Option):
                (limits if isinstance(parameter, LimitOption) else common).append(record)
        with formatter.section("Options"):
            formatter.write_dl(common)
        with formatter.section("Limits for hostile pages, rarely needed"):
            formatter.write_dl(limits)


def takes_source(command: Command) -> Command:
    """Give a command the SOURCE argument and the options that go with it."""
    return _take(command, _SOURCES)


def may_take_source(command: Command) -> Command:
    """The same, for a command whose SOURCE is optional."""
    return _take(command, _SOURCES_OR_NONE)


def _take(command: Command, argument: Callable[[Command], Command]) -> Command:
    @wraps(command)
    def wrapped(**options: Any) -> int | None:
        limits = Limits(**{name: options.pop(name) for name in _LIMITS})
        shared = {name: options.pop(name) for name in _SHARED}
        with ProblemLog(options.pop("problems")) as log:
            source = OpenSource(options.pop("sources"), log, limits, **shared)
            try:
                code = command(source=source, **options)
            except UnmoldError:
                if log.counts:
                    log.print_summary(source.pages_read)
                raise
            log.print_summary(source.pages_read)
        return code

    decorated: Command = wrapped
    for option in reversed([argument, *_OPTIONS]):
        decorated = option(decorated)
    return decorated


_SHARED = ("limit", "include", "exclude", "base_url", "jobs", "as_json")
_LIMITS = {
    "max_bytes": "Set aside pages larger than this.",
    "max_nodes": "Keep at most N nodes of a page.",
    "max_depth": "Make elements below this depth siblings.",
    "max_attributes": "Keep at most N attributes of an element.",
    "max_growth": "Let repeated unclosed tags grow a page to N times its length.",
    "max_ratio": "Treat as a bomb what grows more than N times when decompressed.",
    "max_decompressed": "Stop reading an archive at a bomb larger than this.",
}
_SIZES = ("max_bytes", "max_decompressed")


def _limit_option(name: str, help_text: str) -> Callable[[Command], Command]:
    default = getattr(DEFAULTS, name)
    shown = f"{default >> 20} MiB" if name in _SIZES else f"{default:,}"
    return click.option(
        f"--{name.replace('_', '-')}",
        cls=LimitOption,
        type=parse_size if name in _SIZES else click.IntRange(min=1),
        default=str(default),
        metavar="SIZE" if name in _SIZES else "N",
        help=f"{help_text}  [default: {shown}]",
    )


_SOURCES: Callable[[Command], Command] = click.argument(
    "sources", nargs=-1, required=True, metavar="SOURCE..."
)
_SOURCES_OR_NONE: Callable[[Command], Command] = click.argument(
    "sources", nargs=-1, metavar="[SOURCE...]"
)
_OPTIONS: list[Callable[[Command], Command]] = [
    click.option("--limit", type=click.IntRange(min=0), metavar="N", help="Stop after N pages."),
    click.option(
        "--include",
        multiple=True,
        metavar="GLOB",
        help="Read only pages whose path or URL matches; may be repeated.",
    ),
    click.option(
        "--exclude",
        multiple=True,
        metavar="GLOB",
        help="Leave out pages whose path or URL matches; may be repeated.",
    ),
    click.option(
        "--base-url",
        metavar="URL",
        help="Where the folder came from: a page's URL is this and its path in the folder.",
    ),
    click.option(
        "--jobs",
        type=click.IntRange(min=1),
        default=lambda: min(os.cpu_count() or 1, 8),
        metavar="N",
        help="Work with N threads.  [default: one for each core, at most 8]",
    ),
    click.option("--problems", metavar="FILE", help="List what could not be used, as CSV."),
    click.option("--json", "as_json", is_flag=True, help="Write JSON, one object to a line."),
    *(_limit_option(name, text) for name, text in _LIMITS.items()),
]
