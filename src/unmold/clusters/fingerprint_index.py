"""The index of template fingerprints: who is at most one substitution away, among millions.

Each distinct fingerprint is kept once. The native core does the work; a file keeps an index between
runs. Paper: Hachenberg and Gottron, "Locality sensitive hashing for scalable structural
classification and clustering of web documents", CIKM 2013.

Layout of the file, all numbers little-endian: the line `unmold fingerprint index`, the version
(u32), the length of the header (u32), the header (JSON), the distinct fingerprints, for every
document the number of its fingerprint (u32 each), and the SHA-256 of all that. How fingerprints are
filed follows from them and is not kept. A file is written beside its place and then moved there, so
that whatever happens, either the old file is there or the new one.
"""

from __future__ import annotations

import hashlib
import json
import os
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from unmold._core import IndexedFingerprints
from unmold.disk import write_bytes
from unmold.errors import MachineError, UsageError

MAGIC = b"unmold fingerprint index\n"
VERSION = 1
"""Of the file."""

_NUMBERS = struct.Struct("<II")
_DIGEST_SIZE = hashlib.sha256().digest_size


@dataclass(frozen=True, slots=True)
class IndexIdentity:
    """What decides whether fingerprints may be beside each other."""

    entries: int
    mode: str

    def check_same(self, other: IndexIdentity, name: str) -> None:
        """Refuse fingerprints that were made in another way."""
        if self != other:
            raise UsageError(
                f"{name} holds fingerprints of {other}, but {self} are expected",
                hint="recompute the fingerprints with one setting, or use another file",
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
            hint="the previous file is unchanged",
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
            f"{path} is not a fingerprint index",
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
            hint="rebuild the index, or use the unmold that wrote it",
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
        f"the fingerprint index {path} is damaged", hint="restore it from a copy, or rebuild it"
    )


Fingerprints = NDArray[np.uint8]
Numbers = NDArray[np.uint32]

DEFAULT_ENTRIES = 25
"""As in Hachenberg and Gottron 2013."""
DEFAULT_SPLIT = 17
"""Where both sides tell equally much: in the paper, and on our own pages too."""


@dataclass(frozen=True, slots=True)
class IndexSettings:
    """What an index holds, and how it is filed.

    Fingerprints of different `entries` or `mode` mean different things and never share an index.
    `variant` and `split` change the speed of an index, never an answer.
    """

    entries: int = DEFAULT_ENTRIES
    """The size of the dictionary that fingerprints were made with, and so their length."""

    mode: str = "source-tags"
    """What the fingerprints were made of: here, the tags that are in the page's source."""

    variant: Literal["masked", "split"] = "masked"
    """`split` is the paper's: quick and small, but slow where many share one side. `masked` files
    under every masked key: a lookup costs the same whatever the fingerprints, at four times the
    memory."""

    split: int = DEFAULT_SPLIT
    """The entries before the split; only the variant `split` has one."""

    @property
    def identity(self) -> IndexIdentity:
        return IndexIdentity(self.entries, self.mode)


@dataclass(frozen=True, slots=True)
class Lookups:
    """What lookups found: a ragged array, one row for each fingerprint that was looked up."""

    offsets: NDArray[np.int64]
    """The near fingerprints of row i are `near[offsets[i]:offsets[i + 1]]`."""

    near: Numbers
    """Numbers of distinct fingerprints, ascending in each row, an equal one included."""

    equal: NDArray[np.int64]
    """The number of the equal fingerprint, or -1."""

    candidates: NDArray[np.int64]
    """How many stored fingerprints were compared for each row."""

    def __len__(self) -> int:
        return len(self.equal)

    def __getitem__(self, row: int) -> Numbers:
        return self.near[self.offsets[row] : self.offsets[row + 1]]

    @property
    def rows(self) -> NDArray[np.int64]:
        """For every near fingerprint, the row it belongs to."""
        return np.repeat(np.arange(len(self)), np.diff(self.offsets))


