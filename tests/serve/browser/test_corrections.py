"""Corrections made in the browser: with a preview, in effect, after a run, and taken back."""

import re
from pathlib import Path
from typing import Any

import pytest
from support.served_tabs import Tab, make_tab, opened, wait_until

from unmold import Workspace, run

READY = "!document.querySelector('dialog[open] .main-action').disabled"


def open_dialog(page: Any, button: Any, kind: str) -> Any:
    """The dialog of a correction, with its kind chosen."""
    button.click()
    dialog = page.locator("dialog[open]")
    dialog.get_by_label(kind, exact=True).check(force=True)
    return dialog


def finish(page: Any, dialog: Any) -> str:
    """Make the correction once its preview is there; what the app says then."""
    submit = dialog.get_by_role("button", name="Correct it", exact=True)
    wait_until(page, READY)
    submit.click()
    dialog.wait_for(state="detached")
    said = page.locator("#toast p")
    said.wait_for()
    return str(said.text_content())


def undo(page: Any) -> None:
    """Take the last correction back by its key."""
    page.locator("main").focus()
    page.keyboard.press("z")
    page.locator("#toast p", has_text="Undone").wait_for()


def column_button(page: Any, name: str) -> Any:
    return page.get_by_role("button", name=f"Correct {name}", exact=True).first


def fresh(workspace: Workspace) -> Workspace:
    return Workspace(workspace.path)


def run_again(workspace: Workspace) -> Workspace:
    """The workspace after another run over the same pages, with everything learned anew."""
    before = fresh(workspace).generation.number
    source = Path(workspace.pages.column("key")[0].as_py())
    site = next(one for one in source.parents if one.name == "site")
    made = run(site, workspace.path, force=True, jobs=1)
    assert made.generation.number > before
    return made


@pytest.fixture
def shown(chromium: Any, own: str) -> Any:
    with opened(chromium, own) as tab:
        yield tab


def test_a_column_is_renamed_shown_and_renamed_back(shown: Tab, own_shop: Workspace) -> None:
    template = shown.template
    page = shown.go(f"/templates/{template['id']}")
    dialog = open_dialog(page, column_button(page, "title"), "Rename")
    dialog.get_by_label(re.compile("^New name")).fill("Not a name")
    dialog.locator(".problem-text").wait_for()
    assert dialog.get_by_role("button", name="Correct it", exact=True).is_disabled()
    # The browser itself notes every answer that is a refusal.
    shown.said.clear()
    dialog.get_by_label(re.compile("^New name")).fill("heading")
    dialog.locator(".preview td").first.wait_for()
    assert "title → heading" in dialog.locator(".preview").text_content()
    assert finish(page, dialog).startswith("Done: rename")
    column_button(page, "heading").wait_for()
    assert "heading" in fresh(own_shop)[template["name"]].columns
    assert page.locator("#toast button", has_text="Undo").is_visible()
    assert "heading" in run_again(own_shop)[template["name"]].columns
    page.locator("main").focus()
    page.keyboard.press("z")
    page.locator("#toast p", has_text="Undone").wait_for()
    assert "title" in fresh(own_shop)[template["name"]].columns


def test_a_column_gets_another_type_from_the_records(shown: Tab, own_shop: Workspace) -> None:
    template = shown.template
    page = shown.go(f"/templates/{template['id']}/records")
    dialog = open_dialog(page, column_button(page, "price"), "Change type")
    dialog.get_by_label("Read as").select_option("text")
    dialog.locator(".preview td").first.wait_for()
    assert "£" in dialog.locator(".preview").text_content()
    finish(page, dialog)
    page.locator(".records thead", has_text="price text").wait_for()
    assert str(fresh(own_shop)[template["name"]].schema.field("price").type) == "string"
    again = run_again(own_shop)[template["name"]]
    assert str(again.schema.field("price").type) == "string"
    page.keyboard.press("z")
    page.locator(".records thead", has_text="price price").wait_for()


def test_a_column_is_hidden_and_comes_back(shown: Tab, own_shop: Workspace) -> None:
    template = shown.template
    page = shown.go(f"/templates/{template['id']}")
    finish(page, open_dialog(page, column_button(page, "brand"), "Hide"))
    assert "brand" not in fresh(own_shop)[template["name"]].columns
    assert "brand" not in run_again(own_shop)[template["name"]].columns
    page.reload()
    hidden = page.locator("section", has_text="Hidden").last
    finish(page, open_dialog(page, hidden.get_by_role("button", name="Correct brand"), "Show"))
    page.locator("table.columns th", has_text="brand").first.wait_for()
    assert "brand" in fresh(own_shop)[template["name"]].columns


