"""The file that keeps a fingerprint index: what it holds enters and leaves, checked.

Layout, all numbers little-endian: the line `unmold fingerprint index`, the version (u32), the
length of the header (u32), the header (JSON), the distinct fingerprints, for every document the
number of its fingerprint (u32 each), and the SHA-256 of all that. How fingerprints are filed
follows from them and is not kept. A file is written beside its place and then moved there, so that
whatever happens, either the old file stands there or the new one.
"""

from __future__ import annotations

import hashlib
import json
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from unmold.disk import write_bytes
from unmold.errors import MachineError, UsageError

MAGIC = b"unmold fingerprint index\n"
VERSION = 1

_NUMBERS = struct.Struct("<II")
_DIGEST_SIZE = hashlib.sha256().digest_size


@dataclass(frozen=True, slots=True)
class IndexIdentity:
    """What decides whether fingerprints may stand beside each other."""

    entries: int
    mode: str

    def check_same(self, other: IndexIdentity, name: str) -> None:
        """Refuse fingerprints that were made in another way."""
        if self != other:
            raise UsageError(
                f"{name} holds fingerprints of {other}, where {self} are wanted",
                hint="compute the fingerprints anew with one setting, or use another file",
            )

    def __str__(self) -> str:
        return f"{self.entries} entries made of {self.mode}"


@dataclass(frozen=True, slots=True)
class IndexContents:
    """All that a file keeps."""

    identity: IndexIdentity
    fingerprints: NDArray[np.uint8]
    """The distinct ones, one in each row."""
    documents: NDArray[np.uint32]
    """For every document the row of its fingerprint."""


def write_index(path: Path, contents: IndexContents) -> None:
    """Write an index; replaces an index of the same identity and nothing else."""
    if path.exists():
        contents.identity.check_same(read_index(path).identity, str(path))
    try:
        write_bytes(path, _encode(contents))
    except OSError as error:
        raise MachineError(
            f"cannot write the index {path}: {error.strerror}",
            hint="what stood there before is untouched",
        ) from error


def read_index(path: Path) -> IndexContents:
    """Read an index, or say clearly why it cannot be read."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(
            f"cannot read the index {path}: {error.strerror}",
            hint="give a file that `FingerprintIndex.save` wrote",
        ) from error
    if not data.startswith(MAGIC):
        raise UsageError(
            f"{path} is no fingerprint index",
            hint="give a file that `FingerprintIndex.save` wrote, or another name to write to",
        )
    return _decode(path, data)


def _encode(contents: IndexContents) -> bytes:
    header = json.dumps(
        {
            "entries": contents.identity.entries,
            "mode": contents.identity.mode,
            "fingerprints": len(contents.fingerprints),
            "documents": len(contents.documents),
        }
    ).encode()
    parts = [
        MAGIC,
        _NUMBERS.pack(VERSION, len(header)),
        header,
        contents.fingerprints.tobytes(),
        contents.documents.astype("<u4").tobytes(),
    ]
    body = b"".join(parts)
    return body + hashlib.sha256(body).digest()


def _decode(path: Path, data: bytes) -> IndexContents:
    start = len(MAGIC) + _NUMBERS.size
    if len(data) < start + _DIGEST_SIZE:
        raise _corrupt(path)
    version, header_length = _NUMBERS.unpack_from(data, len(MAGIC))
    if version != VERSION:
        raise UsageError(
            f"{path} is a fingerprint index of version {version}, this unmold reads {VERSION}",
            hint="build the index anew, or use the unmold that wrote it",
        )
    if hashlib.sha256(memoryview(data)[:-_DIGEST_SIZE]).digest() != data[-_DIGEST_SIZE:]:
        raise _corrupt(path)
    try:
        header = json.loads(data[start : start + header_length])
        return _unpack(header, memoryview(data)[start + header_length : -_DIGEST_SIZE])
    except (ValueError, KeyError, TypeError) as error:
        raise _corrupt(path) from error


def _unpack(header: dict[str, Any], body: memoryview) -> IndexContents:
    """The arrays of a body; anything that does not fit is a ValueError."""
    identity = IndexIdentity(int(header["entries"]), str(header["mode"]))
    rows, documents = int(header["fingerprints"]), int(header["documents"])
    end = rows * identity.entries
    if identity.entries < 1 or rows < 0 or len(body) != end + 4 * documents:
        raise ValueError("sizes do not fit")
    numbers = np.frombuffer(body[end:], "<u4")
    # Every fingerprint has a document, and the first document of each comes in order.
    if not np.array_equal(_first_sights(numbers), np.arange(rows)):
        raise ValueError("documents do not fit")
    fingerprints = np.frombuffer(body[:end], np.uint8).reshape(rows, identity.entries)
    return IndexContents(identity, fingerprints, numbers)


def _first_sights(numbers: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """The distinct numbers in the order of their first sight."""
    distinct, first = np.unique(numbers, return_index=True)
    return distinct[np.argsort(first, kind="stable")]


def _corrupt(path: Path) -> MachineError:
    return MachineError(
        f"the fingerprint index {path} is damaged", hint="restore it from a copy, or build it anew"
    )
