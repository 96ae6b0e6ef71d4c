"""Files of a generation, verified before they are read: see `unmold.checksums`.

A generation gets its checksums when it is published. One that is being written has none yet, and
its files are read as they are.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

from unmold.checksums import NAME, Checksums, damaged, read_checksums, write_checksums
from unmold.disk import is_unfinished, share_file
from unmold.store.explained_errors import explained_damage
from unmold.store.layout import GENERATIONS, Generation
from unmold.templates.model import Template

LOCK = ".lock"
"""What Tantivy leaves beside an index, and nobody reads."""


def write_generation_checksums(generation: Generation, base: Generation | None) -> None:
    """Keep the checksums of all files of a generation."""
    known = read_checksums(base.path) if base is not None else None
    write_checksums(generation.path, _names(generation.path), known)


def verify_file(path: Path) -> None:
    """Refuse a file of a published generation that is not what was written; or one of a folder."""
    for folder in path.parents:
        if folder.parent.name == GENERATIONS:
            if (folder / NAME).exists():
                checksums = read_checksums(folder)
                if path.is_dir():
                    checksums.verify_part(path.relative_to(folder).as_posix())
                else:
                    checksums.verify(path)
            return


def verify_whole(path: Path) -> None:
    """Refuse a file of a published generation that is not what was written, however large."""
    for folder in path.parents:
        if folder.parent.name == GENERATIONS and (folder / NAME).exists():
            checksums, name = read_checksums(folder), path.relative_to(folder).as_posix()
            parts = [f"{name}/{part}" for part in checksums.names(name)]
            for one in parts or [name]:
                if reason := checksums.find_damage(one):
                    raise damaged(folder / one, reason)


def verify_search(generation: Generation) -> None:
    """Refuse a search index of which a file is not what was written."""
    if (generation.path / NAME).exists():
        read_checksums(generation.path).verify_part(generation.search.name)


def open_checksums(generation: Generation) -> Checksums:
    """The checksums of a published generation, whose files are there and have their sizes."""
    found = read_checksums(generation.path)
    found.check_sizes()
    return found


def template_names(generation: Generation) -> list[str]:
    """The names of the templates of a published generation."""
    names = read_checksums(generation.path).names(generation.templates.name)
    return [name.removesuffix(".json") for name in names]


def load_template(path: Path) -> Template:
    """Read a template, verified where it is one of a workspace."""
    with explained_damage(path):
        # The folder of templates at the root of a workspace is a link.
        verify_file(path.resolve())
        return Template.load(path)


def share_verified(source: Path, target: Path) -> None:
    """Let a generation have the same file as an earlier one, or the same folder of files."""
    with explained_damage(source):
        verify_file(source)
    if target.is_dir():
        shutil.rmtree(target)
    if not source.is_dir():
        share_file(source, target)
        return
    target.unlink(missing_ok=True)
    target.mkdir()
    for path in sorted(source.iterdir()):
        share_file(path, target / path.name)


def _names(folder: Path) -> Iterable[str]:
    for path in sorted(folder.rglob("*")):
        is_data = path.name != NAME and path.suffix != LOCK and not is_unfinished(path)
        if is_data and path.is_file():
            yield path.relative_to(folder).as_posix()
