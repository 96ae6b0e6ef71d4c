"""Measures the time of a function, and how far resident memory rises meanwhile.

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
from collections.abc import Callable
from dataclasses import dataclass
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
