"""What disks and damaged files refuse to a workspace, as errors that say what to do."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from unmold.checksums import damaged
from unmold.disk import FULL
from unmold.errors import MachineError, UsageError

_REFUSED = (errno.EROFS, errno.EACCES, errno.EPERM)
GO_ON = "the same command goes on where it stopped, and what was published before is untouched"


@contextmanager
def explained_damage(path: Path) -> Iterator[None]:
    """Turn what a file of a workspace refuses to its reader into an error that says what to do.

    PyArrow and JSON raise ValueError for what they cannot read; PyArrow OSError as well, and
    NotImplementedError where a type makes no sense.
    """
    try:
        yield
    except FileNotFoundError as error:
        raise UsageError(
            f"{path} is not there, or not any more",
            hint="open the workspace again; if it is damaged, `unmold run --force` rebuilds it",
        ) from error
    except (ValueError, OSError, NotImplementedError) as error:
        reason = next(iter(str(error).splitlines()), type(error).__name__)
        raise damaged(path, reason) from error


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
    if error.errno in FULL:
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
