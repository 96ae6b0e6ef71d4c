"""Reads a folder of saved pages in the order of their names.

Files that call themselves HTML are pages, files without an extension are if they open like HTML,
everything else and everything hidden is passed over. Links to directories are followed, but each
directory is read once, so loops end. The folder is walked twice: once for the sample that decides
its sites, once to read.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace

from unmold.model import Problem, ProblemCode
from unmold.pages.opened_files import FileEntry, read_files, sites_of_files
from unmold.pages.places import real_path
from unmold.pages.reading import Reading, Stream
from unmold.pages.sites import FolderSites, folder_site
from unmold.pages.source_types import has_extension, is_html_name


def read_folder(folder: str, reading: Reading) -> Stream:
    """Read all pages below a folder."""
    site, base = folder_site(folder), reading.base_url
    if base is None:
        sites = sites_of_files(walk_folder(folder), site, reading.jobs)
        return read_files(walk_folder(folder), sites, reading)
    entries = (
        replace(entry, url=base.join(entry.relative or entry.path))
        if isinstance(entry, FileEntry)
        else entry
        for entry in walk_folder(folder)
    )
    return read_files(entries, FolderSites(site), reading)


def walk_folder(folder: str) -> Iterator[FileEntry | Problem]:
    """The files below a folder that may be pages, sorted, depth first, without recursion."""
    entered: set[tuple[int, int]] = set()
    waiting = [_Directory(folder, real_path(folder), "")]
    while waiting:
        directory = waiting.pop()
        if _is_new(directory.path, entered):
            below: list[_Directory] = []
            yield from _list_directory(directory, below)
            waiting.extend(reversed(below))


@dataclass(frozen=True, slots=True)
class _Directory:
    """A directory on the way, by its three names."""

    path: str
    """As it is reached from the folder that the caller named."""

    real: str
    relative: str

    def inside(self, name: str) -> str:
        """What is in it, relative to the folder."""
        return f"{self.relative}/{name}" if self.relative else name

    def key(self, name: str) -> str:
        """The key of a file in it."""
        return os.path.join(self.real, name)  # noqa: PTH118 - a Path for every file is slow


def _is_new(path: str, entered: set[tuple[int, int]]) -> bool:
    """Whether a directory is entered for the first time, by whatever name."""
    try:
        status = os.stat(path)  # noqa: PTH116 - a Path for every directory costs more than the call
    except OSError:
        return True  # listing it will say why
    identity = (status.st_dev, status.st_ino)
    is_new = identity not in entered
    entered.add(identity)
    return is_new


def _list_directory(
    directory: _Directory, below: list[_Directory]
) -> Iterator[FileEntry | Problem]:
    """The pages of one directory, files first; the directories in it are added to `below`."""
    try:
        with os.scandir(directory.path) as listing:
            entries = sorted(listing, key=lambda entry: entry.name)
    except OSError as error:
        yield Problem(
            ProblemCode.UNREADABLE, directory.real, (error.strerror or str(error)).lower()
        )
        return
    for entry in entries:
        if entry.name.startswith("."):
            continue
        if _is_directory(entry):
            real = real_path(entry.path) if entry.is_symlink() else directory.key(entry.name)
            below.append(_Directory(entry.path, real, directory.inside(entry.name)))
        else:
            yield from _page_entry(entry, directory)


def _page_entry(entry: os.DirEntry[str], directory: _Directory) -> Iterator[FileEntry | Problem]:
    key = directory.key(entry.name)
    is_html = is_html_name(entry.name)
    if not is_html and has_extension(entry.name):
        return
    if not is_html and not _is_file(entry):
        yield from _broken_link(entry, key)
        return
    relative = directory.inside(entry.name)
    yield FileEntry(key, entry.path, entry.path, relative=relative, must_sniff=not is_html)


def _is_directory(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:
        return False


def _broken_link(entry: os.DirEntry[str], key: str) -> Iterator[Problem]:
    """A link in circles is worth a word; sockets, pipes and dangling links are no pages."""
    try:
        entry.stat()
    except OSError as error:
        if error.errno == errno.ELOOP:
            yield Problem(ProblemCode.SYMLINK_LOOP, key, "the link leads back to itself")
