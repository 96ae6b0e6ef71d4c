"""Generations of a workspace: begins, resumes, publishes and removes them.

A run writes beside what is published. Publishing is one rename; what a kill leaves half done is
either resumed or removed by the next run. The published generation and the previous one stay, for
readers that opened it earlier.
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from unmold.checksums import NAME, read_checksums, write_checksums
from unmold.disk import remove_unfinished, replace_link, sync
from unmold.edits.edits_file import LOCK as EDITS_LOCK
from unmold.errors import MachineError, UsageError
from unmold.store.explained_errors import explained_failures
from unmold.store.journal import FORMAT, Journal, check_format, read_format
from unmold.store.layout import GENERATIONS, LINKED, Generation, Layout
from unmold.store.lock import held_lock
from unmold.store.verified import write_generation_checksums


@dataclass(frozen=True, slots=True)
class WorkspaceWriter:
    """A workspace that is being written: the generation under way, and the one it builds on."""

    layout: Layout
    journal: Journal
    generation: Generation
    base: Generation | None
    former: Generation | None = None
    """What readers see now, whether this builds on it or starts over."""

    def publish(self) -> None:
        """Let readers see the generation, and only it, from now on."""
        write_generation_checksums(self.generation, self.base)
        for name in LINKED:
            link = self.layout.root / name
            if not link.is_symlink():
                replace_link(link, f"current/{name}")
        replace_link(self.layout.current, f"{GENERATIONS}/{self.generation.path.name}")

    def discard(self) -> None:
        """Remove the generation under way: it would say nothing new."""
        _remove(self.layout, self.journal, self.generation.number)


@contextmanager
def open_writer(root: Path, *, force: bool = False) -> Iterator[WorkspaceWriter]:
    """Open a workspace to write in it, made if it is not there; one writer at a time."""
    layout = Layout(root)
    with explained_failures(root):
        _check_folder(layout, force=force)
        root.mkdir(parents=True, exist_ok=True)
        if not layout.current.is_symlink():
            _check_links(root)
        with held_lock(layout):
            _verify_journal(layout, force=force)
            with closing(_open_journal(layout.journal, force=force)) as journal:
                yield _open(layout, journal, force=force)
            write_checksums(root, [layout.journal.name])


def _check_links(root: Path) -> None:
    """Refuse, before any work, a file system on which nothing could be published."""
    link = root / f".links-{os.getpid()}"
    try:
        link.symlink_to("current")
        link.unlink()
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EACCES, errno.EROFS, errno.EDQUOT):
            raise  # `explained_failures` knows these
        raise MachineError(
            f"{root} is on a file system without symbolic links, by which runs are published",
            hint="give a folder on another disk; on Windows, use WSL",
        ) from error


def _verify_journal(layout: Layout, *, force: bool) -> None:
    """Refuse a journal that is not what the previous run left; its checksum ends when it is opened.

    A run that was killed left none.
    """
    path = layout.root / NAME
    if path.exists() and not force:
        read_checksums(layout.root).verify(layout.journal)
    path.unlink(missing_ok=True)
    # What a run left that was killed in its very last step; edits may be written beside this run.
    for left in layout.root.glob(f".{NAME}.*"):
        left.unlink(missing_ok=True)


def _open_journal(path: Path, *, force: bool) -> Journal:
    """The journal; where it is damaged and the caller starts over, a new one."""
    try:
        return Journal(path)
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        if not force:
            raise
    path.unlink()
    return Journal(path)


def _check_folder(layout: Layout, *, force: bool) -> None:
    """Refuse a place that holds something else."""
    root = layout.root
    if root.exists() and not root.is_dir():
        raise UsageError(f"{root} is a file", hint="a workspace is a folder; give another name")
    if layout.journal.exists():
        if not force or (read_format(layout.journal) or 0) > FORMAT:
            check_format(layout.journal)
        return
    is_old = layout.current.is_symlink() and layout.generations.is_dir()
    if is_old and not force:
        check_format(layout.journal)
    if root.is_dir() and not is_old and any(_foreign(root)):
        raise UsageError(
            f"{root} is not empty and not a workspace",
            hint="give a folder that is new or empty, or a workspace",
        )


def _foreign(root: Path) -> Iterator[Path]:
    """What is in a folder that no workspace holds."""
    own = {"pages", "crawl", "memory", ".lock", "journal.sqlite", NAME}
    known = own | {"edits.json", EDITS_LOCK}
    return (
        path
        for path in root.iterdir()
        if path.name not in known and not path.name.lstrip(".").startswith("journal.sqlite")
    )


def _open(layout: Layout, journal: Journal, *, force: bool) -> WorkspaceWriter:
    published = layout.published()
    base = None if force else published
    under_way = None if force else _under_way(layout, journal, published)
    _remove_others(layout, journal, published, under_way)
    for folder in (layout.generations, layout.memory):
        remove_unfinished(folder)
    generation = under_way or _begin(layout, journal, base)
    # Those of a run that was killed just before it published do not hold for what this one writes.
    (generation.path / NAME).unlink(missing_ok=True)
    for folder in generation.folders():
        folder.mkdir(parents=True, exist_ok=True)
    sync(layout.generations)
    return WorkspaceWriter(layout, journal, generation, base, published)


def _under_way(layout: Layout, journal: Journal, published: Generation | None) -> Generation | None:
    """The generation that a run left unfinished, if it builds on what is published now."""
    base = published.number if published else None
    newer = [number for number in layout.numbers() if number > (base or 0)]
    for number in reversed(newer):
        if journal.knows(number) and journal.base_of(number) == base:
            return layout.generation(number)
    return None


def _begin(layout: Layout, journal: Journal, base: Generation | None) -> Generation:
    number = max(layout.numbers(), default=0) + 1
    journal.forget_generation(number)
    journal.begin(number, base.number if base else None)
    return layout.generation(number)


def _remove_others(
    layout: Layout, journal: Journal, published: Generation | None, under_way: Generation | None
) -> None:
    """Remove what nobody reads: all but the published, the one before, and the one under way."""
    kept = {generation.number for generation in (published, under_way) if generation}
    older = [n for n in layout.numbers() if published and n < published.number]
    kept.update(older[-1:])
    for number in layout.numbers():
        if number not in kept:
            _remove(layout, journal, number)


def _remove(layout: Layout, journal: Journal, number: int) -> None:
    journal.forget_generation(number)
    shutil.rmtree(layout.generation(number).path, ignore_errors=True)
