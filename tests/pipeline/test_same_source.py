"""The same source by another path is the same source: a workspace does not grow by it."""

import json
import sqlite3
from pathlib import Path

import pytest
from support.run_sites import contents, write_site

from unmold import Workspace, run
from unmold.drift import find_drift
from unmold.errors import UsageError


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_site(tmp_path / "x" / "site")
    (tmp_path / "x" / "link").symlink_to("site", target_is_directory=True)
    monkeypatch.chdir(tmp_path / "x")
    return tmp_path


def test_the_same_folder_by_another_path_adds_nothing(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(run("site", "ws").pages) == 24
    for spelling in ("site/", "./site", "../x/site", str(home / "x" / "site"), "link"):
        assert run(spelling, "ws").generation.number == 1, spelling
    monkeypatch.chdir(home)
    assert run("x/site", "x/ws").generation.number == 1
    assert len(Workspace("x/ws").pages) == 24
    paths = Workspace("x/ws").pages.column("path").to_pylist()
    assert paths[0] == "site/0000.html", "printed as it was typed first"


def test_new_pages_by_another_path_go_to_the_known_templates(home: Path) -> None:
    first = run("site", "ws")
    write_site(home / "x" / "site", 6, first=24)
    second = run("../x/link", "ws")
    assert second.summary["changes"] == {"new": 6, "changed": 0, "known": 24, "kept": 0, "gone": 0}
    assert list(second.templates) == list(first.templates)
    assert set(second.pages.column("site").to_pylist()) == {str(home / "x" / "site")}


def test_a_page_is_read_where_it_is_now(home: Path) -> None:
    run("link", "ws")
    (home / "x" / "link").unlink()
    write_site(home / "x" / "site", 3, first=24)
    second = run("site", "ws", min_pages=2)
    assert second.summary["records"] == 27
    assert len(second.problems) == 0


def test_an_interrupted_run_goes_on_by_another_path(home: Path) -> None:
    class Stop:
        def begin(self, stage: str, total: int | None, unit: str = "pages") -> None:
            if stage == "inducing":
                raise KeyboardInterrupt

        def advance(self, count: int = 1) -> None: ...

        def end(self) -> None: ...

        def say(self, message: str) -> None: ...

    with pytest.raises(KeyboardInterrupt):
        run("site", "ws", progress=Stop())
    said: list[str] = []
    goes_on = Stop()
    goes_on.begin = lambda stage, total, unit="pages": None  # type: ignore[method-assign]
    goes_on.say = said.append  # type: ignore[method-assign]
    run("../x/site/", "ws", progress=goes_on)
    assert said == ["going on with an interrupted run, from step `induce`"]


def test_two_folders_of_one_name_are_two_sites(home: Path) -> None:
    write_site(home / "y" / "site", 12, seed=3)
    run("site", "ws")
    second = run("../y/site", "ws")
    assert len(second.pages) == 36
    sites = set(second.pages.column("site").to_pylist())
    assert sites == {str(home / "x" / "site"), str(home / "y" / "site")}


def test_a_base_url_renames_pages_and_keeps_templates(home: Path) -> None:
    first = run("site", "ws")
    second = run("site", "ws", base_url="https://shop.example/p")
    assert len(second.pages) == 24
    assert list(second.templates) == list(first.templates)
    assert set(second.pages.column("site").to_pylist()) == {"shop.example"}
    assert second.pages.column("url").to_pylist()[0] == "https://shop.example/p/0000.html"
    assert run("link", "ws", base_url="https://shop.example/p").generation.number == 2
    fresh = run("link", "fresh", base_url="https://shop.example/p/")
    assert set(fresh.pages.column("url").to_pylist()) == set(second.pages.column("url").to_pylist())
    drift = find_drift(fresh, "site", base_url="https://shop.example/p")
    assert drift.pages == 24
    assert not drift.breakages(0.0)


def test_a_workspace_with_keys_as_typed_is_refused_and_built_anew(home: Path) -> None:
    """What the version before wrote: format 1, whose pages would all be taken for new ones."""
    workspace = run("site", "ws")
    before = contents(workspace)
    with sqlite3.connect(workspace.path / "journal.sqlite") as database:
        database.execute("PRAGMA user_version = 1")
    database.close()
    with pytest.raises(UsageError, match="older unmold") as refused:
        run("site", "ws")
    assert "--force" in json.dumps(refused.value.hint)
    assert contents(run("site", "ws", force=True)) == before