def test_a_column_of_the_second_tier_is_shown(shown: Tab, own_shop: Workspace) -> None:
    template = shown.template
    page = shown.go(f"/templates/{template['id']}/records?tier=2")
    known = set(own_shop[template["name"]].columns)
    buttons = page.locator(".records thead .correct")
    names = [one.get_attribute("aria-label").removeprefix("Correct ") for one in buttons.all()]
    name = next(one for one in names if one not in known)
    finish(page, open_dialog(page, column_button(page, name), "Show"))
    assert name in fresh(own_shop)[template["name"]].columns
    undo(page)
    assert name not in fresh(own_shop)[template["name"]].columns


def test_columns_are_joined(shown: Tab, own_shop: Workspace) -> None:
    template = shown.template
    page = shown.go(f"/templates/{template['id']}")
    dialog = open_dialog(page, column_button(page, "title"), "Join")
    dialog.get_by_role("checkbox", name="brand", exact=True).check()
    dialog.get_by_label(re.compile("^Name of the new")).fill("full_title")
    dialog.get_by_label("Between the values").fill(" / ")
    dialog.locator(".preview td").first.wait_for()
    assert " / " in dialog.locator(".preview").text_content()
    finish(page, dialog)
    joined = fresh(own_shop)[template["name"]]
    assert "full_title" in joined.columns
    assert "brand" not in joined.columns
    assert " / " in joined.to_arrow().column("full_title")[0].as_py()
    assert "full_title" in run_again(own_shop)[template["name"]].columns
    undo(page)
    assert "full_title" not in fresh(own_shop)[template["name"]].columns


def test_a_template_is_named(shown: Tab, own_shop: Workspace) -> None:
    page = shown.go(f"/templates/{shown.template['id']}")
    button = page.get_by_role("button", name="Correct the template")
    dialog = open_dialog(page, button, "Rename table")
    dialog.get_by_label(re.compile("^New name")).fill("wares")
    finish(page, dialog)
    page.locator("h1", has_text="wares").wait_for()
    assert "wares" in fresh(own_shop).templates
    assert "wares" in run_again(own_shop).templates
    undo(page)
    assert "wares" not in fresh(own_shop).templates


def test_a_page_is_moved_applied_and_taken_back(shown: Tab, own_shop: Workspace) -> None:
    template, page_id = shown.template, shown.first_page
    page = shown.go(f"/pages/{page_id}")
    dialog = open_dialog(page, page.get_by_role("button", name="Wrong template"), "Move page")
    dialog.locator("select[name=to]").select_option("none")
    assert "waits to be applied" in finish(page, dialog)
    page = shown.go("/edits")
    assert page.locator("#waiting").text_content().strip().startswith("1")
    page.get_by_role("button", name="Show what would change").click()
    page.locator("#apply-progress", has_text="no template").wait_for(timeout=60_000)
    page.get_by_role("button", name="Apply", exact=True).click()
    page.locator(".state-applied").wait_for(timeout=60_000)
    moved = shown.api(f"/pages/{page_id}")
    assert moved["template"] is None
    assert len(fresh(own_shop).templates) > 0
    page.get_by_role("button", name="Undo edit 1").click()
    page.locator(".state-undone").wait_for()
    page.get_by_role("button", name="Apply", exact=True).click()
    wait_until(page, "!document.querySelector('#apply-progress')", 60)
    assert shown.api(f"/pages/{page_id}")["template"] == template["id"]


def count_pages(tab: Tab) -> dict[str, int]:
    return {one["name"]: one["pages"] for one in tab.api("/templates")["templates"]}


def apply_all(tab: Tab) -> Any:
    """The list of edits after all of them have been applied."""
    page = tab.go("/edits")
    page.get_by_role("button", name="Apply", exact=True).click()
    wait_until(page, "!document.querySelector('#apply-progress')", 60)
    return page


