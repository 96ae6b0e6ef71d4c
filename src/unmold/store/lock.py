"""A lock that lets one process at a time write to a workspace.

The operating system lets go of the lock when its holder dies, however it dies, so that no lock is
ever left behind. The number of the process in the file is for people.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from unmold.errors import UsageError
from unmold.store.layout import Layout


@contextmanager
def held_lock(layout: Layout) -> Iterator[None]:
    """Hold the lock of a workspace, or refuse where another process does."""
    hint = "wait until it has finished, or give another workspace; reading works meanwhile"
    with sole_writer(layout.lock, f"another run is writing to {layout.root}", hint):
        yield


@contextmanager
def sole_writer(path: Path, refusal: str, hint: str) -> Iterator[None]:
    """Hold the lock of a file, or refuse where another process does."""
    # On a disk without locks a file would have to do, which a killed holder leaves behind: rather
    # let it be an error. No second instance for the same file: threads refuse each other, too.
    lock = FileLock(path, timeout=0, is_singleton=False, fallback_to_soft=False)
    try:
        lock.acquire()
    except Timeout:
        holder = _read_holder(path)
        raise UsageError(refusal + (f" (process {holder})" * bool(holder)), hint=hint) from None
    try:
        with suppress(OSError):  # Windows keeps others, and this, from writing to a locked file
            path.write_text(f"{os.getpid()}\n", encoding="ascii")
        yield
    finally:
        lock.release()


def _read_holder(path: Path) -> str:
    try:
        return path.read_bytes()[:20].decode("ascii", "replace").strip()
    except OSError:
        return ""
