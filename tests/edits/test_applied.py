"""Edits that take a run: merges, splits, moves and new columns, through runs and undone."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from support.edited_shops import (
    change_page,
    clone,
    copy_page,
    name_of,
    names_by_page,
    pages_of,
    values,
)

from unmold import Workspace, run
from unmold.cli import run as command
from unmold.drift import find_drift
from unmold.errors import UsageError
from unmold.pipeline import EditPreview, accept_drift, apply_edits

KINDS = ("merge", "split", "move", "move", "column", "rename", "hide", "retype", "join", "show")


@pytest.fixture(scope="module")
def own_site(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shop's pages where a test may change them."""
    return Path(shutil.copytree(site, tmp_path_factory.mktemp("own") / "site"))


@pytest.fixture(scope="module")
def own_learned(own_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    return run(own_site, tmp_path_factory.mktemp("own-ws") / "ws", jobs=1)


def make_all(workspace: Workspace) -> dict[str, Any]:
    """Every kind of edit; what they are about."""
    posts, sets = pages_of(workspace, "posts")[::-1], pages_of(workspace, "sets")
    away, given = sets[0], sets[-1]
    workspace.edit("merge", "products", "products_2")
    workspace.edit("split", "posts", *posts[:4], to="stories")
    workspace.edit("move", away, "none")
    workspace.edit("move", given, "authors")
    page = next(key for key in posts if "Silver spoon" in Path(key).read_text(encoding="utf-8"))
    workspace.edit("column", "posts", "extra", page=[page], text="Silver spoon")
    workspace.edit("rename", "products.brand", "maker")
    workspace.edit("hide", "products.care")
    workspace.edit("retype", "products.item_no", "text")
    workspace.edit("join", "authors.title", "lives_in", to="who")
    workspace.edit("show", "authors_all.page_title")
    workspace.edit("name", "authors", "people")
    return {
        "merged": [name_of(key) for key in pages_of(workspace, "products_2")],
        "split": [name_of(key) for key in posts[:4]],
        "away": name_of(away),
        "given": name_of(given),
        "awards": 1,
    }


def assert_in_effect(workspace: Workspace, made: dict[str, Any]) -> None:
    fresh = Workspace(workspace.path)
    states = {state.edit.id: state for state in fresh.edit_states()}
    assert {state.state for state in states.values()} == {"in effect"}, states
    templates = names_by_page(fresh)
    assert {templates[name] for name in made["merged"]} == {"products"}
    assert {templates[name] for name in made["split"]} == {"stories"}
    assert templates[made["away"]] is None
    assert templates[made["given"]] == "people"
    assert "products_2" not in fresh.templates
    columns = {*fresh["products"].columns}
    assert "maker" in columns
    assert not {"brand", "care"} & columns
    assert str(fresh["products"].schema.field("item_no").type) == "string"
    assert {"who", "page_title"} <= {*fresh["people"].columns}
    assert {*made["merged"]} <= {*values(fresh, "products")}
    assert made["given"] in values(fresh, "people")
    said = [row["extra"] for row in values(fresh, "posts").values()]
    assert [*filter(None, said)] == ["Silver spoon"] * made["awards"]
    assert fresh.search("template:stories", limit=50).total == len(values(fresh, "stories"))
    records = list(fresh.extract(template="stories", jobs=1))
    assert len(records) == len(values(fresh, "stories"))
    assert fresh.check().is_whole


def test_all_kinds_hold_through_runs_and_are_undone(
    own_site: Path, own_learned: Workspace, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workspace = clone(own_learned, tmp_path)
    before = names_by_page(workspace)
    made = make_all(workspace)
    assert {state.state for state in workspace.edit_states()} == {"in effect", "pending"}
    assert names_by_page(workspace) == {
        name: "people" if template == "authors" else template for name, template in before.items()
    }
    shown: list[EditPreview] = []
    apply_edits(workspace.path, confirm=lambda preview: bool(shown.append(preview)), jobs=1)
    assert {state.state for state in Workspace(workspace.path).edit_states()} >= {"pending"}
    (preview,) = shown
    ways = {(one.before, one.after): one.pages for one in preview.pages}
    assert ways["products_2", "products"] == len(made["merged"])
    assert ways["posts", "stories"] == 4
    assert ways["sets", None] == ways["sets", "people"] == 1
    assert [one for one in preview.columns if one.column == "extra" and one.examples]
    assert command(["edit", str(workspace.path), "--apply", "--yes"]) == 0
    assert_in_effect(workspace, made)
    # New pages, changed pages, and both with everything learned anew.
    pages = [Path(key) for key in pages_of(workspace, "products")]
    for number, page in enumerate(pages[:3]):
        copy_page(own_site, page, number, "the", "thee")
    award = next(page for page in own_site.rglob("*.html") if b"Silver spoon" in page.read_bytes())
    copy_page(own_site, award, 9, "the", "thee")
    made["awards"] = 2
    run(own_site, workspace.path, jobs=1)
    assert_in_effect(workspace, made)
    change_page(pages[4])
    change_page(own_site / made["split"][0])
    change_page(own_site / made["merged"][0])
    run(own_site, workspace.path, jobs=1)
    assert_in_effect(workspace, made)
    run(own_site, workspace.path, jobs=1, force=True)
    assert_in_effect(workspace, made)
    capsys.readouterr()
    for edit in reversed(Workspace(workspace.path).edits.active):
        assert command(["edit", str(workspace.path), "undo", str(edit.id)]) == 0
    assert command(["edit", str(workspace.path), "--apply", "--yes"]) == 0
    after = names_by_page(workspace)
    assert {name: after[name] for name in before} == before
    assert Workspace(workspace.path)["products"].columns[-1] != "maker"
    assert "brand" in Workspace(workspace.path)["products"].columns


def test_a_crawl_that_is_accepted_keeps_edits(
    site: Path, learned: Workspace, tmp_path: Path
) -> None:
    workspace = clone(learned, tmp_path)
    made = make_all(workspace)
    apply_edits(workspace.path, jobs=1)
    crawl = Path(shutil.copytree(site, tmp_path / "crawl"))
    for page in sorted(crawl.rglob("*.html"))[::9]:
        if "<p>" in page.read_text(encoding="utf-8"):
            change_page(page)
    drift = find_drift(Workspace(workspace.path), crawl, jobs=1)
    accept_drift(workspace.path, crawl, drift, jobs=1)
    fresh = Workspace(workspace.path)
    states = {state.edit.do: state.state for state in fresh.edit_states()}
    shown = names_by_page(fresh)
    assert "products_2" not in fresh.templates
    assert {shown[name] for name in made["merged"]} == {"products"}
    assert {shown[name] for name in made["split"]} == {"stories"}
    assert states["rename"] == states["merge"] == states["split"] == "in effect"
    assert "maker" in fresh["products"].columns


def test_what_is_not_found_waits_and_is_said(
    own_site: Path, own_learned: Workspace, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workspace = clone(own_learned, tmp_path)
    workspace.edit("rename", "sets.title", "headline")
    workspace.edit("split", "sets", *pages_of(workspace, "sets")[:3])
    workspace.edit("hide", "authors.title")
    other = tmp_path / "other"
    shutil.copytree(own_site, other)
    for page in (own_site / "sets").rglob("*.html"):
        (other / page.relative_to(own_site)).unlink()
    capsys.readouterr()
    assert command(["run", str(other), "-o", str(workspace.path), "--force", "--jobs", "1"]) == 0
    said = capsys.readouterr().out
    assert "edit 1 waits (rename sets.title to headline): there is no template sets" in said
    states = {state.edit.id: state.state for state in Workspace(workspace.path).edit_states()}
    assert states == {1: "waiting", 2: "waiting", 3: "in effect"}
    fresh = Workspace(workspace.path)
    assert not [name for name, one in fresh.stored_tables.items() if "headline" in one.columns]
    # The pages come back, and with them what the edits meant.
    shutil.copytree(own_site / "sets", other / "sets", dirs_exist_ok=True)
    run(other, workspace.path, jobs=1)
    fresh = Workspace(workspace.path)
    states = {state.edit.id: state.state for state in fresh.edit_states()}
    assert states == {1: "in effect", 2: "in effect", 3: "in effect"}
    assert "headline" in fresh["sets"].columns


def test_nothing_to_apply_changes_nothing(
    shop: Workspace, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(["edit", str(shop.path), "--apply", "--yes"]) == 0
    assert "no edit waits for a run" in capsys.readouterr().err
    assert Workspace(shop.path).generation.number == shop.generation.number


def test_a_dry_run_changes_nothing(shop: Workspace, capsys: pytest.CaptureFixture[str]) -> None:
    shop.edit("merge", "products", "products_2")
    assert command(["edit", str(shop.path), "--apply"]) == 2
    assert "cannot ask for confirmation" in capsys.readouterr().err
    assert command(["edit", str(shop.path), "--apply", "--dry-run"]) == 0
    assert "products_2 -> products" in capsys.readouterr().out
    fresh = Workspace(shop.path)
    assert fresh.generation.number == shop.generation.number
    assert "products_2" in fresh.templates


def test_only_what_depends_on_edits_is_done(shop: Workspace) -> None:
    page = pages_of(shop, "sets")[0]
    shop.edit("move", page, "none")
    apply_edits(shop.path, jobs=1)
    fresh = Workspace(shop.path)
    for template in fresh.templates:
        same = fresh.generation.record_table(template).samefile(
            shop.generation.record_table(template)
        )
        assert same == (template != "sets")


def test_places_that_are_read_or_missing_are_refused(shop: Workspace) -> None:
    page = pages_of(shop, "posts")[0]
    said = next(iter(shop.extract(template="posts", jobs=1)))
    with pytest.raises(UsageError, match="already"):
        shop.edit("column", "posts", "other", page=[page], xpath=said.xpaths["title"])
    with pytest.raises(UsageError, match="there is nothing at"):
        shop.edit("column", "posts", "other", page=[page], text="no such text anywhere")
    with pytest.raises(UsageError, match="not a page of that template"):
        shop.edit("column", "posts", "other", page=[pages_of(shop, "sets")[0]], text="x")
    with pytest.raises(UsageError, match="needs --page"):
        shop.edit("column", "posts", "other", text="x")
    with pytest.raises(UsageError, match="is not a page of"):
        shop.edit("split", "posts", pages_of(shop, "sets")[0])
    assert shop.edits.edits == ()
