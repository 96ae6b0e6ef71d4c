"""The templates of a generation as steps read them: several ask for the same one."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from unmold.store import Generation
from unmold.templates import Template

KEPT = 256
"""Templates in memory, of up to 1 MB each: extracting and the tables ask for all of a run, and to
read 144 of them a second time took a fifth of the step of tables."""


def load_written(generation: Generation, name: str) -> Template:
    """A template that a run has written; another one at its place is read again."""
    path = generation.template(name)
    about = path.stat()
    return _load_version(path, about.st_mtime_ns, about.st_ino)


@lru_cache(maxsize=KEPT)
def _load_version(path: Path, time: int, file: int) -> Template:
    return Template.load(path)
