"""Publishes a workspace where there is no rename and no link: a manifest, written last, does it.

What a run makes is made on the driver's disk and then copied, each time to a folder of its own.
Until the manifest is there, and lists every file with its size and checksum, readers see what was
there before. A run that extends what is published copies it to the driver's disk first.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from unmold import __version__
from unmold.checksums import NAME as CHECKSUMS
from unmold.disk import replace_link
from unmold.errors import MachineError, UsageError
from unmold.spark.folders import Folder
from unmold.store import Generation
from unmold.store.layout import GENERATIONS, Layout

MANIFEST = "manifest.json"
FORMAT = "unmold workspace"

_STATE = "state"
"""Where files are kept that are beside the generations of a workspace."""

_FORCE = "start over with `force`, or give another address"


@dataclass(frozen=True, slots=True)
class Published:
    """What is published at an address."""

    folder: str
    """Where its tables are, below that address."""
    number: int
    """Of its generation, on the disk of whoever made it."""
    files: list[dict[str, Any]]


def read_manifest(target: Folder, *, force: bool = False) -> Published | None:
    """What is published; None if nothing is, or nothing that is known to who starts over."""
    if not target.has(MANIFEST):
        return None
    with target.open(MANIFEST) as stream:
        data = stream.read()
    try:
        about = json.loads(data)
        found = Published(about["folder"], int(about["generation"]), list(about["files"]))
        is_known = about["format"] == FORMAT and found.folder.startswith(f"{GENERATIONS}/")
    except (ValueError, KeyError, TypeError, AttributeError):
        is_known = False
    if is_known:
        return found
    if force:
        return None
    raise UsageError(
        f"{target.at(MANIFEST)} is not that of a workspace that can be extended", hint=_FORCE
    )


def fetch_published(target: Folder, published: Published, root: Path) -> None:
    """Copy what is published to this machine, as a workspace that can be extended."""
    layout = Layout(root)
    generation = layout.generation(published.number)
    for one in published.files:
        path = _place_of(one["name"], root, generation)
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with target.open(f"{published.folder}/{one['name']}") as source:
                data = source.read()
        except FileNotFoundError:
            data = b""
        if hashlib.sha256(data).hexdigest() != one["sha256"]:
            raise MachineError(
                f"{target.at(published.folder)}/{one['name']} is not as it was published",
                hint=_FORCE,
            )
        path.write_bytes(data)
    replace_link(layout.current, f"{GENERATIONS}/{generation.path.name}")
    if target.has(layout.edits.name):
        with target.open(layout.edits.name) as source:
            layout.edits.write_bytes(source.read())


def _place_of(name: str, root: Path, generation: Generation) -> Path:
    """Where a published file belongs on this machine; a manifest names nothing outside."""
    parts = Path(name).parts
    if Path(name).is_absolute() or ".." in parts or not parts:
        raise UsageError(f"the manifest names {name!r}", hint=_FORCE)
    return root.joinpath(*parts[1:]) if parts[0] == _STATE else generation.path / name


def publish_elsewhere(generation: Generation, target: Folder, before: Published | None) -> str:
    """Copy a generation, then the list of its files; the folder where it is."""
    number = 1 + (int(before.folder.rpartition("/")[2]) if before else 0)
    folder = f"{GENERATIONS}/{number:04}"
    # What a run left that was lost while it copied.
    Folder(target.at(folder)).remove()
    listed = []
    for path, name in _list_files(generation):
        digest = target.copy(path, f"{folder}/{name}")
        listed.append({"name": name, "bytes": path.stat().st_size, "sha256": digest})
    about = {
        "format": FORMAT,
        "unmold": __version__,
        "folder": folder,
        "generation": generation.number,
        "files": listed,
    }
    target.write(MANIFEST, (json.dumps(about, indent=1) + "\n").encode())
    if number > 2:
        # The previous one stays for readers that opened it; the one before that is read by nobody.
        Folder(target.at(f"{GENERATIONS}/{number - 2:04}")).remove()
    return folder


def _list_files(generation: Generation) -> list[tuple[Path, str]]:
    """The files of a generation with their names, and those that the next run needs beside it."""
    inner = sorted(path for path in generation.path.rglob("*") if path.is_file())
    found = [(path, path.relative_to(generation.path).as_posix()) for path in inner]
    layout = Layout(generation.root)
    beside = [layout.journal, generation.root / CHECKSUMS]
    return found + [(path, f"{_STATE}/{path.name}") for path in beside if path.exists()]
