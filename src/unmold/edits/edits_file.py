"""The file of edits: read with the line of every mistake, and added to at its end.

    {"format": "unmold edits", "version": 1, "edits": [
     {"do": "rename", "id": 1, ...},
     {"do": "undo", "id": 2, ...}
    ]}

An edit is one line. Adding one leaves everything before it byte for byte as it was, and the file is
replaced in one step: whoever is killed leaves the old file or the new one. Of two writers the later
one is refused, and told what changed since it read the file.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import msgspec
from filelock import FileLock, Timeout

from unmold.disk import is_unfinished, write_bytes
from unmold.edits.model import AnyEdit, Merge, Undo, find_active
from unmold.errors import EditConflictError, MachineError, UsageError

FORMAT = "unmold edits"
VERSION = 1
"""Of the form of the file; a later one is refused."""
LOCK = ".edits.lock"
WAIT = 10.0
"""Seconds to wait for another writer, who needs milliseconds."""

MEND = "mend that line, or restore the file from a copy; unmold has changed nothing in it"
_DECODER: msgspec.json.Decoder[AnyEdit] = msgspec.json.Decoder(AnyEdit)
_SPACE = re.compile(r"[ \t\r\n]*")
_EMPTY = f'{{"format": "{FORMAT}", "version": {VERSION}, "edits": [\n]}}\n'


@dataclass(frozen=True)
class EditLog:
    """The edits of a workspace as they were when the file was read."""

    edits: tuple[AnyEdit, ...] = ()
    version: str = "0"
    """Changes with every change of the file; what a writer must have seen."""

    @cached_property
    def active(self) -> tuple[AnyEdit, ...]:
        """Those that are in effect, the oldest first."""
        return find_active(self.edits)

    def find(self, number: int) -> AnyEdit:
        """The edit with an id."""
        found = next((edit for edit in self.edits if edit.id == number), None)
        if found is None:
            raise UsageError(
                f"there is no edit {number}", hint="`unmold edit WORKSPACE --list` shows all"
            )
        return found


def read_edits(path: Path) -> EditLog:
    """The edits of a file; none where there is no file."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return EditLog()
    except OSError as error:
        raise MachineError(f"cannot read {path}: {error.strerror}") from error
    return _Reader(path, data).read()


def append_edit(path: Path, make: Callable[[int], AnyEdit], expected: str) -> EditLog:
    """Add an edit, made for its id, to a file that is still the `expected` version."""
    lock = FileLock(path.with_name(LOCK), timeout=WAIT, is_singleton=False, fallback_to_soft=False)
    try:
        with lock:
            return _append(path, make, expected)
    except Timeout:
        raise UsageError(f"another process is writing {path}", hint="try again") from None
    except OSError as error:
        raise MachineError(
            f"cannot write {path}: {error.strerror or error}",
            hint="the previous file is unchanged",
        ) from error


def _append(path: Path, make: Callable[[int], AnyEdit], expected: str) -> EditLog:
    for left in path.parent.glob(f".{path.name}.*"):
        if is_unfinished(left):
            left.unlink(missing_ok=True)
    data = path.read_bytes() if path.exists() else _EMPTY.encode()
    reader = _Reader(path, data)
    log = reader.read() if path.exists() else EditLog()
    if log.version != expected:
        raise _conflict(path, log, expected)
    if not path.exists():
        reader.read()
    edit = make(max((one.id for one in log.edits), default=0) + 1)
    head = data[: reader.end]
    line = (b"," if log.edits else b"") + b"\n " + msgspec.json.encode(edit)
    write_bytes(path, head + line + data[reader.end :])
    return read_edits(path)


def _conflict(path: Path, log: EditLog, expected: str) -> EditConflictError:
    known = int(expected.partition(".")[0]) if expected.partition(".")[0].isdigit() else 0
    added = log.edits[known:]
    said = "; ".join(f"edit {one.id}: {describe_edit(one)}" for one in added[:5])
    more = f" and {len(added) - 5} more" if len(added) > 5 else ""
    return EditConflictError(
        f"{path} was changed meanwhile: {said or 'by hand'}{more}",
        hint="look whether your edit still makes sense, and make it again",
        changes=tuple(added),
    )


def describe_edit(edit: AnyEdit) -> str:
    """An edit in a few words, without what its kind does not need."""
    plain = msgspec.to_builtins(edit)
    if isinstance(edit, Undo):
        return f"undo {edit.edit}"
    if isinstance(edit, Merge):
        return "merge " + ", ".join(one.name for one in edit.templates)
    parts = [edit.do, _show_target(plain)]
    to = plain.get("to")
    if to:
        parts.append("to " + (to["type"] if isinstance(to, dict) else str(to)))
    elif edit.do == "move":
        parts.append("to none" if plain.get("template") is None else "")
    return " ".join(filter(None, parts))


