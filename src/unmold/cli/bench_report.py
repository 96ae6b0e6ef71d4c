"""What the benchmarks' commands do with a report: keep it as JSON, draw it, show its tables."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import click

from unmold.cli.files import write_file

if TYPE_CHECKING:
    from unmold.bench.tables import Table

takes_pictures = click.option(
    "--pictures",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="Also draw the figures into this folder, as SVG.",
)


class Report(Protocol):
    """What every benchmark's report can do."""

    @property
    def machine(self) -> str: ...

    def to_dict(self) -> dict[str, Any]: ...


def keep_report(report: Report, output: str | None) -> None:
    """Write the report to a file, if the caller named one."""
    if output:
        write_file(output, json.dumps(report.to_dict(), indent=1) + "\n")


def keep_pictures(pictures: Mapping[str, str], folder: str | None) -> None:
    """Write pictures by name into a folder, if the caller named one."""
    if folder:
        for name, picture in pictures.items():
            write_file(Path(folder) / name, picture)


def show_report(report: Report, tables: Iterable[Table], *, as_json: bool) -> None:
    """Print the report for a machine or for a person."""
    if as_json:
        click.echo(json.dumps(report.to_dict(), indent=2))
        return
    for table in tables:
        click.echo(f"{table.to_text()}\n")
    click.echo(report.machine)