def test_templates_are_merged_and_pages_split_off(shown: Tab, own_shop: Workspace) -> None:
    template = shown.template
    before = count_pages(shown)
    others = [one for one in shown.api("/templates")["templates"] if one["id"] != template["id"]]
    page = shown.go(f"/templates/{template['id']}")
    button = page.get_by_role("button", name="Correct the template")
    dialog = open_dialog(page, button, "Merge")
    dialog.get_by_role("checkbox", name=re.compile(f"^{others[0]['name']} ")).check()
    assert "waits to be applied" in finish(page, dialog)
    page = shown.go(f"/pages/{shown.first_page}")
    dialog = open_dialog(page, page.get_by_role("button", name="Wrong template"), "Split off")
    beside = dialog.get_by_role("group", name="Together with").get_by_role("checkbox")
    for number in range(3):
        beside.nth(number).check()
    dialog.get_by_label(re.compile("^Name of the new")).fill("oddities")
    assert "waits to be applied" in finish(page, dialog)
    kinds = [one["kind"] for one in shown.api("/edits")["edits"]]
    assert kinds == ["merge", "split"]
    apply_all(shown)
    merged = before[template["name"]] + before[others[0]["name"]] - 4
    after = {**before, template["name"]: merged, "oddities": 4}
    del after[others[0]["name"]]
    assert count_pages(shown) == after
    rows = run_again(own_shop).pages.column("template").to_pylist()
    assert {name: rows.count(name) for name in after} == after
    page = shown.go("/edits")
    for undone, edit in enumerate((2, 1)):
        page.get_by_role("button", name=f"Undo edit {edit}").click()
        page.locator(".state-undone").nth(undone).wait_for()
    apply_all(shown)
    assert count_pages(shown) == before


def test_what_nothing_reads_becomes_a_column(shown: Tab, own_shop: Workspace) -> None:
    page_id = shown.first_page
    page = shown.go(f"/pages/{page_id}")
    page.get_by_label("not read").check()
    buttons = page.locator("#unread .correct")
    made = False
    for number in range(min(buttons.count(), 8)):
        buttons.nth(number).click()
        dialog = page.locator("dialog[open]")
        dialog.get_by_label(re.compile("^Name")).fill("found_here")
        wait_until(page, f"document.querySelector('dialog[open] .problem-text') || {READY}")
        if dialog.get_by_role("button", name="Correct it", exact=True).is_enabled():
            assert "waits to be applied" in finish(page, dialog)
            made = True
            break
        dialog.get_by_role("button", name="Cancel").click()
    shown.said[:] = [line for line in shown.said if "422" not in line]
    assert made
    assert [one["kind"] for one in shown.api("/edits")["edits"]] == ["column"]
    assert "found_here" in run_again(own_shop)[shown.template["name"]].columns


def test_two_tabs_cannot_overwrite_each_other(chromium: Any, own: str) -> None:
    with opened(chromium, own) as one:
        other = make_tab(one.page.context, own)
        address = f"/templates/{one.template['id']}"
        first, second = one.go(address), other.go(address)
        dialog = open_dialog(first, column_button(first, "brand"), "Hide")
        finish(first, dialog)
        dialog = open_dialog(second, column_button(second, "title"), "Hide")
        wait_until(second, READY)
        dialog.get_by_role("button", name="Correct it", exact=True).click()
        dialog.locator(".problem-text", has_text="changed meanwhile").wait_for()
        assert [edit["kind"] for edit in one.api("/edits")["edits"]] == ["hide"]
        # Behind the dialog is the newest state now, and the edit can be made in its sight.
        second.locator("table.columns th", has_text="brand").wait_for(state="detached")
        finish(second, dialog)
        assert [edit["kind"] for edit in one.api("/edits")["edits"]] == ["hide", "hide"]
        # That the first try was refused is a line of the console.
        assert [line for line in other.said if "412" not in line] == []


def test_a_correction_by_keyboard_alone(shown: Tab, own_shop: Workspace) -> None:
    template = shown.template
    page = shown.go(f"/templates/{template['id']}/records")
    keys = page.keyboard
    page.locator("main").focus()
    keys.press("e")
    page.locator("dialog[open] input[name=to]").wait_for()
    keys.type("keyed")
    wait_until(page, READY)
    keys.press("Enter")
    page.locator("dialog[open]").wait_for(state="detached")
    assert "keyed" in fresh(own_shop)[template["name"]].columns
    keys.press("z")
    page.locator("#toast p", has_text="Undone").wait_for()
    assert "keyed" not in fresh(own_shop)[template["name"]].columns
