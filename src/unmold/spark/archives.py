"""Lists what there is to read, on the machine that asks, so that others can open it.

Every archive, table and folder is one piece of work; HTML files are one together, because the sites
of files are decided over all of them.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from unmold.errors import UsageError
from unmold.pages.opened_archives import find_filesystem, is_remote
from unmold.pages.paths import check_base_url
from unmold.pages.places import Container, place_of
from unmold.pages.source_types import WARC_SUFFIXES, SourceType, exists, source_type_of

_MAGIC = "*?["


@dataclass(frozen=True, slots=True)
class Portion:
    """What one task reads."""

    archive: Container | None
    """A WARC, which may lie anywhere."""

    paths: tuple[str, ...] = ()
    """Otherwise: paths of the machine, or of a disk that all machines have."""


def list_portions(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]], *, has_base_url: bool = False
) -> list[Portion]:
    """What the paths name, each once and in their order; patterns stand for what they match.

    A base URL says where a folder or files came from, and is refused for anything else.
    """
    if isinstance(paths, str | os.PathLike):
        paths = [paths]
    found: dict[str, str] = {}
    for path in paths:
        for name in _expand(os.fspath(path)):
            found.setdefault(name if is_remote(name) else place_of(name), name)
    if not found:
        raise UsageError("there is nothing to read", hint="name archives, tables or folders")
    if has_base_url:
        check_base_url([] if any(map(is_remote, found)) else found.values())
    return _make_portions(found.values())


def _make_portions(names: Iterable[str]) -> list[Portion]:
    """What each name holds, in their order; files are where the first of them is."""
    portions: list[Portion] = []
    files: list[str] = []
    place = 0
    for name in names:
        if _is_archive(name):
            portions.append(Portion(Container.anywhere(name)))
            continue
        path = _check_here(name)
        if source_type_of(name) is not SourceType.FILE:
            portions.append(Portion(None, (path,)))
            continue
        place = place if files else len(portions)
        files.append(path)
    if files:
        portions.insert(place, Portion(None, tuple(files)))
    return portions


def _expand(path: str) -> Sequence[str]:
    """The files that a pattern matches; a path that is there is no pattern."""
    if is_remote(path):
        return _expand_remote(path) if any(sign in path for sign in _MAGIC) else [path]
    if exists(path):
        return [path]
    matched = sorted(glob.glob(path)) if any(sign in path for sign in _MAGIC) else []  # noqa: PTH207
    if not matched:
        raise UsageError(
            f"there is no file or folder {path!r}",
            hint="give archives, tables or folders; a pattern as 'crawl/*.warc.gz' may name many",
        )
    return matched


def _expand_remote(address: str) -> Sequence[str]:
    from pyarrow.fs import FileSelector, FileType

    first = min(address.index(sign) for sign in _MAGIC if sign in address)
    folder = address[: address.rindex("/", 0, first)]
    filesystem, inside = find_filesystem(folder)
    pattern = inside.rstrip("/") + address[len(folder) :]
    listed = filesystem.get_file_info(FileSelector(inside, recursive=True))
    names = [
        one.path
        for one in listed
        if one.type == FileType.File
        and fnmatchcase(one.path, pattern)
        # A star stands for no part of a path, but for a name in it.
        and one.path.count("/") == pattern.count("/")
    ]
    if not names:
        raise UsageError(f"nothing is there that {address!r} matches", hint="check the pattern")
    return [folder + name[len(inside.rstrip("/")) :] for name in sorted(names)]


def _is_archive(path: str) -> bool:
    return path.lower().endswith(WARC_SUFFIXES) and (is_remote(path) or not os.path.isdir(path))  # noqa: PTH112


def _check_here(path: str) -> str:
    """The full path of what is on this machine; of what is elsewhere, archives alone are read."""
    if is_remote(path):
        raise UsageError(
            f"{path} is no archive",
            hint="of what is not on this machine, WARC archives are read; "
            "give others as a DataFrame with `url` and `html`",
        )
    return os.path.abspath(path)  # noqa: PTH100
