"""Writing that survives a crash: a file is there whole or not at all.

Whoever writes gets an open file beside the place; once it is written and on the disk, it is moved
there. What the disk refuses leaves as a `MachineError` that says what to do.
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from unmold.errors import MachineError, UsageError

_FULL = (errno.ENOSPC, errno.EDQUOT)
_REFUSED = (errno.EROFS, errno.EACCES, errno.EPERM)
GO_ON = "the same command goes on where it stopped, and what was published before is untouched"


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """An open file that takes the place of `path` when the block ends well."""
    temporary = path.with_name(f".{path.name}.new")
    try:
        with temporary.open("wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make sure that what was moved into a folder stays there."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_bytes(path: Path, data: bytes) -> None:
    with replacing(path) as stream:
        stream.write(data)


def replace_link(link: Path, target: str) -> None:
    """Let a symbolic link lead elsewhere, in one step."""
    temporary = link.with_name(f".{link.name}.new")
    temporary.unlink(missing_ok=True)
    temporary.symlink_to(target)
    temporary.replace(link)
    sync_folder(link.parent)


def share_file(source: Path, target: Path) -> None:
    """The same file under another name; copied where the disk knows no second names."""
    temporary = target.with_name(f".{target.name}.new")
    temporary.unlink(missing_ok=True)
    try:
        temporary.hardlink_to(source)
    except OSError as error:
        if error.errno in (*_FULL, errno.ENOENT):
            raise
        shutil.copyfile(source, temporary)
    temporary.replace(target)


@contextmanager
def explained_damage(path: Path) -> Iterator[None]:
    """Turn what a file of a workspace refuses to its reader into an error that says what to do.

    PyArrow and JSON raise ValueError for what they cannot read, and PyArrow OSError as well.
    """
    try:
        yield
    except FileNotFoundError as error:
        raise UsageError(
            f"{path} is not there, or not any more",
            hint="open the workspace again; if it is damaged, `unmold run --force` rebuilds it",
        ) from error
    except (ValueError, OSError) as error:
        reason = next(iter(str(error).splitlines()), type(error).__name__)
        raise UsageError(
            f"{path} cannot be read: {reason}",
            hint="if it is damaged, `unmold run --force` rebuilds the workspace",
        ) from error


@contextmanager
def explained_failures(workspace: Path) -> Iterator[None]:
    """Turn what disk and journal refuse into errors that say what to do."""
    try:
        yield
    except OSError as error:
        raise _explain(error, workspace) from error
    except sqlite3.OperationalError as error:
        raise _explain_journal(error, workspace) from error
    except sqlite3.DatabaseError as error:
        raise UsageError(
            f"the journal of {workspace} is damaged: {error}",
            hint="--force starts over, and keeps crawled pages, links and edits",
        ) from error


def _explain(error: OSError, workspace: Path) -> MachineError:
    where = error.filename or workspace
    if error.errno in _FULL:
        return MachineError(f"the disk of {workspace} is full", hint=f"free some space; {GO_ON}")
    if error.errno in _REFUSED:
        return MachineError(
            f"cannot write to {where}: {(error.strerror or '').lower()}",
            hint="give a workspace in a folder that you may write to",
        )
    return MachineError(f"{where}: {error.strerror or error}", hint=GO_ON)


def _explain_journal(error: sqlite3.OperationalError, workspace: Path) -> MachineError:
    if "full" in str(error):
        return MachineError(f"the disk of {workspace} is full", hint=f"free some space; {GO_ON}")
    return MachineError(
        f"cannot write the journal of {workspace}: {error}",
        hint="give a workspace in a folder that you may write to",
    )
