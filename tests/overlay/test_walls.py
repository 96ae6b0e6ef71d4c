"""Three walls around a hostile page, each tested alone in Chromium, then all together.

Cleaning alone, and the policy alone: nothing runs, nothing leaves, nothing navigates. The sandbox
attribute alone: nothing runs, and the app stays where it is. Every name but this machine's leads to
a canary on a second address of it.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.browser import find_browser
from support.framed import Canary, FramedApp, browser_options, running_app
from support.overlays import CleanedPage

from unmold.model import Page
from unmold.overlay import clean_page

sync_api = pytest.importorskip("playwright.sync_api")

HOSTILE = (Path(__file__).parent.parent / "support" / "hostile_frame.html").read_text("utf-8")
DEEP = {
    "div": "<div>" * 210_000,
    "b": "<b>" * 350_000,
    "svg": "<svg>" * 210_000,
    "table": "<table><tr><td>" * 70_000,
    "css": f"<style>{'a{' * 500_000}</style><p>text",
}
SETTLE = 1500
"""Milliseconds in which a page would have done what it wants to do."""


@pytest.fixture(scope="module")
def canary() -> Iterator[Canary]:
    made = Canary()
    yield made
    made.close()


@pytest.fixture(scope="module")
def chromium(canary: Canary, require: Callable[..., None]) -> Iterator[Any]:
    path = find_browser()
    require(path, "Chromium is not installed")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, chromium_sandbox=False, args=browser_options(canary)
        )
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def app() -> Iterator[FramedApp]:
    with running_app() as made:
        yield made


class Visit:
    """What happened while a frame was shown."""

    def __init__(self, chromium: Any, app: FramedApp, canary: Canary) -> None:
        self.app, self.canary = app, canary
        self.context = chromium.new_context()
        self.page = self.context.new_page()
        self.asked: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        canary.heard.clear()

    def show(self, frame: str, sandbox: str = "yes") -> None:
        self.host = f"{self.app.address}/host?frame={frame}&sandbox={sandbox}"
        self.page.goto(self.host)
        self.page.wait_for_timeout(SETTLE)

    @property
    def ran(self) -> Any:
        return self.page.evaluate("window.ran || []")

    def frame_urls(self) -> list[str]:
        return [frame.url for frame in self.page.frames]

    def outside(self) -> list[str]:
        """Addresses elsewhere that were asked for; data stays where it is."""
        inside = (self.app.address, "data:", "about:")
        return [url for url in self.asked if not url.startswith(inside)]

    def close(self) -> None:
        self.context.close()


@pytest.fixture
def visit(chromium: Any, app: FramedApp, canary: Canary) -> Iterator[Visit]:
    made = Visit(chromium, app, canary)
    yield made
    made.close()


def hostile_page() -> Page:
    return Page("k", "k", "http://site.example/", "s", HOSTILE.encode(), charset="utf-8")


def test_the_page_is_hostile(visit: Visit) -> None:
    """Without any wall it runs and asks the canary: the tests below can fail."""
    harmless = HOSTILE.replace("top.location =", "top.gone =").replace("\n    location =", "\n //")
    harmless = harmless.replace('http-equiv="refresh"', "")
    visit.app.raw["hostile"] = (harmless, {})
    visit.show("/raw/hostile", sandbox="no")
    assert "head" in visit.ran
    assert "onerror" in visit.ran
    wanted = {"escaped", "sheet.css", "iframe", "svg-image", "content", "attribute"}
    for _ in range(40):
        if all(any(what in url for url in visit.outside()) for what in wanted):
            break
        visit.page.wait_for_timeout(500)
    asked = " ".join(visit.outside())
    assert {what for what in wanted if what not in asked} == set()
    assert visit.canary.heard


def test_cleaning_alone(visit: Visit) -> None:
    visit.app.raw["cleaned"] = (clean_page(hostile_page(), lambda *_: None), {})
    visit.show("/raw/cleaned", sandbox="no")
    check_nothing_happened(visit, "/raw/cleaned")
    # What can be read is still there.
    text = visit.page.frames[1].evaluate("document.documentElement.textContent")
    assert "A paragraph of the page." in text


def test_the_policy_alone(visit: Visit) -> None:
    page = Page("walls", "walls", "http://site.example/", "s", b"<p>x", charset="utf-8")
    visit.app.live.pages["walls"] = page
    policies: list[str] = []
    visit.page.on(
        "response",
        lambda answer: policies.append(answer.headers.get("content-security-policy", "")),
    )
    visit.show("/frame/walls")
    (policy,) = [one for one in policies if one.startswith("sandbox")]
    visit.app.raw["policy"] = (HOSTILE, {"content-security-policy": policy})
    visit.canary.heard.clear()
    visit.asked.clear()
    visit.show("/raw/policy", sandbox="no")
    check_nothing_happened(visit, "/raw/policy", is_raw=True)


def test_the_sandbox_alone(visit: Visit) -> None:
    visit.app.raw["sandbox"] = (HOSTILE, {})
    visit.show("/raw/sandbox")
    assert visit.ran == []
    assert visit.page.url == visit.host


def test_all_walls(visit: Visit) -> None:
    visit.app.add("hostile", HOSTILE)
    visit.show("/frame/hostile")
    check_nothing_happened(visit, "/frame/hostile")


def check_nothing_happened(visit: Visit, frame: str, is_raw: bool = False) -> None:
    assert visit.ran == []
    assert visit.page.url == visit.host
    assert visit.frame_urls()[:2] == [visit.host, visit.app.address + frame]
    assert visit.canary.heard == []
    if not is_raw:
        assert visit.outside() == []
        assert len(visit.frame_urls()) == 2


@pytest.mark.parametrize("what", DEEP)
def test_a_megabyte_of_nesting(visit: Visit, what: str) -> None:
    visit.app.add(f"deep-{what}", f"<p>start</p>{DEEP[what]}end")
    visit.show(f"/frame/deep-{what}")
    check_nothing_happened(visit, f"/frame/deep-{what}")
    text = visit.page.frames[1].evaluate("document.documentElement.textContent")
    assert "start" in text


def test_names_shadow_nothing(visit: Visit) -> None:
    """The framed document is never asked through its own properties."""
    shadows = "".join(
        f"<img name={name}><form name={name}></form>"
        for name in ("querySelectorAll", "body", "documentElement", "createRange", "readyState")
    )
    html = (
        f"<!DOCTYPE html><html data-unmold=1><body data-unmold=2>{shadows}"
        "<form data-unmold=3><input name=firstChild><input name=childNodes><input name=nodeType>"
        "<input name=getClientRects><input name=parentNode><p data-unmold=4>Hello value</p></form>"
    )
    visit.app.raw["shadows"] = (html, {})
    visit.show("/raw/shadows")
    found = visit.page.evaluate(SHOW, overlay([place(0, 4, 0, 6, 11), place(1, 3, -1, 0, 0)]))
    assert found == {"unseen": [], "shapes": 2}
    box = visit.page.locator("#overlay-place-0").bounding_box()
    assert 20 < box["width"] < 60


SHOW = """async overlay => {
  const { showOverlay } = await import("/static/overlay.js");
  const [frame, svg] = ["frame", "svg"].map(id => document.getElementById(id));
  window.events = [];
  window.handle = showOverlay({
    frame, svg, overlay,
    onSelect: id => window.events.push(["select", id]),
    onHover: id => window.events.push(["hover", id]),
  });
  await window.handle.ready;
  return { unseen: window.handle.unseen(), shapes: svg.querySelectorAll(".overlay-place").length };
}"""


def place(id: int, mark: int, node: int, start: int, end: int, **known: Any) -> dict[str, Any]:
    return {
        "id": id, "cell": id, "mark": mark, "node": node, "start": start, "end": end,
        "attribute": None, "table": "", "row": None, "column": f"column_{id}", "field": str(id),
        "tier": 1, "verdict": "value", "value": "value", "type": "text", "xpath": "",
    } | known  # fmt: skip


def overlay(places: list[dict[str, Any]], **known: Any) -> dict[str, Any]:
    return {"places": places, "rows": [], "texts": [], "unseen": [], "missing": []} | known


def test_a_frame_answers_frames_only(visit: Visit) -> None:
    visit.app.add("alone", "<p>x")
    answer = visit.page.goto(f"{visit.app.address}/frame/alone")
    assert answer.status == 403
    fetched = visit.page.evaluate("fetch('/frame/alone').then(answer => answer.status)")
    assert fetched == 403


def test_marks_are_those_of_the_cleaned_page(visit: Visit) -> None:
    """What the parser of the core says about the cleaned page is what Chromium has."""
    page = hostile_page()
    cleaned = CleanedPage(page)
    visit.app.add("marks", HOSTILE)
    visit.show("/frame/marks")
    found = visit.page.frames[1].evaluate(
        "[...document.querySelectorAll('[data-unmold]')]"
        ".map(one => [one.dataset.unmold, one.localName])"
    )
    own = [(int(mark), tag) for mark, tag in found]
    assert len(own) > 20
    for mark, tag in own:
        assert cleaned.element(mark).tag == tag
