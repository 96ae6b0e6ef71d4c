"""Shows on standard error how far a stream of items is.

Only a terminal gets progress, and not while data goes to the same terminal.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Self, TypeVar

import click

from unmold.cli.terminal import safe

if TYPE_CHECKING:
    from rich.progress import Progress, Task, TaskID
    from rich.text import Text

Item = TypeVar("Item")

_STEP = 20
"""Items between two updates: the display refreshes ten times a second, reading is faster."""


def track(items: Iterable[Item], description: str, *, prints: bool) -> Iterator[Item]:
    """Hand the items on and count them for a person; `prints` says that standard output is used."""
    if not sys.stderr.isatty() or (prints and sys.stdout.isatty()):
        yield from items
        return
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, SpinnerColumn, TextColumn
    from rich.progress import TimeElapsedColumn as Elapsed

    columns = (SpinnerColumn(), TextColumn("{task.description}"), MofNCompleteColumn(), Elapsed())
    with Progress(*columns, console=Console(stderr=True), transient=True) as display:
        task = display.add_task(description, total=None)
        for number, item in enumerate(items, start=1):
            if number % _STEP == 1:
                display.update(task, completed=number)
            yield item


class StepDisplay:
    """Shows a person which of a known number of steps is under way; silent without a terminal."""

    def __init__(self, description: str, steps: int) -> None:
        self._description = description
        self._steps = steps
        self._taken = 0
        self._display: Progress | None = None

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
            from rich.progress import TimeElapsedColumn as Elapsed

            text = TextColumn("{task.description}", markup=False)
            columns = (BarColumn(), MofNCompleteColumn(), Elapsed(), text)
            self._display = Progress(*columns, console=Console(stderr=True), transient=True)
            self._task = self._display.add_task(self._description, total=self._steps)
            self._display.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._display:
            self._display.stop()

    def step(self, name: str) -> None:
        """The next step begins."""
        if self._display:
            self._display.update(self._task, completed=self._taken, description=safe(name, 60))
        self._taken += 1


# A run has a bar for each stage, with rate and time left. What a person should know is said in any
# case.


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