class FingerprintIndex:
    """Distinct fingerprints, numbered in the order of their first sight, with their documents.

    >>> index = FingerprintIndex(IndexSettings(entries=3, variant="split", split=2))
    >>> index.add(np.array([[0, 0, 1], [0, 0, 1], [0, 0, 2], [0, 1, 1]], np.uint8)).tolist()
    [0, 0, 1, 2]
    >>> index.find(np.array([[0, 2, 1]], np.uint8))[0].tolist()
    [0, 2]
    """

    def __init__(self, settings: IndexSettings | None = None) -> None:
        self.settings = settings or IndexSettings()
        split = self.settings.split if self.settings.variant == "split" else None
        try:
            self._native = IndexedFingerprints(self.settings.entries, split)
        except (UsageError, OverflowError) as error:
            raise UsageError(f"no such index: {error}") from error

    def __len__(self) -> int:
        """The number of distinct fingerprints."""
        return len(self._native)

    @property
    def fingerprints(self) -> Fingerprints:
        """The distinct fingerprints, one in each row."""
        entries = np.frombuffer(self._native.fingerprints(), np.uint8)
        return entries.reshape(-1, self.settings.entries)

    @property
    def documents(self) -> Numbers:
        """For every document, in the order of adding, the number of its fingerprint."""
        return np.frombuffer(self._native.documents(), "<u4")

    @property
    def counts(self) -> NDArray[np.int64]:
        """For every distinct fingerprint, how many documents have it."""
        return np.bincount(self.documents, minlength=len(self))

    @property
    def memory(self) -> int:
        """The bytes that the index takes."""
        return self._native.memory

    def add(self, fingerprints: Fingerprints) -> Numbers:
        """Add one document for each row, and return the numbers of their fingerprints."""
        return np.frombuffer(self._native.add(self._check(fingerprints)), "<u4")

    def find(self, fingerprints: Fingerprints) -> Lookups:
        """Find all stored fingerprints that differ from each row in one entry at most."""
        offsets, near, equal, candidates = self._native.find(self._check(fingerprints))
        return Lookups(
            offsets=np.frombuffer(offsets, "<i8"),
            near=np.frombuffer(near, "<u4"),
            equal=np.frombuffer(equal, "<i8"),
            candidates=np.frombuffer(candidates, "<i8"),
        )

    def cluster(self) -> Numbers:
        """For every distinct fingerprint, its connected component of near fingerprints.

        Components are numbered in the order of their first fingerprints. What was connected before
        is not looked at again.
        """
        return np.frombuffer(self._native.clusters(), "<u4")

    def merge(self, other: FingerprintIndex) -> None:
        """Add the documents of another index after those of this one."""
        self.settings.identity.check_same(other.settings.identity, "the other index")
        if other is self:
            raise UsageError("an index cannot be merged with itself")
        self._native.merge(other._native)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the index to a file, at once or not at all.

        An index of the same kind is replaced; anything else that is there is left untouched,
        with an error.
        """
        identity = self.settings.identity
        write_index(Path(path), IndexContents(identity, self.fingerprints, self.documents))

    @classmethod
    def load(
        cls, path: str | os.PathLike[str], settings: IndexSettings | None = None
    ) -> FingerprintIndex:
        """Read an index from a file; `settings` chooses the variant, and must fit the file."""
        contents = read_index(Path(path))
        if settings is None:
            settings = IndexSettings(contents.identity.entries, contents.identity.mode)
        settings.identity.check_same(contents.identity, str(path))
        index = cls(settings)
        index.add(contents.fingerprints[contents.documents])
        return index

    def _check(self, fingerprints: Fingerprints) -> memoryview:
        array = np.asarray(fingerprints)
        entries = self.settings.entries
        if array.dtype != np.uint8 or array.ndim != 2 or array.shape[1] != entries:
            raise UsageError(
                f"expected fingerprints of {entries} entries, "
                f"not an array of {array.dtype} shaped {array.shape}",
                hint="one fingerprint in each row, made with the settings of the index",
            )
        return np.ascontiguousarray(array).data
