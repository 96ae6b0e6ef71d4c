"""Measures the time of a function, and how far resident memory rises meanwhile; says of what code.

Memory is the high-water mark of this process's resident set, native memory included, minus what was
resident before. `release_memory` gives back to the system what earlier work has freed, so that it
counts again when it is used again. Only Linux lets a process reset that mark: elsewhere there is no
number.
"""

from __future__ import annotations

import ctypes
import gc
import os
import platform
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from pathlib import Path
from time import perf_counter
from typing import TypeVar

Result = TypeVar("Result")

_RESET_MARK = "5"
"""What Linux wants to read in `clear_refs` to forget the high-water mark."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a piece of work took."""

    seconds: float
    memory: int | None
    """Bytes that were resident at the peak and not before; None where it cannot be measured."""


def measure(work: Callable[[], Result]) -> tuple[Result, Cost]:
    """Do the work and say what it cost.

    >>> value, cost = measure(lambda: 6 * 7)
    >>> value, cost.seconds >= 0
    (42, True)
    """
    before = _reset_peak()
    start = perf_counter()
    result = work()
    seconds = perf_counter() - start
    peak = None if before is None else _read_status("VmHWM")
    memory = None if before is None or peak is None else max(0, peak - before)
    return result, Cost(seconds, memory)


def release_memory() -> None:
    """Give freed memory back to the system. Slow: before many small measurements, call it once."""
    gc.collect()
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (AttributeError, OSError, TypeError):  # a C library without it
        return


def describe_machine() -> str:
    """Processor, cores and Python: numbers mean little without them."""
    return f"{_processor()}, {os.cpu_count()} cores, Python {platform.python_version()}"


@cache
def describe_code() -> str:
    """The commit of the checkout that runs; of an installed package its version.

    Changed files are mentioned, since a commit says nothing of them; results do not count as code.
    What is said first stays: the checkout may move on while a long benchmark runs, so it calls this
    before it begins.
    """
    folder = Path(__file__).parent
    # Asked of this very file: an environment may lie inside another project's checkout.
    if _ask_git(folder, "ls-files", "--error-unmatch", Path(__file__).name) is None:
        return f"unmold {version('unmold')}"
    commit = _ask_git(folder, "rev-parse", "--short", "HEAD")
    changed = _ask_git(folder, "status", "--porcelain", "--", *_CODE)
    return f"commit {commit}{' with changes' if changed else ''}"


_CODE = (":/src", ":/rust", ":/benchmarks", ":(top,exclude)benchmarks/results")
"""What numbers depend on, as git names it. A run of several benchmarks writes results meanwhile."""


def _ask_git(folder: Path, *arguments: str) -> str | None:
    """What git says; None where there is no git, or it refuses."""
    try:
        answer = subprocess.run(
            ["git", "-C", folder, *arguments], capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return answer.stdout.strip()


def describe_date() -> str:
    """Today, in UTC."""
    return datetime.now(UTC).date().isoformat()


@dataclass(frozen=True, slots=True)
class Measured:
    """Base class of all that is kept of measurements: when, of what code, and where."""

    date: str = field(default_factory=describe_date, kw_only=True)
    code: str = field(default_factory=describe_code, kw_only=True)
    machine: str = field(default_factory=describe_machine, kw_only=True)

    @property
    def origin(self) -> str:
        """One line for a document."""
        return f"{self.date}, {self.code}, {self.machine}"


def _processor() -> str:
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _reset_peak() -> int | None:
    """Forget the high-water mark; gives the bytes resident now."""
    try:
        Path("/proc/self/clear_refs").write_text(_RESET_MARK, encoding="ascii")
    except OSError:
        return None
    return _read_status("VmRSS")


def _read_status(name: str) -> int | None:
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return None
    found = [line.split()[1] for line in lines if line.startswith(f"{name}:")]
    return int(found[0]) * 1024 if found else None
