"""`build_index`: writes an index of documents, whole or not at all.

An index is built in a folder beside its place and moved there at the end, so that a writer that was
killed leaves nothing that looks like an index. Building on an earlier index costs as much as what
changed: its files never change once written, so they are linked, not copied.
"""

from __future__ import annotations

import json
import os
import shutil
from base64 import b64encode
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from unmold.disk import sync, write_bytes
from unmold.errors import MachineError
from unmold.search.documents import SearchDocument, Texts
from unmold.search.index_files import (
    FACTS,
    IndexFacts,
    explained_damage,
    join_texts,
    json_key,
    list_texts,
    make_schema,
    read_facts,
    write_facts,
)
from unmold.search.words import ANALYZER, analyzer, normalise, spread_out

if TYPE_CHECKING:
    from tantivy import Index, IndexWriter

HEAP = 64 << 20
"""Bytes that each writing thread fills before it writes a part of the index."""

_REWRITTEN = ("meta.json", ".managed.json", FACTS)
_LISTS = ("meta.json", ".managed.json")
_LOCKS = (".tantivy-writer.lock", ".tantivy-meta.lock")


class IndexBuilder:
    """An index that is being written: records are added, replaced and removed by key."""

    def __init__(self, index: Index, fields: set[str], *, is_new: bool, jobs: int) -> None:
        self.fields = fields
        self._is_new = is_new
        self._seen: set[str] = set()
        self.adopted: list[Path] = []
        self._writer: IndexWriter = index.writer(HEAP * jobs, jobs)

    def add(self, document: SearchDocument) -> None:
        """Add a record; one of the same key is replaced."""
        names = [*document.values, *document.addresses]
        self.add_written(document.key, native_document(document), names)

    def add_written(self, key: str, document: str, fields: Iterable[str]) -> None:
        """Add a record that is written as the index takes it, and fills these columns."""
        if not self._is_new or key in self._seen:
            self.remove(key)
        self._seen.add(key)
        self.fields.update(fields)
        self._writer.add_json(document)

    def adopt(self, part: Path) -> None:
        """Add all records of a new index, none of whose pages is in this one or in another."""
        self.fields.update(read_facts(part).fields)
        self.adopted.append(part)

    def remove(self, key: str) -> None:
        """Remove the record of a page; one that is not there is removed already."""
        self._writer.delete_documents_by_term("key", normalise(key))

    def finish(self) -> None:
        """Write everything down, and wait until it is."""
        self._writer.commit()
        self._writer.wait_merging_threads()

    def abandon(self) -> None:
        """Forget everything, and wait until nothing writes any more."""
        self._writer.rollback()
        self._writer.wait_merging_threads()


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
        index, fields = _begin(temporary, Path(base) if base is not None else None)
        with explained_writing(place):
            builder = IndexBuilder(index, fields, is_new=base is None, jobs=jobs)
        with _abandoned_on_failure(builder):
            yield builder
        with explained_writing(place):
            builder.finish()
            _adopt(temporary, builder.adopted)
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


def _begin(temporary: Path, base: Path | None) -> tuple[Index, set[str]]:
    from tantivy import Index

    if base is not None:
        facts = read_facts(base)
        _link(base, temporary)
        with explained_damage(base):
            index = Index.open(str(temporary))
            index.register_tokenizer(ANALYZER, analyzer())
        return index, set(facts.fields)
    index = Index(make_schema(), str(temporary))
    index.register_tokenizer(ANALYZER, analyzer())
    return index, set()


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


def native_document(document: SearchDocument) -> str:
    """A document as the JSON that Tantivy reads, which is quicker than field by field."""
    values, addresses = _by_field(document.values), _by_field(document.addresses)
    fields = {name: join_texts(texts) for name, texts in (values | addresses).items()}
    stored = {name: getattr(document, name) for name in document.__slots__}
    for name in ("values", "addresses"):
        stored[name] = list_texts(getattr(document, name), fields)
    return json.dumps(
        {
            "key": normalise(document.key),
            "site": normalise(document.site),
            "template": normalise(document.template),
            "title": spread_out(document.title),
            # Fields often repeat each other.
            "text": list(dict.fromkeys(text for texts in values.values() for text in texts)),
            "fields": fields,
            "stored": b64encode(json.dumps(stored).encode()).decode(),
        }
    )


def _by_field(texts: Texts) -> Texts:
    return {json_key(name): [spread_out(text) for text in found] for name, found in texts.items()}


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
    except ValueError as error:
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
