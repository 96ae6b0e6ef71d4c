"""Every view in Chromium: no message, no violation of axe, nothing sideways; keys and states."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.served_tabs import WINDOWS, Tab, make_tab, opened, wait_until

AXE = pytest.importorskip("axe_playwright_python.base").AXE_FILE_PATH

TARGETS = (
    "button, select, input, .button, nav a, .hit a, .trail a, .pages a, main th > a, main td > a"
)
"""What is pressed; links in running text are as high as their line."""

View = Callable[[Tab], str]
VIEWS: dict[str, View] = {
    "site": lambda tab: "/",
    "template": lambda tab: f"/templates/{tab.template['id']}",
    "records": lambda tab: f"/templates/{tab.template['id']}/records",
    "all records": lambda tab: f"/templates/{tab.template['id']}/records?tier=2",
    "facet": lambda tab: f"/templates/{tab.template['id']}/records?facet=title&sort=-title",
    "no records": lambda tab: f"/templates/{tab.template['id']}/records?where=title:eq:nothing",
    "search": lambda tab: "/search",
    "hits": lambda tab: "/search?q=the",
    "no hits": lambda tab: "/search?q=qqqzzz",
    "drift": lambda tab: "/drift",
    "page": lambda tab: f"/pages/{tab.first_page}",
    "compare": lambda tab: "/compare",
    "compared": lambda tab: f"/compare?a={tab.first_page}&b={tab.other_page}",
    "try": lambda tab: "/try",
    "edits": lambda tab: "/edits",
}


def test_every_view_is_quiet_and_fits(tab: Tab) -> None:
    """No message, also none of the policy; nothing sideways, in three windows."""
    for name, view in VIEWS.items():
        page = tab.go(view(tab))
        assert page.locator("h1").count() == 1, name
        for window in WINDOWS.values():
            page.set_viewport_size(window["viewport"])
            wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
            assert wide[0] <= wide[1], name
        assert tab.said == [], name


@pytest.fixture(scope="module")
def examined(chromium: Any, shop: str) -> Iterator[Tab]:
    """A tab in which axe may run: it is a script, which the policy of the app forbids."""
    with opened(chromium, shop, bypass_csp=True) as one:
        yield one


@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_no_violation(examined: Tab, view: str) -> None:
    check_by_axe(examined.go(VIEWS[view](examined)))


def check_by_axe(page: Any) -> None:
    """No violation on a telephone, and no faint text in the dark."""
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    page.evaluate(Path(AXE).read_text(encoding="utf-8"))
    page.set_viewport_size(WINDOWS["phone"]["viewport"])
    assert run_axe(page, {}) == []
    page.set_viewport_size(WINDOWS["dark"]["viewport"])
    page.emulate_media(color_scheme="dark")
    assert run_axe(page, {"runOnly": ["color-contrast"]}) == []
    page.emulate_media(color_scheme="light")


def run_axe(page: Any, options: dict[str, Any]) -> list[Any]:
    # What the page that is shown violates is not the app's.
    found = page.evaluate("options => axe.run({exclude: [['iframe']]}, options)", options)
    return [(one["id"], one["nodes"][0]["html"][:200]) for one in found["violations"]]


def try_page(tab: Tab, site: Path) -> None:
    known = tab.api(f"/pages/{tab.first_page}")
    page = tab.go("/try")
    page.locator("input[type=file]").set_input_files(site / known["path"])
    page.locator(".overlay-place").first.wait_for(state="attached")


def try_other_page(tab: Tab, site: Path) -> None:
    page = tab.go("/try")
    other = {"name": "a.html", "mimeType": "text/html", "buffer": b"<p>Nothing of the shop"}
    page.locator("input[type=file]").set_input_files(other)
    page.locator("main", has_text="no template fits").wait_for()


def open_place(tab: Tab, site: Path) -> None:
    page = tab.go(f"/pages/{tab.first_page}")
    page.locator("button[data-place]").first.click()
    page.locator(".about").get_by_text(re.compile(r"% of pages$")).wait_for()


def compare_newer_pages(tab: Tab, site: Path) -> None:
    page = tab.go("/drift")
    page.locator("#new-crawl input[type=file]").set_input_files(site / "products")
    page.get_by_role("button", name="Compare").click()
    page.locator("#new-crawl-found table").first.wait_for(timeout=60_000)


def begin_rename(tab: Tab, site: Path) -> None:
    """The dialog of a correction, with its preview."""
    page = tab.go(f"/templates/{tab.template['id']}")
    page.get_by_role("button", name=re.compile("^Correct (title|heading)$")).first.click()
    dialog = page.locator("dialog[open]")
    dialog.get_by_label("Rename", exact=True).check(force=True)
    dialog.get_by_label(re.compile("^New name")).fill("headline")
    dialog.locator(".preview td").first.wait_for()
    wait_until(page, "!document.querySelector('dialog[open] .main-action').disabled")


def rename_and_undo(tab: Tab, site: Path) -> None:
    """The history of a correction that was undone and made again."""
    for _ in range(2):
        begin_rename(tab, site)
        tab.page.get_by_role("button", name="Correct it", exact=True).click()
        tab.page.locator("#toast p", has_text="Done").wait_for()
        tab.page.locator("main").focus()
        tab.page.keyboard.press("z")
        tab.page.locator("#toast p", has_text="Undone").wait_for()
    tab.go("/edits")
    tab.page.locator("main", has_text="headline").wait_for()


@pytest.mark.parametrize(
    "fill",
    [try_page, try_other_page, open_place, compare_newer_pages, begin_rename, rename_and_undo],
)
def test_axe_finds_no_violation_in_filled_views(
    chromium: Any, own: str, shop_site: Path, fill: Callable[[Tab, Path], None]
) -> None:
    with opened(chromium, own, bypass_csp=True) as tab:
        fill(tab, shop_site)
        check_by_axe(tab.page)


@pytest.mark.parametrize("window", ["light", "phone"])
def test_targets_are_large_and_letters_too(chromium: Any, shop: str, window: str) -> None:
    least = 44 if window == "phone" else 32
    with opened(chromium, shop, window) as tab:
        for view in VIEWS.values():
            page = tab.go(view(tab))
            small = page.evaluate(
                """([targets, least]) => [...document.querySelectorAll(targets)]
                .filter(one => one.checkVisibility() && !/checkbox|radio/.test(one.type))
                .filter(one => one.getBoundingClientRect().height < least - 0.5)
                .map(one => one.outerHTML.slice(0, 120))""",
                [TARGETS, least],
            )
            assert small == []
            tiny = page.evaluate(
                """() => [...document.querySelectorAll('body *')]
                .filter(one => one.checkVisibility() && one.childNodes.length === 1)
                .filter(one => one.textContent.trim())
                .filter(one => parseFloat(getComputedStyle(one).fontSize) < 14)
                .map(one => one.outerHTML.slice(0, 120))"""
            )
            assert tiny == []


def test_without_scripts_views_still_read(chromium: Any, shop: str) -> None:
    with opened(chromium, shop, java_script_enabled=False) as tab:
        page = tab.page
        page.goto(f"{tab.base}/templates/{tab.template['id']}/records")
        assert page.locator(".records tbody tr").count() > 5
        page.get_by_role("link", name="title").first.click()
        assert "sort=title" in page.url
        page.get_by_role("searchbox", name="Search all records").fill("the")
        page.keyboard.press("Enter")
        page.wait_for_url("**/search?q=the")
        assert page.locator(".hit").count() > 1


def test_colours_follow_the_switch_and_stay(chromium: Any, shop: str) -> None:
    with opened(chromium, shop) as tab:
        page = tab.go("/")
        paper = "getComputedStyle(document.body).backgroundColor"
        light = page.evaluate(paper)
        switch = page.locator("#theme")
        switch.click()
        assert page.evaluate(paper) == light
        switch.click()
        dark = page.evaluate(paper)
        assert dark != light
        tab.go("/drift")
        assert page.evaluate(paper) == dark
        page.locator("#theme").click()
        assert page.evaluate(paper) == light


def test_views_print_without_their_tools(tab: Tab) -> None:
    for view in ("site", "template", "records"):
        page = tab.go(VIEWS[view](tab))
        page.emulate_media(media="print")
        assert page.pdf(format="A4").startswith(b"%PDF")
        for hidden in (".top nav", ".tools", ".menu", ".correct"):
            assert not any(one.is_visible() for one in page.locator(hidden).all()), hidden
        page.emulate_media(media="screen")


def test_records_sort_filter_and_hide_by_their_address(tab: Tab) -> None:
    page = tab.go(VIEWS["records"](tab))
    start = page.url
    head = page.locator(".records thead")
    head.get_by_role("link", name=re.compile("^title")).click()
    page.wait_for_url("**sort=title")
    first = page.locator(".records tbody tr td").first
    lowest = first.text_content()
    head.get_by_role("link", name=re.compile("^title")).click()
    page.wait_for_url("**sort=-title")
    assert first.text_content() != lowest
    page.locator("#filter-column").select_option("title")
    page.locator("#filter-how").select_option("eq")
    page.locator("#filter-value").fill(lowest)
    page.get_by_role("button", name="Filter").click()
    page.wait_for_url("**where=title**")
    assert page.locator(".records tbody tr").count() == 1
    page.get_by_role("link", name=re.compile("^title is")).click()
    wait_until(page, "document.querySelectorAll('.records tbody tr').length > 1")
    page.locator("summary", has_text="Columns").click()
    page.get_by_role("checkbox", name=re.compile("^title ")).uncheck()
    page.wait_for_url("**columns=**")
    assert head.get_by_role("link", name=re.compile("^title")).count() == 0
    shared = page.url
    page.reload()
    assert (
        page.locator(".records thead").get_by_role("link", name=re.compile("^title")).count() == 0
    )
    page.locator("summary", has_text="Columns").click()
    page.get_by_role("link", name="Show all").click()
    page.locator(".records thead").get_by_role("link", name=re.compile("^title")).wait_for()
    page.go_back()
    page.wait_for_url(shared)
    page.goto(start)
    assert "columns" not in page.url


def test_a_filter_asks_what_fits_the_type(tab: Tab) -> None:
    page = tab.go(VIEWS["records"](tab))
    ways = page.locator("#filter-how option:not([disabled])")
    page.locator("#filter-column").select_option("title")
    assert "contains" in ways.all_text_contents()
    assert "is more than" not in ways.all_text_contents()
    page.locator("#filter-column").select_option("price")
    assert "is more than" in ways.all_text_contents()
    page.locator("#filter-how").select_option("empty")
    assert page.locator("#filter-value").is_disabled()


def test_a_facet_narrows_down(tab: Tab) -> None:
    page = tab.go(f"/templates/{tab.template['id']}/records?facet=brand")
    entry = page.locator(".facet a").first
    count = int(entry.locator(".note").text_content())
    entry.click()
    page.wait_for_url("**where=brand**")
    wait_until(page, f"document.querySelectorAll('.records tbody tr').length === {count}")


def test_head_and_first_column_stay(tab: Tab) -> None:
    page = tab.go(f"/templates/{tab.template['id']}/records?tier=2")
    page.locator(".records").evaluate("one => one.scrollTo(800, 600)")
    outer = page.locator(".records").bounding_box()
    head = page.locator(".records thead th").nth(1).bounding_box()
    first = page.locator(".records tbody tr").last.locator("th").bounding_box()
    assert abs(head["y"] - outer["y"]) < 3
    assert abs(first["x"] - outer["x"]) < 3


def test_long_cells_open_and_close(tab: Tab) -> None:
    page = tab.go(VIEWS["records"](tab))
    cell = page.locator(".cell").first
    low = cell.bounding_box()["height"]
    cell.locator("summary").click()
    assert cell.bounding_box()["height"] > low
    cell.locator("summary").click()
    assert cell.bounding_box()["height"] == low


def test_downloads_hold_what_is_shown(tab: Tab) -> None:
    page = tab.go(f"/templates/{tab.template['id']}/records?where=price:gt:500&columns=title,price")
    rows = page.locator(".records tbody tr").count()
    page.locator("summary", has_text="Download").click()
    with page.expect_download() as found:
        page.get_by_role("link", name=re.compile("^CSV")).click()
    lines = Path(found.value.path()).read_text(encoding="utf-8").splitlines()
    assert lines[0].lstrip("\ufeff") == "_page,title,price"
    assert len(lines) == rows + 1


def test_hits_are_marked_and_narrowed_down(tab: Tab) -> None:
    page = tab.go("/search?q=the")
    assert {one.lower() for one in page.locator(".hit mark").all_text_contents()} == {"the"}
    entry = page.locator(".side a").first
    count = int(entry.locator(".note").text_content().replace(",", ""))
    entry.click()
    page.locator(".chip").wait_for()
    assert f"{count:,}" in page.locator(".pager").text_content()


def test_keys_move_search_and_help(tab: Tab) -> None:
    page = tab.go("/search?q=the")
    keys = page.keyboard
    page.locator("main").focus()
    active = "document.activeElement.textContent"
    hits = page.locator(".hit h2 a").all_text_contents()
    keys.press("j")
    assert page.evaluate(active) == hits[0]
    keys.press("ArrowDown")
    assert page.evaluate(active) == hits[1]
    keys.press("k")
    assert page.evaluate(active) == hits[0]
    keys.press("/")
    assert page.evaluate("document.activeElement.id") == "search"
    keys.press("?")
    assert not page.locator("#help").is_visible()
    page.locator("main").focus()
    keys.press("?")
    assert page.locator("#help").is_visible()
    keys.press("Escape")
    assert not page.locator("#help").is_visible()
    page.locator(".hit h2 a").first.focus()
    keys.press("Enter")
    page.wait_for_url("**/pages/*")


def test_two_tabs_do_not_disturb_each_other(chromium: Any, shop: str) -> None:
    with opened(chromium, shop) as one:
        other = make_tab(one.page.context, shop)
        first = one.go(f"/templates/{one.template['id']}/records?sort=title")
        second = other.go("/search?q=the")
        first.get_by_role("link", name=re.compile("^price")).first.click()
        first.wait_for_url("**sort=price")
        second.locator(".side a").first.click()
        second.locator(".chip").wait_for()
        assert "sort=price" in first.url
        assert other.said == []
