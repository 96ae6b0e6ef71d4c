"""Checksums of the files in a folder, kept in the folder itself as `checksums.json`.

They are written when all files are, and before anybody reads them. Whoever opens a file asks
`Checksums.verify` first, which reads small files whole: a single flipped bit in a table, a template
or the search index is an error that names the file, never another answer. Of larger files it checks
the size and, of Parquet, the footer; Parquet's pages have checksums of their own, which the readers
verify. `find_damage` reads everything, for `unmold check`.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from unmold.disk import write_bytes
from unmold.errors import MachineError

NAME = "checksums.json"
FORMAT = "unmold checksums"
VERSION = 1
"""Of the list itself; a list of another version is damage."""

READ_WHOLE = 128 << 20
"""Bytes of a file that is verified whole when it is opened: 40 ms at the 3.6 GB/s of CRC-32."""

_CHUNK = 1 << 20
"""Bytes read at once: memory stays small, and larger reads are no faster."""
_PARQUET = ".parquet"
_PARQUET_END = 8
"""The length of a footer in four bytes, and the four letters that end the file."""

REBUILD = "`unmold run SOURCE -o WORKSPACE --force` rebuilds it; `unmold check` lists all damage"

Stamp = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class FileSums:
    """What is known of one file."""

    bytes: int
    sha256: str
    crc32: int
    """Quicker than SHA-256, and enough to find bits that flipped."""

    footer: int | None = None
    """The CRC-32 of a Parquet file's footer, which no checksum of a page covers."""


class Checksums:
    """The checksums of the files of one folder, by their names relative to it."""

    def __init__(self, folder: Path, files: Mapping[str, FileSums]) -> None:
        self.folder = folder
        self.files = files
        self._verified: dict[str, Stamp] = {}

    def names(self, part: str) -> list[str]:
        """The names of the files in one folder of this one, relative to it."""
        prefix = f"{part}/"
        return [name.removeprefix(prefix) for name in self.files if name.startswith(prefix)]

    def check_sizes(self) -> None:
        """Refuse a folder in which a file is missing, or has another size than it had."""
        for name in self.files:
            path = self.folder / name
            try:
                self._check_size(name, path.stat())
            except FileNotFoundError:
                raise damaged(path, "it is not there") from None

    def verify(self, path: Path) -> None:
        """Refuse a file that is not what was written; once for each state of the file."""
        name = path.relative_to(self.folder).as_posix()
        if name not in self.files:
            raise damaged(path, f"{self.folder / NAME} does not know it")
        found = path.stat()
        self._check_size(name, found)
        if self._verified.get(name) == (stamp := _stamp(found)):
            return
        sums = self.files[name]
        if sums.bytes <= READ_WHOLE:
            if _crc32(path) != sums.crc32:
                raise damaged(path, "its checksum is not what it was")
        elif sums.footer is not None and _footer_crc32(path) != sums.footer:
            raise damaged(path, "its footer is not what it was")
        self._verified[name] = stamp

    def verify_part(self, part: str) -> None:
        """Refuse a folder of this one of which a file is not what was written."""
        for name in self.names(part):
            path = self.folder / part / name
            try:
                self.verify(path)
            except FileNotFoundError:
                raise damaged(path, "it is not there") from None

    def find_damage(self, name: str) -> str | None:
        """Read a whole file; what is wrong with it, or None."""
        path, sums = self.folder / name, self.files[name]
        try:
            if path.stat().st_size != sums.bytes:
                return f"{path.stat().st_size:,} bytes, where {sums.bytes:,} were written"
            with path.open("rb") as stream:
                digest = hashlib.file_digest(stream, "sha256").hexdigest()
        except FileNotFoundError:
            return "it is not there"
        except OSError as error:
            return f"it cannot be read: {error.strerror or error}"
        return None if digest == sums.sha256 else "its checksum is not what it was"

    def _check_size(self, name: str, found: os.stat_result) -> None:
        wanted = self.files[name].bytes
        if found.st_size != wanted:
            reason = f"{found.st_size:,} bytes, where {wanted:,} were written"
            raise damaged(self.folder / name, reason)


def write_checksums(folder: Path, names: Iterable[str], known: Checksums | None = None) -> None:
    """Keep the checksums of files of a folder.

    A file that is `known` under the same name, being one and the same on the disk, keeps what is
    known of it: read again, damage to it would pass for what was written.
    """
    files = {name: _same(folder, name, known) or _measure(folder / name) for name in names}
    entries = {name: asdict(files[name]) for name in sorted(files)}
    content = {
        "format": FORMAT,
        "version": VERSION,
        "files": entries,
        "sha256": _digest(entries),
    }
    write_bytes(folder / NAME, (json.dumps(content, indent=1) + "\n").encode())


def read_checksums(folder: Path) -> Checksums:
    """The checksums of a folder; they are themselves verified."""
    path = folder / NAME
    try:
        return _read(path, _stamp(path.stat()))
    except FileNotFoundError:
        raise damaged(path, "it is not there") from None


def damaged(path: Path, reason: str) -> MachineError:
    """The error for a file that is not what was written."""
    return MachineError(f"{path} is damaged: {reason}", hint=REBUILD)


@lru_cache(maxsize=16)
def _read(path: Path, _: Stamp) -> Checksums:
    try:
        content = json.loads(path.read_bytes())
        if content["format"] != FORMAT or content["version"] != VERSION:
            raise damaged(path, "it is of another kind or version")
        if _digest(content["files"]) != content["sha256"]:
            raise damaged(path, "its checksum is not what it was")
        files = {name: FileSums(**entry) for name, entry in content["files"].items()}
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise damaged(path, "it is cut, or no JSON") from error
    return Checksums(path.parent, files)


def _same(folder: Path, name: str, known: Checksums | None) -> FileSums | None:
    if known is None or name not in known.files:
        return None
    try:
        is_same = (known.folder / name).samefile(folder / name)
    except OSError:
        return None
    return known.files[name] if is_same else None


def _measure(path: Path) -> FileSums:
    sha256, crc32, size = hashlib.sha256(), 0, 0
    for chunk in _chunks(path):
        sha256.update(chunk)
        crc32 = zlib.crc32(chunk, crc32)
        size += len(chunk)
    footer = _footer_crc32(path) if path.suffix == _PARQUET else None
    return FileSums(size, sha256.hexdigest(), crc32, footer)


def _crc32(path: Path) -> int:
    found = 0
    for chunk in _chunks(path):
        found = zlib.crc32(chunk, found)
    return found


def _footer_crc32(path: Path) -> int:
    """The CRC-32 of a Parquet file's footer with its length; of nothing where it is none."""
    with path.open("rb") as stream:
        size = stream.seek(0, os.SEEK_END)
        stream.seek(max(size - _PARQUET_END, 0))
        length = int.from_bytes(stream.read(4), "little")
        stream.seek(max(size - _PARQUET_END - length, 0))
        return zlib.crc32(stream.read(length + _PARQUET_END))


def _chunks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as stream:
        while chunk := stream.read(_CHUNK):
            yield chunk


def _stamp(found: os.stat_result) -> Stamp:
    """What changes when a file is written again."""
    return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def _digest(entries: Any) -> str:
    return hashlib.sha256(json.dumps(entries, sort_keys=True).encode()).hexdigest()
