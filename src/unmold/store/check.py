"""`check_workspace`: reads every file of a workspace and lists what is not as it was written.

What a run wrote has checksums. Archives of pages are gzip members, each with a checksum of its own;
journal and frontier are SQLite, which knows its own structure; corrections must be JSON.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from unmold.checksums import NAME, Checksums, read_checksums
from unmold.edits import read_edits
from unmold.errors import UnmoldError, UsageError
from unmold.pages.archive_check import find_archive_damage
from unmold.pages.crawled import ARCHIVES, FRONTIER
from unmold.store.journal import FORMAT, read_format
from unmold.store.layout import LINKED, Generation, Layout

RUN = "`unmold run SOURCE -o WORKSPACE --force` rebuilds it from the pages"
CRAWL = "restore it from a copy; else crawl the site anew into another workspace"
CRAWL_TABLES = "the same `unmold crawl` writes it anew from its archives"
MEMORY = "restore it from a copy, or run again with these pages"
_ROLLBACK = "-journal"
_BESIDE = (_ROLLBACK, "-wal", "-shm")
"""Files that SQLite keeps beside a database that is being written."""

EDITS = "mend that line, or restore the file from a copy"


@dataclass(frozen=True, slots=True)
class Damage:
    """A file that is not as it was written."""

    file: Path
    reason: str
    hint: str


@dataclass(frozen=True, slots=True)
class CheckedPart:
    """Some files of a workspace that were read to the end."""

    name: str
    files: int
    bytes: int
    damage: tuple[Damage, ...]


@dataclass(frozen=True, slots=True)
class Check:
    """What was verified of a workspace, part by part."""

    parts: tuple[CheckedPart, ...]

    @property
    def damage(self) -> list[Damage]:
        return [one for part in self.parts for one in part.damage]

    @property
    def files(self) -> int:
        return sum(part.files for part in self.parts)

    @property
    def bytes(self) -> int:
        return sum(part.bytes for part in self.parts)

    @property
    def is_whole(self) -> bool:
        return not self.damage


def check_workspace(root: Path) -> Check:
    """Verify every file of a workspace, also of one that is too damaged to be opened."""
    layout = Layout(root)
    has_runs = layout.generations.is_dir() or layout.journal.exists()
    if not has_runs and not (root / FRONTIER).exists():
        raise UsageError(
            f"there is no workspace {str(root)!r}",
            hint="`unmold run SOURCE -o WORKSPACE` makes one",
        )
    parts = [_check_journal(layout), _check_links(layout)] if has_runs else []
    seen: set[tuple[int, int]] = set()
    parts += [_check_generation(layout, number, seen) for number in _readable(layout)]
    parts += [_check_memory(layout), _check_crawl(layout), _check_edits(layout)]
    return Check(tuple(part for part in parts if part.files or part.damage))


def _part(name: str, files: list[Path], damage: Iterator[Damage]) -> CheckedPart:
    # Of a file that is damaged in several ways the first is enough.
    found: dict[Path, Damage] = {}
    for one in damage:
        found.setdefault(one.file, one)
    sizes = [path.stat().st_size for path in files if path.exists()]
    return CheckedPart(name, len(sizes), sum(sizes), tuple(found.values()))


def _check_journal(layout: Layout) -> CheckedPart:
    def damage() -> Iterator[Damage]:
        path = layout.journal
        if read_format(path) != FORMAT:
            yield Damage(path, "it is not there, or no journal of this version", RUN)
        elif reason := _database_damage(path) or _unreadable_steps(path):
            yield Damage(path, reason, RUN)
        else:
            yield from _damaged_listed(layout.root, RUN)

    return _part("journal", [layout.journal, layout.root / NAME], damage())


def _unreadable_steps(path: Path) -> str | None:
    try:
        with closing(_open_database(path)) as database:
            for row in database.execute("SELECT settings, details FROM step"):
                for text in row:
                    json.loads(text)
    except (sqlite3.Error, ValueError, TypeError) as error:
        return f"a step does not read: {error}"
    return None


def _check_links(layout: Layout) -> CheckedPart:
    """The links that lead readers to the published generation."""

    def damage() -> Iterator[Damage]:
        published = layout.published()
        if published is None:
            if any((layout.generation(one).path / NAME).exists() for one in layout.numbers()):
                yield Damage(layout.current, "it leads to no generation", RUN)
            return
        for link in (layout.root / name for name in LINKED):
            if not link.is_symlink() or link.readlink() != Path("current", link.name):
                yield Damage(link, f"it does not lead to current/{link.name}", RUN)

    return _part("links", [], damage())


def _readable(layout: Layout) -> list[int]:
    """The generations that a reader may have open: the published one and those before it."""
    published = layout.published()
    numbers = layout.numbers()
    if published is None:
        return [one for one in numbers if (layout.generation(one).path / NAME).exists()]
    return [one for one in numbers if one < published.number] + [published.number]


def _check_generation(layout: Layout, number: int, seen: set[tuple[int, int]]) -> CheckedPart:
    """All files of a generation; those that an earlier one shares are read once."""
    generation = layout.generation(number)
    name = f"generation {number}"
    try:
        sums = read_checksums(generation.path)
    except UnmoldError as error:
        damage = Damage(generation.path / NAME, error.message.partition(": ")[2], RUN)
        return CheckedPart(name, 0, 0, (damage,))
    files = [generation.path / one for one in sums.files]
    found = [*_damaged_files(sums, seen), *_missing_pages(layout, generation)]
    return _part(name, [generation.path / NAME, *files], iter(found))


def _damaged_files(sums: Checksums, seen: set[tuple[int, int]]) -> Iterator[Damage]:
    for name in sums.files:
        path = sums.folder / name
        try:
            identity = (path.stat().st_dev, path.stat().st_ino)
        except OSError:
            identity = (0, 0)
        if identity in seen:
            continue
        if reason := sums.find_damage(name):
            yield Damage(path, reason, RUN)
        else:
            seen.add(identity)


def _missing_pages(layout: Layout, generation: Generation) -> Iterator[Damage]:
    """Archives of the workspace that end before a page that a table says lies there."""
    from unmold.store.table_files import read_table

    try:
        places = read_table(generation.work("pages"), ["file", "offset"]).to_pylist()
    except UnmoldError:
        return
    root = os.fsencode(layout.root.absolute())
    ends: dict[str, int] = {}
    for place in places:
        if place["offset"] is not None and place["file"].startswith(root + b"/"):
            file = os.fsdecode(place["file"])
            ends[file] = max(ends.get(file, 0), place["offset"])
    for file, end in ends.items():
        path = Path(file)
        if not path.exists() or path.stat().st_size <= end:
            yield Damage(path, f"it ends before byte {end:,}, where a page lies", MEMORY)


def _check_memory(layout: Layout) -> CheckedPart:
    files = sorted(layout.memory.glob("*.warc.gz"))

    def damage() -> Iterator[Damage]:
        for path in files:
            if reason := find_archive_damage(path):
                yield Damage(path, reason, MEMORY)

    return _part("pages from memory", files, damage())


def _check_crawl(layout: Layout) -> CheckedPart:
    frontier = layout.root / FRONTIER
    archives = sorted(layout.root.glob(ARCHIVES))
    tables = sorted(frontier.parent.glob("*.parquet"))
    listed = frontier.parent / NAME

    def damage() -> Iterator[Damage]:
        lengths: dict[str, int] = {}
        if frontier.exists():
            reason = _database_damage(frontier)
            lengths = {} if reason else _lengths(frontier)
            if reason:
                yield Damage(frontier, reason, CRAWL)
        elif archives:
            yield Damage(frontier, "it is not there", CRAWL)
        known = {layout.root / Path(ARCHIVES).parent / name for name in lengths}
        for path in sorted({*archives, *known}):
            if reason := find_archive_damage(path, lengths.get(path.name)):
                yield Damage(path, reason, CRAWL)
        for one in _damaged_listed(frontier.parent, CRAWL_TABLES):
            yield replace(one, hint=CRAWL) if one.file == frontier else one

    return _part("crawl", [frontier, listed, *archives, *tables], damage())


def _lengths(frontier: Path) -> dict[str, int]:
    """How long the crawl knows its archives to be; nothing while it is writing that down."""
    try:
        with closing(_open_database(frontier)) as database:
            return dict(database.execute("SELECT file, length FROM archives"))
    except sqlite3.Error:
        return {}


def _damaged_listed(folder: Path, hint: str) -> Iterator[Damage]:
    """The files that are not what the checksums of their folder say, if there are any."""
    if not (folder / NAME).exists():
        return
    try:
        sums = read_checksums(folder)
    except UnmoldError as error:
        yield Damage(folder / NAME, error.message.partition(": ")[2], hint)
        return
    for name in sums.files:
        if reason := sums.find_damage(name):
            yield Damage(folder / name, reason, hint)


def _check_edits(layout: Layout) -> CheckedPart:
    path = layout.edits

    def damage() -> Iterator[Damage]:
        try:
            read_edits(path)
        except UnmoldError as error:
            yield Damage(path, error.message.removeprefix(f"{path}, "), EDITS)

    return _part("corrections", [path], damage())


def _database_damage(path: Path) -> str | None:
    """What SQLite finds wrong with the structure of a file of its own."""
    if path.with_name(f"{path.name}{_ROLLBACK}").exists():
        # A writer is at work, or was killed: the next one mends what it left half done.
        return None
    try:
        with closing(_open_database(path)) as database:
            found = [row[0] for row in database.execute("PRAGMA integrity_check(3)")]
    except sqlite3.Error as error:
        return str(error)
    return None if found == ["ok"] else "; ".join(map(str, found))


def _open_database(path: Path) -> sqlite3.Connection:
    """Opened to read only: a check changes nothing, and makes no file beside it."""
    is_used = any(path.with_name(f"{path.name}{one}").exists() for one in _BESIDE)
    mode = "mode=ro" if is_used else "mode=ro&immutable=1"
    return sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True, timeout=30)
