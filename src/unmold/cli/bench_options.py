"""What the benchmarks' commands share: options for corpora, output and floors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from unmold.cli.terminal import safe
from unmold.errors import UsageError

if TYPE_CHECKING:
    from unmold.bench.floors import Comparable, Floors, Report, Verdict

    Settings = TypeVar("Settings", bound=Comparable)
else:
    Settings = TypeVar("Settings")

Command = Callable[..., Any]

BELOW_FLOOR = 1
"""The exit code: a finding, as in all commands."""

takes_corpora = click.option(
    "--corpus",
    "corpora",
    multiple=True,
    type=click.Path(),
    metavar="DIR",
    help="Measure on this corpus, or on all in this folder; may be repeated.  "
    "[default: those in UNMOLD_CORPORA]",
)


def takes_output(command: Command) -> Command:
    """Give a benchmark the options that say where its report goes: `output` and `as_json`."""
    as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
    output = click.option(
        "-o", "--output", type=click.Path(dir_okay=False), metavar="FILE", help="Also write JSON."
    )
    decorated: Command = output(as_json(command))
    return decorated


@dataclass(frozen=True, slots=True)
class FloorOptions:
    """What the caller wants of floors."""

    file: str | None
    write: bool
    lower: bool

    def open(self, settings: type[Settings], guarded: tuple[str, ...]) -> Floors[Settings] | None:
        """The floors to compare with; None where there are none, or where they are made anew."""
        from unmold.bench.floors import read_floors

        if self.file is None or (self.write and not Path(self.file).exists()):
            return None
        return read_floors(Path(self.file), settings, guarded)

    def judge(
        self,
        floors: Floors[Settings] | None,
        report: Report[Settings],
        guarded: tuple[str, ...],
    ) -> Verdict | None:
        """Compare a report with floors, and write these if asked."""
        from unmold.bench.floors import Floors

        if self.file is None:
            return None
        floors = floors or Floors(report.settings, guarded=guarded)
        if self.write and floors.update(report, lower=self.lower):
            floors.save(Path(self.file))
        return floors.judge(report)


def takes_floors(command: Command) -> Command:
    """Give a benchmark the options for floors; it receives them as `floor_options`."""

    @wraps(command)
    def wrapped(floors_file: str | None, write_floors: bool, lower: bool, **options: Any) -> Any:
        if write_floors and not floors_file:
            raise UsageError("--write-floors needs a file", hint="name it with --floors FILE")
        if lower and not write_floors:
            raise UsageError("--lower does nothing alone", hint="add --write-floors")
        return command(floor_options=FloorOptions(floors_file, write_floors, lower), **options)

    decorated: Command = wrapped
    for option in reversed(_FLOOR_OPTIONS):
        decorated = option(decorated)
    return decorated


_FLOOR_OPTIONS = [
    click.option(
        "--floors",
        "floors_file",
        type=click.Path(dir_okay=False),
        metavar="FILE",
        help="Compare with the floors in FILE; exit 1 if a result is below one.",
    ),
    click.option(
        "--write-floors",
        is_flag=True,
        help="Raise the floors in FILE to the results minus the margin that FILE states.",
    ),
    click.option("--lower", is_flag=True, help="With --write-floors, let floors fall too."),
]


def show_verdict(verdict: Verdict) -> None:
    """Say what is below its floor."""
    click.echo(f"\n{verdict.checked} floors checked, {verdict.unchecked} not measured")
    for shortfall in verdict.shortfalls:
        click.echo(f"{click.style('below:', fg='red', bold=True)} {safe(str(shortfall))}")
