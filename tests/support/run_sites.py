"""Small sites on disk for tests of whole runs, and what to compare of two workspaces."""

from pathlib import Path
from random import Random
from typing import Any

from support.small_sites import TEMPLATES, build_page
from unmold import Workspace
from unmold.store.layout import TABLES


def write_site(folder: Path, pages: int = 24, *, seed: int = 1, first: int = 0) -> Path:
    """A folder of pages of three templates; numbers go on from `first`."""
    folder.mkdir(parents=True, exist_ok=True)
    chance = Random(seed + first)
    names = sorted(TEMPLATES)
    for number in range(first, first + pages):
        words = [f"word{chance.randrange(99)}" for _ in range(chance.randint(2, 6))]
        page = build_page(names[number % len(names)], words)
        (folder / f"{number:04}.html").write_text(page, encoding="utf-8")
    return folder


def contents(workspace: Workspace) -> dict[str, list[str]]:
    """All tables, sorted, to compare two workspaces."""
    found: dict[str, Any] = {name: getattr(workspace, name) for name in TABLES}
    for template in workspace.templates:
        found[template] = workspace.records(template)
        for part in workspace.parts(template):
            found[f"{template}.{part}"] = workspace.records(template, part)
    return {name: sorted(map(repr, table.to_pylist())) for name, table in found.items()}


def templates_by_key(workspace: Workspace) -> dict[str, str | None]:
    rows = workspace.pages.select(["key", "template"]).to_pylist()
    return {Path(row["key"]).name: row["template"] for row in rows}
