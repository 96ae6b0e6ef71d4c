"""Publishes a workspace where there is no rename and no link: a manifest, written last, does it.

What a run makes is made on the driver's disk and then copied. Until the manifest is there, and
lists every file with its size and checksum, nothing is published.
"""

from __future__ import annotations

import json
from pathlib import Path

from unmold import __version__
from unmold.errors import UsageError
from unmold.spark.folders import Folder
from unmold.store import Generation
from unmold.store.layout import LINKED

MANIFEST = "manifest.json"


def publish_elsewhere(generation: Generation, target: Folder) -> None:
    """Copy what readers see of a generation, then the list of it."""
    listed = []
    for path in _published(generation.path):
        name = path.relative_to(generation.path).as_posix()
        listed.append(
            {"name": name, "bytes": path.stat().st_size, "sha256": target.copy(path, name)}
        )
    about = {"format": "unmold workspace", "unmold": __version__, "files": listed}
    target.write(MANIFEST, (json.dumps(about, indent=1) + "\n").encode())


def refuse_published(target: Folder, *, force: bool) -> None:
    """Refuse a place that holds a finished run, unless the caller starts over."""
    if target.has(MANIFEST) and not force:
        raise UsageError(
            f"{target.address} holds a finished run, of which only what readers need is there",
            hint="a workspace in a folder can be extended; give another address, or start over "
            "with `force`",
        )


def _published(folder: Path) -> list[Path]:
    inner = [path for name in LINKED for path in (folder / name).rglob("*") if path.is_file()]
    return sorted([*inner, *(path for path in folder.glob("*.json") if path.is_file())])
