"""A lock that lets one process at a time write to a workspace.

The operating system lets go of the lock when its holder dies, however it dies, so that no lock is
ever left behind. The number of the process in the file is for people.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager

from unmold.errors import UsageError
from unmold.store.layout import Layout


@contextmanager
def held_lock(layout: Layout) -> Iterator[None]:
    """Hold the lock of a workspace, or refuse where another process does."""
    descriptor = os.open(layout.lock, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        _take(descriptor, layout)
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(descriptor)


def _take(descriptor: int, layout: Layout) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = os.pread(descriptor, 20, 0).decode("ascii", "replace").strip()
        raise UsageError(
            f"another run is writing to {layout.root}" + (f" (process {holder})" * bool(holder)),
            hint="wait until it has finished, or give another workspace; reading works meanwhile",
        ) from None
