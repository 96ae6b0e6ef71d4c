"""`open_archive`: archives of this machine, and of those places that PyArrow can open.

An address as `s3://bucket/crawl.warc.gz` names a file of an object store or of a cluster; anything
else is a path. Whatever is opened can say where it is and go elsewhere, as FastWARC needs.
"""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from unmold.errors import UsageError

if TYPE_CHECKING:
    from pyarrow.fs import FileSystem

SCHEMES = {
    "s3": "s3",
    "s3a": "s3",
    "s3n": "s3",
    "gs": "gs",
    "abfs": "abfs",
    "abfss": "abfss",
    "hdfs": "hdfs",
    "viewfs": "viewfs",
    "file": "file",
}
"""Schemes that Hadoop knows, and what PyArrow calls each."""

_SCHEME = re.compile(r"([a-z][a-z0-9]{0,9}+):/")
_BUFFER = 1 << 18
"""Bytes that are asked for at once from afar: each request waits for its answer. A guess."""


def is_remote(path: str) -> bool:
    """Whether this is an address, and no path of this machine.

    >>> [is_remote(path) for path in ("s3a://b/a.warc", "crawl/a.warc", "C:/a.warc")]
    [True, False, False]
    """
    match = _SCHEME.match(path)
    return match is not None and match.group(1) in SCHEMES


def find_filesystem(address: str) -> tuple[FileSystem, str]:
    """What opens an address, and the path that it has there."""
    from pyarrow import ArrowException
    from pyarrow.fs import FileSystem

    scheme, _, rest = address.partition(":")
    try:
        found: tuple[FileSystem, str] = FileSystem.from_uri(f"{SCHEMES[scheme]}:{rest}")
    except (ArrowException, OSError) as error:
        raise UsageError(
            f"{address} cannot be opened: {_first_line(error)}",
            hint="see PyArrow's documentation of file systems for what such an address needs",
        ) from None
    return found


def open_archive(path: str) -> BinaryIO:
    """Open an archive to read it; OSError where that cannot be."""
    if not is_remote(path):
        return Path(path).open("rb")
    filesystem, inside = find_filesystem(path)
    return io.BufferedReader(_RemoteFile(filesystem, inside), _BUFFER)


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)


class _RemoteFile(io.RawIOBase):
    """A file of PyArrow's as Python knows unbuffered files."""

    def __init__(self, filesystem: FileSystem, path: str) -> None:
        self._file = filesystem.open_input_file(path)

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._file.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def seek(self, offset: int, whence: int = 0) -> int:
        return int(self._file.seek(offset, whence))

    def tell(self) -> int:
        return int(self._file.tell())

    def close(self) -> None:
        if not self.closed:
            self._file.close()
        super().close()
