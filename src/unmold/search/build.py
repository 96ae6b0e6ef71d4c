"""`build_index`: writes an index of documents, whole or not at all.

An index is built in a folder beside its place and moved there at the end, so that a writer that was
killed leaves nothing that looks like an index. Building on an earlier index costs as much as what
changed: its files never change once written, so they are linked, not copied.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Collection, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unmold.disk import sync, write_bytes
from unmold.errors import MachineError
from unmold.search.documents import SearchDocument, pack_document
from unmold.search.index_files import (
    FACTS,
    IndexFacts,
    explained_damage,
    make_schema,
    read_facts,
    write_facts,
)
from unmold.search.words import ANALYZER, analyzer, normalise

if TYPE_CHECKING:
    from tantivy import Index

PART_BYTES = 16 << 20
"""Bytes of documents in a part of the index. Its words take about five times as much memory while
it is written; smaller parts hold the same words more often. Words that no cache holds take longer:
documents of 17,111 unlike pages took 1.18 ms each in parts of 32 MB, 0.99 of 16, 0.87 of 8."""

HEAP = 16 << 20
"""Bytes for Tantivy, which removes records but adds none."""

_PARTS = "parts"
_REWRITTEN = ("meta.json", ".managed.json", FACTS)
_LISTS = ("meta.json", ".managed.json")
_LOCKS = (".tantivy-writer.lock", ".tantivy-meta.lock")


class IndexBuilder:
    """An index that is being written: records are added, replaced and removed by key.

    Records become parts of the index, some at a time, which the core writes on threads; what is
    removed is removed from the parts before them.
    """

    def __init__(self, folder: Path, fields: set[str], *, jobs: int) -> None:
        self.fields = fields
        self._folder = folder
        self._jobs = jobs
        self._waiting: dict[str, bytes] = {}
        self._size = 0
        self._written: set[str] = set()
        self._removed: list[str] = []
        self._parts: list[Path | Future[Path]] = []
        self._threads = ThreadPoolExecutor(jobs, "unmold-index")
        self._is_new = not _segments(folder)

    def add(self, document: SearchDocument) -> None:
        """Add a record; one of the same key is replaced."""
        names = [*document.values, *document.addresses]
        self.add_written(document.key, pack_document(document), names)

    def add_written(self, key: str, document: bytes, fields: Iterable[str]) -> None:
        """Add a record that is written as the index takes it, and fills these columns."""
        if not self._is_new or key in self._written or key in self._waiting:
            self.remove(key)
        self.fields.update(fields)
        self._waiting[key] = document
        self._size += len(document)
        if self._size >= PART_BYTES:
            self._write_part()

    def adopt(self, part: Path) -> None:
        """Add all records of a new index, none of whose pages is in this one or in another."""
        self.fields.update(read_facts(part).fields)
        self._parts.append(part)

    def remove(self, key: str) -> None:
        """Remove the record of a page; one that is not there is removed already."""
        self._size -= len(self._waiting.pop(key, b""))
        if key in self._written:
            self._settle()
        if not self._is_new:
            self._removed.append(key)

    def finish(self) -> None:
        """Write everything down, and wait until it is."""
        if self._waiting:
            self._write_part()
        self._settle()
        self._threads.shutdown()
        shutil.rmtree(self._folder / _PARTS, ignore_errors=True)

    def abandon(self) -> None:
        """Forget everything, and wait until nothing writes any more."""
        self._threads.shutdown(cancel_futures=True)

    def _write_part(self) -> None:
        """Let the core write what is waiting, once it is done with most of what it was given."""
        busy = [part for part in self._parts if isinstance(part, Future) and not part.done()]
        if len(busy) >= self._jobs:
            busy[0].result()
        place = self._folder / _PARTS / str(len(self._parts))
        self._written.update(self._waiting)
        documents = list(self._waiting.values())
        self._parts.append(self._threads.submit(_write_index, place, documents))
        self._waiting, self._size = {}, 0

    def _settle(self) -> None:
        """Make one index of what is there: remove what is to be removed, then take new parts in."""
        if self._removed:
            _remove_records(self._folder, self._removed)
        parts = [part.result() if isinstance(part, Future) else part for part in self._parts]
        if parts:
            _adopt(self._folder, parts)
            self._is_new = False
        shutil.rmtree(self._folder / _PARTS, ignore_errors=True)
        self._removed, self._parts, self._written = [], [], set()


def _segments(folder: Path) -> list[Any]:
    """The segments that an index has."""
    return list(json.loads((folder / _LISTS[0]).read_bytes())["segments"])


def _write_index(folder: Path, documents: list[bytes]) -> Path:
    """An index of one segment."""
    from tantivy import Index

    from unmold import _core

    folder.mkdir(parents=True)
    Index(make_schema(), str(folder))
    _core.write_index_segment(folder, documents)
    return folder


def _remove_records(folder: Path, keys: Iterable[str]) -> None:
    writer = _open(folder).writer(HEAP, 1)
    for key in keys:
        writer.delete_documents_by_term("key", normalise(key))
    writer.commit()
    writer.wait_merging_threads()


def _open(folder: Path) -> Index:
    from tantivy import Index

    index = Index.open(str(folder))
    index.register_tokenizer(ANALYZER, analyzer())
    return index


@contextmanager
def build_index(
    folder: str | os.PathLike[str],
    base: str | os.PathLike[str] | None = None,
    *,
    jobs: int = 1,
) -> Iterator[IndexBuilder]:
    """Build an index in a folder, from nothing or from a `base` that stays as it is.

    What was in the folder is replaced when the block ends well, and stays if it does not.
    """
    place = Path(folder)
    temporary = place.with_name(f".{place.name}.{os.getpid()}.new")
    try:
        _remove_leavings(place)
        temporary.mkdir(parents=True)
        with explained_writing(place):
            fields = _begin(temporary, Path(base) if base is not None else None)
        builder = IndexBuilder(temporary, fields, jobs=jobs)
        with _abandoned_on_failure(builder):
            yield builder
            with explained_writing(place):
                builder.finish()
        with explained_writing(place):
            write_facts(temporary, IndexFacts(tuple(fields)))
            _sync(temporary)
        _replace(temporary, place)
    except OSError as error:
        raise _unwritable(place, error) from error
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _remove_leavings(place: Path) -> None:
    """Clear away what killed writers left; there is one writer at a time."""
    for left in place.parent.glob(f".{place.name}.*.old"):
        # Killed between the two moves of `_replace`: the old index is still the index.
        if not place.exists():
            left.rename(place)
        shutil.rmtree(left, ignore_errors=True)
    for left in place.parent.glob(f".{place.name}.*.new"):
        shutil.rmtree(left, ignore_errors=True)


@contextmanager
def _abandoned_on_failure(builder: IndexBuilder) -> Iterator[None]:
    try:
        yield
    except BaseException:
        builder.abandon()
        raise


def _begin(temporary: Path, base: Path | None) -> set[str]:
    """Put an index there, an empty one or what `base` has; the columns that it fills."""
    from tantivy import Index

    if base is None:
        Index(make_schema(), str(temporary))
        return set()
    facts = read_facts(base)
    _link(base, temporary)
    with explained_damage(base):
        _open(temporary)
    return set(facts.fields)


def _link(base: Path, folder: Path, skipped: Collection[str] = ()) -> None:
    """The files of an index in another folder; what is never written again is not copied."""
    for file in base.iterdir():
        if file.name in _LOCKS or file.name in skipped:
            continue
        if file.name in _REWRITTEN:
            shutil.copyfile(file, folder / file.name)
            continue
        try:
            os.link(file, folder / file.name)
        except OSError:
            shutil.copyfile(file, folder / file.name)


def _adopt(folder: Path, parts: Iterable[Path]) -> None:
    """Make the segments of other indexes those of this one: their files never change.

    Tantivy lists the segments of an index in `meta.json`, and the files that are its own in
    `.managed.json`; the names of segments are random, so that no two are the same.
    """
    meta, managed = (json.loads((folder / name).read_bytes()) for name in _LISTS)
    for part in parts:
        with explained_damage(part):
            own, files = (json.loads((part / name).read_bytes()) for name in _LISTS)
        _link(part, folder, skipped=_REWRITTEN)
        meta["segments"] += own["segments"]
        managed += [name for name in files if name not in managed]
    for name, content in zip(_LISTS, (meta, managed), strict=True):
        write_bytes(folder / name, json.dumps(content).encode())


def _sync(folder: Path) -> None:
    """Let the disk hold what was written before it is moved to its place."""
    mode = (folder / FACTS).stat().st_mode
    for path in (*folder.iterdir(), folder):
        # Tantivy writes some files for their owner alone, whatever the umask; those that were
        # linked are another index's too.
        found = path.stat()
        if path != folder and found.st_nlink == 1 and found.st_mode != mode:
            path.chmod(mode & 0o777)
        sync(path)


def _replace(temporary: Path, place: Path) -> None:
    """Move a folder to its place; what was there is set aside first, and then removed."""
    if place.exists():
        aside = place.with_name(f".{place.name}.{os.getpid()}.old")
        shutil.rmtree(aside, ignore_errors=True)
        place.rename(aside)
        temporary.rename(place)
        shutil.rmtree(aside, ignore_errors=True)
    else:
        temporary.rename(place)


@contextmanager
def explained_writing(place: Path) -> Iterator[None]:
    """Turn what Tantivy says about a disk into an error that people understand."""
    try:
        yield
    except (ValueError, MachineError) as error:
        raise _unwritable(place, error) from error
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        raise _unwritable(place, error) from error


def _unwritable(place: Path, error: BaseException) -> MachineError:
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return MachineError(
        f"cannot write the search index {place}: {reason}",
        hint="the previous file is unchanged; is the disk full or read-only?",
    )
