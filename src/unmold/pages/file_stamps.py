"""Remembers how files were when they were read: what nobody touched is not hashed again.

A stamp stands for the device, number, size and times of a file. It changes with whatever is written
to the file, and with another file in its place. The core gives none for a file that changed while
it was read, or so shortly before that a second change might leave the same times.
"""

from __future__ import annotations

from pathlib import Path

MOST = 4_000_000
"""Files that are remembered, at about 60 bytes each; those behind them are hashed again."""


class FileStamps:
    """The stamps of the files that a run has read."""

    def __init__(self) -> None:
        self._known: set[int] = set()

    def note(self, file: str, stamp: int) -> None:
        """Remember how a file was; a stamp of 0 says nothing."""
        if stamp and len(self._known) < MOST:
            # A path takes much more memory than its hash.
            self._known.add(hash((absolute_path(file), stamp)))

    def is_same(self, file: str, stamp: int) -> bool:
        """Whether a file, given by its absolute path, is as it was when it was read."""
        return stamp != 0 and hash((file, stamp)) in self._known


def absolute_path(file: str) -> str:
    """The path from the root as `Path` writes it: most are so already, and a `Path` is slow."""
    is_plain = file.startswith("/") and "//" not in file and "/./" not in file
    return file if is_plain and not file.endswith(("/", "/.")) else str(Path(file).absolute())
