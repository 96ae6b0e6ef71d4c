"""Writing that survives a crash: a file is there whole or not at all.

Everything that unmold writes in place of something else goes through `beside`: it is written to a
file next to its place, reaches the disk, and is moved there in one step. Files are made by plain
`open`, so that their mode is what the user's umask says.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

FULL = (errno.ENOSPC, errno.EDQUOT)
"""What the system says when a disk is full."""

_NOT_THERE = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)

_ENDING = ".new"


@contextmanager
def beside(*paths: Path) -> Iterator[list[Path]]:
    """Paths to write to instead of these; they are moved there once all of them are on the disk."""
    places = [path if _is_device(path) else _temporary(path) for path in paths]
    moves = {place: path for place, path in zip(places, paths, strict=True) if place is not path}
    unmoved = list(moves)
    try:
        yield places
        for temporary in moves:
            sync(temporary)
        for temporary, path in moves.items():
            temporary.replace(path)
            unmoved.remove(temporary)
    finally:
        for temporary in unmoved:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
    for folder in {path.parent for path in moves.values()}:
        sync(folder)


def _temporary(path: Path) -> Path:
    # Two processes may write the same file: each has one of its own until it is whole.
    return path.with_name(f".{path.name}.{os.getpid()}{_ENDING}")


def _is_device(path: Path) -> bool:
    """Whether a path is written to and never replaced: a device, a named pipe, a link to a file."""
    try:
        mode = path.lstat().st_mode
    except OSError as error:
        if error.errno in _NOT_THERE:
            return False
        raise
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """An open file that takes the place of `path` when the block ends well."""
    with beside(path) as (temporary,), temporary.open("wb") as stream:
        yield stream


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    with replacing(path) as stream:
        stream.write(data)


def is_unfinished(path: Path) -> bool:
    """Whether a file is what a killed writer left beside its place."""
    return path.name.startswith(".") and path.name.endswith(_ENDING)


def remove_unfinished(folder: Path) -> None:
    """Remove what killed writers left in a folder and below; nobody may be writing there."""
    for path in folder.rglob(f".*{_ENDING}"):
        if not path.is_dir():
            path.unlink(missing_ok=True)


def sync(path: Path) -> None:
    """Let a file, or what was moved into a folder, reach the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def replace_link(link: Path, target: str) -> None:
    """Let a symbolic link lead elsewhere, in one step."""
    temporary = link.with_name(f".{link.name}{_ENDING}")
    temporary.unlink(missing_ok=True)
    temporary.symlink_to(target)
    temporary.replace(link)
    sync(link.parent)


def share_file(source: Path, target: Path) -> None:
    """The same file under another name; copied where the disk knows no second names."""
    temporary = target.with_name(f".{target.name}{_ENDING}")
    temporary.unlink(missing_ok=True)
    try:
        temporary.hardlink_to(source)
    except OSError as error:
        if error.errno in (*FULL, errno.ENOENT):
            raise
        shutil.copyfile(source, temporary)
    temporary.replace(target)
