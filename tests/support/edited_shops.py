"""A shop that changes between runs, and every kind of edit made to its workspace."""

import shutil
from pathlib import Path
from typing import Any

from unmold import Workspace

FOLDERS = ("site", "crawl", "other")
"""What the folders of pages are called, whose place says nothing about a page."""


def name_of(key: str) -> str:
    """A page by its path in its site."""
    parts = Path(key).parts
    start = max(number for number, part in enumerate(parts) if part in FOLDERS)
    return "/".join(parts[start + 1 :])


def pages_of(workspace: Workspace, template: str) -> list[str]:
    """The keys of a template's pages, as they were learned."""
    rows = Workspace(workspace.path).pages.select(["key", "template"]).to_pylist()
    return sorted(row["key"] for row in rows if row["template"] == template)


def names_by_page(workspace: Workspace) -> dict[str, str | None]:
    """By path of each page the template that it is shown to have."""
    rows = Workspace(workspace.path).pages.select(["key", "template"]).to_pylist()
    return {name_of(row["key"]): row["template"] for row in rows}


def copy_page(site: Path, page: Path, number: int, old: str, new: str) -> Path:
    """A further page like another one, with other words."""
    made = page.with_name(f"copy-{number}-{page.name}")
    made.write_bytes(page.read_bytes().replace(old.encode(), new.encode()))
    assert site in made.parents
    return made


def change_page(page: Path) -> None:
    """Let a page say something else."""
    text = page.read_text(encoding="utf-8")
    changed = text.replace("<p>", "<p>By now ", 1)
    assert changed != text
    page.write_text(changed, encoding="utf-8")


def clone(workspace: Workspace, folder: Path) -> Workspace:
    return Workspace(shutil.copytree(workspace.path, folder / "ws", symlinks=True))


def values(workspace: Workspace, table: str) -> dict[str, dict[str, Any]]:
    """By path of its page each row of a root table."""
    rows = Workspace(workspace.path)[table].to_arrow().to_pylist()
    return {name_of(row["_key"]): row for row in rows}
