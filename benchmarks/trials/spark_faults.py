"""Tasks that are killed once, counted or timed; sent to Spark's workers by value."""

import os
import resource
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any


def kill_once(flags: str, name: str, parents: int, task: Callable[..., Iterator[Any]]) -> Any:
    """A task whose first attempt dies after its first portion, or at its end.

    With `parents` it is the process that many generations above that dies: an executor is the
    parent of the daemon that is the parent of Python's workers.
    """

    def attempt(*arguments: Any) -> Iterator[Any]:
        for portion in task(*arguments):
            yield portion
            _kill(flags, name, parents)
        _kill(flags, name, parents)

    return attempt


def _kill(flags: str, name: str, parents: int) -> None:
    try:
        Path(flags, name).touch(exist_ok=False)
    except FileExistsError:
        return
    victim = os.getpid()
    for _ in range(parents):
        stat = Path(f"/proc/{victim}/stat").read_text()
        victim = int(stat.rpartition(")")[2].split()[1])
    os.kill(victim, signal.SIGKILL)


def count_calls(flags: str, name: str, task: Callable[..., Iterator[Any]]) -> Any:
    """A task that leaves a line for each of its attempts."""

    def attempt(*arguments: Any) -> Iterator[Any]:
        with Path(flags, name).open("a") as stream:
            stream.write(f"{os.getpid()}\n")
        yield from task(*arguments)

    return attempt


def note_time(folder: str, name: str, task: Callable[..., Iterator[Any]]) -> Any:
    """A task that leaves what its process has used so far, and how long it took.

    Processes end when Spark has nothing to do for them, and what they used is lost with them.
    """

    def attempt(*arguments: Any) -> Iterator[Any]:
        begun = time.time()
        yield from task(*arguments)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        Path(folder, f"process-{os.getpid()}").write_text(str(time.process_time()))
        Path(folder, f"peak-{os.getpid()}").write_text(str(peak))
        with Path(folder, f"task-{name}").open("a") as stream:
            stream.write(f"{time.time() - begun}\n")

    return attempt
