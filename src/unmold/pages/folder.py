"""A folder of saved pages: its path enters, the pages below it leave in the order of their names.

Files that call themselves HTML are pages, files without an extension are if they open like HTML,
everything else and everything hidden is passed over. Links to directories are followed, but each
directory is entered once, so loops end. The folder is walked twice: once for the sample that
decides its sites, once to read.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator

from unmold.model import Problem, Reason
from unmold.pages.files import FileEntry, read_files, sites_of_files
from unmold.pages.kinds import has_extension, is_html_name
from unmold.pages.reading import Reading, Stream
from unmold.pages.sites import folder_site


def read_folder(folder: str, reading: Reading) -> Stream:
    """Read all pages below a folder."""
    sites = sites_of_files(walk_folder(folder), folder_site(folder), reading.jobs)
    return read_files(walk_folder(folder), sites, reading)


def walk_folder(folder: str) -> Iterator[FileEntry | Problem]:
    """The files below a folder that may be pages, sorted, depth first, without recursion."""
    entered: set[tuple[int, int]] = set()
    waiting = [(folder, "")]
    while waiting:
        path, relative = waiting.pop()
        if _is_new(path, entered):
            below: list[tuple[str, str]] = []
            yield from _list_directory(path, relative, below)
            waiting.extend(reversed(below))


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
    path: str, relative: str, below: list[tuple[str, str]]
) -> Iterator[FileEntry | Problem]:
    """The pages of one directory, files first; the directories in it are added to `below`."""
    try:
        with os.scandir(path) as listing:
            entries = sorted(listing, key=lambda entry: entry.name)
    except OSError as error:
        yield Problem(Reason.UNREADABLE, path, (error.strerror or str(error)).lower())
        return
    for entry in entries:
        if entry.name.startswith("."):
            continue
        inside = f"{relative}/{entry.name}" if relative else entry.name
        if _is_directory(entry):
            below.append((entry.path, inside))
        else:
            yield from _page_entry(entry, inside)


def _page_entry(entry: os.DirEntry[str], relative: str) -> Iterator[FileEntry | Problem]:
    is_html = is_html_name(entry.name)
    if not is_html and has_extension(entry.name):
        return
    if not is_html and not _is_file(entry):
        yield from _broken_link(entry)
        return
    yield FileEntry(entry.path, entry.path, entry.path, relative=relative, must_sniff=not is_html)


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


def _broken_link(entry: os.DirEntry[str]) -> Iterator[Problem]:
    """A link in circles is worth a word; sockets, pipes and dangling links are no pages."""
    try:
        entry.stat()
    except OSError as error:
        if error.errno == errno.ELOOP:
            yield Problem(Reason.SYMLINK_LOOP, entry.path, "the link leads back to itself")
