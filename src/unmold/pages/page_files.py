"""Files that lie beside a page: the style sheets, images and fonts that its addresses name."""

from __future__ import annotations

from mimetypes import guess_type
from pathlib import Path
from urllib.parse import unquote, urlsplit

from unmold.model import Page

MAX_FILE = 8_000_000
"""Bytes of a style sheet or image."""

_TYPES = ("text/css", "image/", "font/", "application/font", "application/vnd.ms-fontobject")


def find_root(page: Page) -> Path | None:
    """The folder that a page's site lies in, as its address says; else the page's own folder."""
    if page.file is None or page.offset is not None:
        return None
    file = Path(page.file)
    parts = urlsplit(page.url)
    if parts.scheme not in ("http", "https"):
        return file.parent
    steps = [step for step in unquote(parts.path).split("/") if step]
    for ending in (steps, [*steps, file.name]):
        if ending and tuple(ending) == file.parts[-len(ending) :]:
            return Path(*file.parts[: -len(ending)])
    return None


def find_file(url: str, address: str, root: Path | None) -> tuple[str, Path] | None:
    """The file below the root that an address of the page's own host names, and its type."""
    if root is None:
        return None
    asked, own = urlsplit(url), urlsplit(address)
    steps = [step for step in unquote(asked.path).split("/") if step]
    if asked.netloc != own.netloc or not steps or ".." in steps or "\0" in asked.path:
        return None
    kind = guess_type(steps[-1])[0] or ""
    if not kind.startswith(_TYPES):
        return None
    try:
        file = root.joinpath(*steps).resolve(strict=True)
        is_given = file.is_relative_to(root.resolve()) and file.is_file()
        return (kind, file) if is_given and file.stat().st_size <= MAX_FILE else None
    except (OSError, ValueError):
        return None
