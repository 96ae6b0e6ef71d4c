"""Progress on standard error: a stream enters and leaves unchanged, a person sees how far it is.

Only a terminal gets it, and not while data goes to the same terminal.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

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
