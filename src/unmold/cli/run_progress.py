"""The progress of a run on standard error: a bar for each stage, with rate and time left.

Only a terminal gets bars. What a person should know is said in any case.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Self

import click

from unmold.cli.terminal import safe

if TYPE_CHECKING:
    from rich.progress import Progress, Task, TaskID
    from rich.text import Text


class RunProgress:
    """Shows the stages of a run; silent without a terminal."""

    def __init__(self) -> None:
        self._display: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            self._display = _make_display()
            self._display.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Show no bars any more, as somebody is asked something."""
        if self._display:
            self._display.stop()

    def begin(self, stage: str, total: int | None, unit: str = "pages") -> None:
        """Show the bar of a stage."""
        if self._display:
            self._task = self._display.add_task(stage, total=total, unit=unit)

    def advance(self, count: int = 1) -> None:
        """Move the bar on."""
        if self._display and self._task is not None:
            self._display.advance(self._task, count)

    def end(self) -> None:
        """Leave the bar as it is, full."""
        if self._display and self._task is not None:
            done = self._display.tasks[self._task].completed
            self._display.update(self._task, total=done)

    def say(self, message: str) -> None:
        """Say something between the bars."""
        if self._display:
            self._display.console.print(safe(message), markup=False, highlight=False)
        else:
            click.echo(safe(message), err=True)


def _make_display() -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn
    from rich.progress import TimeElapsedColumn as Elapsed
    from rich.progress import TimeRemainingColumn as Remaining
    from rich.text import Text

    class RateColumn(ProgressColumn):
        """Things done in a second."""

        def render(self, task: Task) -> Text:
            speed = task.finished_speed or task.speed
            return Text(f"{speed:,.0f} {task.fields['unit']}/s" if speed else "", style="dim")

    name = TextColumn("{task.description:<10}", markup=False)
    columns = (name, BarColumn(30), MofNCompleteColumn(), RateColumn(), Elapsed(), Remaining())
    return Progress(*columns, console=Console(stderr=True), transient=True)