def _show_target(plain: dict[str, object]) -> str:
    """Template, part and columns by the names that they had."""
    template, table = plain.get("template"), plain.get("table")
    listed = plain.get("columns")
    columns = listed if isinstance(listed, list | tuple) else [plain.get("column")]
    names = [template["name"]] if isinstance(template, dict) else []
    if isinstance(table, dict):
        names[:] = [f"{name}_all" if table["tier"] == 2 else name for name in names]
        names += [table["name"]] if table.get("name") else []
    said = ", ".join(one["name"] for one in columns if isinstance(one, dict))
    names += [said] if said else []
    page = plain.get("page")
    pages = plain.get("pages")
    if isinstance(page, dict) and "xpath" not in plain:
        return f"{page['url']} to {names[0]}" if names else str(page["url"])
    count = f"{len(pages)} pages off " if isinstance(pages, list | tuple) else ""
    return count + ".".join(names)


class _Reader:
    """Reads a file from its beginning, and knows where each edit stands."""

    def __init__(self, path: Path, data: bytes) -> None:
        self.path = path
        self.data = data
        self.end = 0
        """The byte behind the last edit, or behind the bracket of a list without any."""

    def read(self) -> EditLog:
        try:
            self.text = self.data.decode()
        except UnicodeDecodeError as error:
            line = self.data.count(b"\n", 0, error.start) + 1
            raise self._refuse(line, "it is no UTF-8") from None
        try:
            edits = self._read_object()
        except json.JSONDecodeError as error:
            raise self._refuse(error.lineno, f"it is no JSON: {error.msg}") from None
        except RecursionError:
            raise self._refuse(1, "it is nested too deeply") from None
        digest = hashlib.sha256(self.data).hexdigest()[:16]
        return EditLog(edits, f"{len(edits)}.{digest}")

    def _read_object(self) -> tuple[AnyEdit, ...]:
        """The object around all: its format, its version, its edits."""
        decoder = json.JSONDecoder()
        place = self._expect("{", 0)
        found: dict[str, object] = {}
        edits: tuple[AnyEdit, ...] | None = None
        while True:
            start = self._skip(place)
            key, place = decoder.raw_decode(self.text, start)
            if not isinstance(key, str) or key in found or (key == "edits" and edits is not None):
                raise self._refuse(self._line(start), f"{key!r} is there twice, or is no name")
            place = self._skip(self._expect(":", place))
            if key == "edits":
                self._check_head(found, start)
                edits, place = self._read_list(decoder, place)
            else:
                found[key], place = decoder.raw_decode(self.text, place)
            place = self._skip(place)
            if self.text[place : place + 1] != ",":
                break
            place += 1
        if self._skip(self._expect("}", place)) != len(self.text):
            raise self._refuse(self._line(place), "something stands behind the end")
        self._check_head(found, place)
        if edits is None:
            raise self._refuse(self._line(place), "there is no list of edits")
        return edits

    def _check_head(self, found: dict[str, object], place: int) -> None:
        if found.get("format") != FORMAT:
            raise self._refuse(self._line(place), f'"format" must come first and be "{FORMAT}"')
        if found.get("version") != VERSION:
            raise UsageError(
                f"{self.path} is of version {found.get('version')}, this unmold reads {VERSION}",
                hint="use a newer unmold",
            )

    def _read_list(self, decoder: json.JSONDecoder, place: int) -> tuple[tuple[AnyEdit, ...], int]:
        """The edits, each of a kind, with ids that rise."""
        place = self._expect("[", place)
        end = place
        edits: list[AnyEdit] = []
        for start, stop in self._items(decoder, place):
            edits.append(self._read_edit(start, stop, edits))
            end = stop
        self.end = len(self.text[:end].encode())
        return tuple(edits), self._expect("]", self._skip(end))

    def _items(self, decoder: json.JSONDecoder, place: int) -> Iterator[tuple[int, int]]:
        place = self._skip(place)
        is_empty = self.text[place : place + 1] == "]"
        while not is_empty:
            _, stop = decoder.raw_decode(self.text, place)
            yield place, stop
            after = self._skip(stop)
            if self.text[after : after + 1] != ",":
                break
            place = self._skip(after + 1)

    def _read_edit(self, start: int, stop: int, before: list[AnyEdit]) -> AnyEdit:
        line = self._line(start)
        try:
            edit = _DECODER.decode(self.text[start:stop].encode())
        except msgspec.DecodeError as error:
            raise self._refuse(line, f"it is no edit: {error}") from None
        if edit.id < 1 or (before and edit.id <= before[-1].id):
            raise self._refuse(line, f"the id {edit.id} does not follow that of the edit before")
        if isinstance(edit, Undo) and edit.edit not in {one.id for one in before}:
            raise self._refuse(line, f"it undoes edit {edit.edit}, which is not before it")
        return edit

    def _expect(self, sign: str, place: int) -> int:
        place = self._skip(place)
        if self.text[place : place + 1] != sign:
            raise self._refuse(self._line(place), f"{sign!r} is expected")
        return place + 1

    def _skip(self, place: int) -> int:
        found = _SPACE.match(self.text, place)
        return found.end() if found else place

    def _line(self, place: int) -> int:
        return self.text.count("\n", 0, place) + 1

    def _refuse(self, line: int, reason: str) -> UsageError:
        return UsageError(f"{self.path}, line {line}: {reason}", hint=MEND)
