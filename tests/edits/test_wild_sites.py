"""Every kind of edit on real sites, through three runs, and undone."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from support.edited_shops import name_of, names_by_page, pages_of

from unmold import Workspace, run
from unmold.errors import UsageError
from unmold.pipeline import apply_edits

SITES = ("semifluid.com", "izquierdahispanica.org")
PAGES = 50


@pytest.fixture(params=SITES)
def wild(request: pytest.FixtureRequest, corpora: Path, tmp_path: Path) -> Path:
    """Some pages of a real site; some others are kept back beside them."""
    source = corpora / "wild" / "pages" / request.param
    files = sorted(path for path in source.rglob("*") if path.is_file())
    chosen = files[:: max(1, len(files) // PAGES)][:PAGES]
    for number, file in enumerate(chosen):
        folder = tmp_path / ("later" if number % 10 == 9 else "site")
        target = folder / file.relative_to(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)
    return tmp_path / "site"


def columns_of(workspace: Workspace, table: str) -> list[str]:
    return [name for name in workspace[table].columns if not name.startswith("_")]


def make_all(workspace: Workspace) -> dict[str, Any]:
    """Every kind of edit, of what there is."""
    sizes = {name: len(pages_of(workspace, name)) for name in workspace.templates}
    ordered = sorted(sizes, key=lambda name: -sizes[name])
    first = next(name for name in ordered if len(columns_of(workspace, name)) >= 5)
    second = next(name for name in ordered if name != first)
    pages, columns = pages_of(workspace, first), columns_of(workspace, first)
    made: dict[str, Any] = {
        "merged": [name_of(key) for key in pages_of(workspace, second)],
        "split": [name_of(key) for key in pages[:4]],
        "away": name_of(pages[-1]),
        "given": name_of(pages[-2]),
        "column": columns[0],
    }
    workspace.edit("rename", f"{first}.{columns[0]}", "renamed")
    workspace.edit("retype", f"{first}.{columns[1]}", "text")
    workspace.edit("hide", f"{first}.{columns[2]}")
    workspace.edit("join", f"{first}.{columns[3]}", columns[4], to="joined")
    for column in columns_of(workspace, f"{first}_all"):
        try:
            workspace.edit("show", f"{first}_all.{column}")
            break
        except UsageError:
            continue
    workspace.edit("name", first, "main_pages")
    third = next((name for name in sizes if name not in (first, second)), None)
    workspace.edit("split", "main_pages", *pages[:4], to="parted")
    workspace.edit("move", pages[-1], "none")
    workspace.edit("move", pages[-2], third or second)
    workspace.edit("merge", "main_pages", second)
    made["target"] = third or "main_pages"
    return made


def assert_in_effect(workspace: Workspace, made: dict[str, Any]) -> None:
    fresh = Workspace(workspace.path)
    states = {state.edit.id: (state.what, state.state) for state in fresh.edit_states()}
    assert {state for _, state in states.values()} == {"in effect"}, states
    templates = names_by_page(fresh)
    assert {templates[name] for name in made["merged"]} <= {"main_pages"}
    assert {templates[name] for name in made["split"]} == {"parted"}
    assert templates[made["away"]] is None
    assert templates[made["given"]] == made["target"]
    assert {"renamed", "joined"} <= {*fresh["main_pages"].columns}
    for record in fresh.extract(template="main_pages", jobs=1):
        assert made["column"] not in record.values
        break
    assert fresh.search("template:main_pages", limit=200).total == len(fresh["main_pages"])
    assert len(fresh.sql("SELECT * FROM main_pages")) == len(fresh["main_pages"])


def test_edits_hold_on_a_real_site(wild: Path, tmp_path: Path) -> None:
    workspace = run(wild, tmp_path / "ws", jobs=1)
    before = names_by_page(workspace)
    made = make_all(workspace)
    apply_edits(workspace.path, jobs=1)
    assert_in_effect(workspace, made)
    shutil.copytree(wild.parent / "later", wild, dirs_exist_ok=True)
    run(wild, workspace.path, jobs=1)
    assert_in_effect(workspace, made)
    pages = [path for path in sorted(wild.rglob("*")) if path.is_file()]
    for page in pages[::7]:
        if b"<p>" in page.read_bytes():
            text = page.read_bytes().replace(b"<p>", b"<p>By now ", 1)
            page.write_bytes(text)
    run(wild, workspace.path, jobs=1)
    assert_in_effect(workspace, made)
    run(wild, workspace.path, jobs=1, force=True)
    fresh = Workspace(workspace.path)
    # Pages that came since may be grouped otherwise; what is not found then waits.
    assert {state.state for state in fresh.edit_states()} <= {"in effect", "waiting"}
    for edit in reversed(fresh.edits.active):
        Workspace(workspace.path).edit("undo", str(edit.id))
    run(wild, workspace.path, jobs=1)
    fresh = Workspace(workspace.path)
    assert "main_pages" not in fresh.templates
    after = names_by_page(fresh)
    assert {*before} <= {*after}
    assert {state.state for state in fresh.edit_states()} <= {"in effect", "undone"}
