"""`open_arrow_file`: files that PyArrow reads, opened by PyArrow itself.

Never pass a Python file object to PyArrow. Its threads hold a reference to the file a little longer
than the call that reads, and take the interpreter's lock (GIL) to release it. If the interpreter is
shutting down at that moment, Python ends the thread inside a C++ destructor, and that aborts the
process (`terminate called without an active exception`) although all work was done.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyarrow import OSFile


def open_arrow_file(path: str | os.PathLike[str]) -> OSFile:
    """Open a local file for PyArrow to read, even if its name looks like a URL."""
    from pyarrow import OSFile

    # Python opens the file first, because its errors name the file and the reason.
    with Path(path).open("rb"):
        pass
    return OSFile(os.fsencode(path), "rb")
