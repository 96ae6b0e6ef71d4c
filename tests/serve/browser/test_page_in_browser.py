"""The page view in Chromium: overlay and list show the same places, by pointer and by keyboard."""

import re
from pathlib import Path
from typing import Any

from support.served_tabs import Tab, opened, serve, wait_until

from unmold import run


def open_page(tab: Tab) -> str:
    page = tab.first_page
    tab.go(f"/pages/{page}")
    tab.page.locator(".overlay-place").first.wait_for(state="attached")
    return page


def test_a_row_of_the_list_lights_its_place(tab: Tab) -> None:
    open_page(tab)
    button = tab.page.locator("button[data-place]").first
    number = button.get_attribute("data-place")
    shape = tab.page.locator(f"#overlay-place-{number}")
    before = shape.get_attribute("class")
    button.hover()
    wait_until(tab.page, f"{find(number)}.getAttribute('class') !== {before!r}")
    tab.page.locator("h1").hover()
    wait_until(tab.page, f"{find(number)}.getAttribute('class') === {before!r}")


def find(number: str | None) -> str:
    return f"document.getElementById('overlay-place-{number}')"


def test_a_place_lights_and_opens_its_row(tab: Tab) -> None:
    open_page(tab)
    page = tab.page
    number = page.locator("button[data-place]").first.get_attribute("data-place")
    box = page.locator(f"#overlay-place-{number}").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.locator(f'button.lit[data-place="{number}"]').wait_for()
    page.mouse.down()
    page.mouse.up()
    page.locator(f'button[data-place="{number}"][aria-pressed="true"]').wait_for()
    about = page.locator(".about")
    about.get_by_text(re.compile(r"% of pages$")).wait_for()
    said = about.text_content()
    for word in ("type", "XPath", "selector", "found by", "on other pages"):
        assert word in said
    selector = about.locator("dt", has_text="selector").locator("+ dd").text_content()
    marked = page.frame_locator("iframe").locator(selector)
    assert marked.count() == 1
    pressed = page.locator(f'button[data-place="{number}"]').text_content()
    assert marked.text_content().strip()[:20] in pressed
    assert about.get_by_role("button", name=re.compile("^Correct ")).is_visible()


def test_by_keyboard_alone_a_place_is_found_opened_and_closed(tab: Tab) -> None:
    open_page(tab)
    page = tab.page
    page.locator("main").focus()
    page.keyboard.press("j")
    page.keyboard.press("j")
    number = page.evaluate("document.activeElement.dataset.place")
    second = page.locator("button[data-place]").nth(1).get_attribute("data-place")
    assert number == second
    page.keyboard.press("Enter")
    page.locator(f'button[data-place="{number}"][aria-pressed="true"]').wait_for()
    page.keyboard.press("Enter")
    wait_until(page, "!document.querySelector('.about')")


def test_a_dropped_page_is_tried(tab: Tab, shop_site: Path) -> None:
    known = tab.api(f"/pages/{tab.first_page}")
    page = tab.go("/try")
    page.locator("input[type=file]").set_input_files(shop_site / known["path"])
    page.locator("p", has_text="It is a page of").wait_for()
    title = known["record"]["values"]["title"]
    assert page.locator(".said", has_text=title).first.is_visible()
    page.locator(".overlay-place").first.wait_for(state="attached")


def test_newer_pages_are_compared_with_what_was_learned(tab: Tab, shop_site: Path) -> None:
    page = tab.go("/drift")
    page.locator("#new-crawl input[type=file]").set_input_files(shop_site / "products")
    page.get_by_role("button", name="Compare").click()
    page.locator("#new-crawl-found table").first.wait_for(timeout=60_000)


def test_what_is_said_again_opens_its_value(tab: Tab) -> None:
    pages = tab.api(f"/pages?template={tab.template['id']}&limit=20")["pages"]
    for one in pages:
        places = tab.api(f"/pages/{one['id']}/overlay")["places"]
        again = next((place for place in places if place["verdict"] == "again"), None)
        if again is not None:
            break
    assert again is not None
    page = tab.go(f"/pages/{one['id']}")
    page.get_by_label("said again").check()
    place = page.locator(f"#overlay-place-{again['id']}")
    place.wait_for(state="attached")
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.locator(".about").wait_for()
    pressed = page.locator('button[data-place][aria-pressed="true"] .column').text_content()
    assert pressed == again["column"]


def test_a_value_that_the_page_hides_says_so(chromium: Any, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    for number in range(12):
        (folder / f"{number}.html").write_text(
            f"<!doctype html><title>Pot {number}</title><style>.gone{{display:none}}</style>"
            f"<h1>Pot {number} of clay</h1><p>Price: <b>{number + 5}.50 EUR</b></p>"
            f'<p class="gone">Weight: <i>{number * 7 + 3} kg</i></p><footer>All rights</footer>',
            encoding="utf-8",
        )
    made = run(folder, tmp_path / "pots", jobs=1)
    with serve(made.path) as address, opened(chromium, address) as tab:
        page = tab.go(f"/pages/{tab.first_page}")
        hidden = page.locator("button[data-place]", has_text="hidden by the page's style")
        hidden.first.wait_for()
        assert "kg" in hidden.first.text_content()
        assert hidden.count() == 1
