"""Folders that the driver and the tasks share: of a disk, of an object store, of a cluster."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unmold.disk import replacing
from unmold.pages.opened_archives import find_filesystem, is_remote

if TYPE_CHECKING:
    from pyarrow.fs import FileSystem


_STEP = 1 << 20
"""Bytes copied at once."""


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder by its path, or by its address elsewhere."""

    address: str

    @classmethod
    def of(cls, folder: str | os.PathLike[str]) -> Folder:
        """A folder that processes with other working folders find, too."""
        name = os.fspath(folder)
        return cls(name.rstrip("/") if is_remote(name) else os.path.abspath(name))  # noqa: PTH100

    @property
    def is_remote(self) -> bool:
        return is_remote(self.address)

    def at(self, name: str) -> str:
        """The path or address of something in it."""
        return f"{self.address}/{name}"

    def uri(self, name: str) -> str:
        """The address as Spark takes it."""
        return self.at(name) if self.is_remote else Path(self.at(name)).as_uri()

    def has(self, name: str) -> bool:
        from pyarrow.fs import FileType

        filesystem, path = self._open(name)
        return bool(filesystem.get_file_info(path).type != FileType.NotFound)

    def open(self, name: str) -> Any:
        """A file, as PyArrow reads it."""
        filesystem, path = self._open(name)
        return filesystem.open_input_file(path)

    def write(self, name: str, data: bytes) -> None:
        """Write a file whole or not at all: elsewhere a file is there once it is closed."""
        with self.writing(name) as stream:
            stream.write(data)

    @contextmanager
    def writing(self, name: str) -> Iterator[Any]:
        """An open file that is there when the block ends well."""
        if not self.is_remote:
            here = Path(self.at(name))
            here.parent.mkdir(parents=True, exist_ok=True)
            with replacing(here) as stream:
                yield stream
            return
        filesystem, path = self._open(name)
        filesystem.create_dir(path.rpartition("/")[0], recursive=True)
        # PyArrow would compress a file once more whose name ends with `.gz`.
        with filesystem.open_output_stream(path, compression=None) as stream:
            yield stream

    def copy(self, path: Path, name: str) -> str:
        """Copy a file of this machine into it; its SHA-256."""
        digest = hashlib.sha256()
        with path.open("rb") as source, self.writing(name) as stream:
            while piece := source.read(_STEP):
                digest.update(piece)
                stream.write(piece)
        return digest.hexdigest()

    def remove(self) -> None:
        """Remove it with all that is in it."""
        from pyarrow.fs import FileType

        filesystem, path = self._open("")
        path = path.rstrip("/")
        if filesystem.get_file_info(path).type != FileType.NotFound:
            filesystem.delete_dir(path)

    def _open(self, name: str) -> tuple[FileSystem, str]:
        if self.is_remote:
            return find_filesystem(self.at(name))
        from pyarrow.fs import LocalFileSystem

        return LocalFileSystem(), self.at(name)
