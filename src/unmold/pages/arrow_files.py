"""`open_arrow_file`: files that PyArrow reads, opened by PyArrow itself.

A file object of Python's must not be given to PyArrow to read from. Its threads keep what they read
from a little longer than the call that reads, and ask for the interpreter's lock when they let go
of it; a thread that asks while the interpreter ends is ended in a destructor of C++, and that
aborts the process (`terminate called without an active exception`) after everything went well.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyarrow import OSFile


def open_arrow_file(path: str | os.PathLike[str]) -> OSFile:
    """Open a file of this machine, whatever its name looks like, for PyArrow to read."""
    from pyarrow import OSFile

    # What cannot be opened is refused in Python's words: its errors know their file and reason.
    with Path(path).open("rb"):
        pass
    return OSFile(os.fsencode(path), "rb")
