"""The drawing over a page in Chromium: hover, click, keyboard, layers, many places."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.browser import find_browser
from support.framed import FramedApp, running_app

from unmold.model import Page
from unmold.overlay import OverlayMaker
from unmold.records.extract import Extractor
from unmold.settings import Limits
from unmold.templates import induce_template

sync_api = pytest.importorskip("playwright.sync_api")

ROWS = "<li class=offer><h3>{name} {n}</h3><p class=cost>{n}.20 EUR</p><p class=code>K{n}</p></li>"
PAGE = """<!DOCTYPE html><html><head><title>Shop</title><style>
#gone {{ display: none }}
</style></head><body><nav><a href=/>Home</a></nav><h1>{name}</h1><p>Made in <b>{place}</b></p>
<div id=gone>Weight: <em>{n} kg</em></div><ul>{rows}</ul>
<footer>All rights</footer></body></html>"""
NAMES = ["Copper lamp", "Glass vase", "Oak chair", "Tin box", "Wool rug", "Clay pot", "Ink pen"]
PLACES = ["Utrecht", "Bergen", "Porto", "Lyon", "Turku", "Graz", "Siena"]

SHOW = """async ({overlay, layers}) => {
  const { showOverlay } = await import("/static/overlay.js");
  const [frame, svg] = ["frame", "svg"].map(id => document.getElementById(id));
  window.events = [];
  window.handle = showOverlay({
    frame, svg, overlay,
    onSelect: id => window.events.push(["select", id]),
    onHover: id => window.events.push(["hover", id]),
  });
  await window.handle.ready;
  if (layers) window.handle.setLayers(layers);
  return window.handle.unseen();
}"""


def build_page(at: int) -> str:
    rows = "".join(ROWS.format(name=name, n=at + 3 * k) for k, name in enumerate(NAMES[:5]))
    return PAGE.format(name=NAMES[at], place=PLACES[at], n=at + 11, rows=rows)


@pytest.fixture(scope="module")
def chromium(require: Callable[..., None]) -> Iterator[Any]:
    path = find_browser()
    require(path, "Chromium is not installed")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, chromium_sandbox=False)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def app() -> Iterator[FramedApp]:
    with running_app() as made:
        yield made


@pytest.fixture(scope="module")
def overlay(app: FramedApp) -> dict[str, Any]:
    pages = [build_page(at).encode() for at in range(len(NAMES))]
    template = induce_template(pages)
    app.add("shop", pages[0].decode())
    page = app.live.pages["shop"]
    record = Extractor(template.best).extract_pages([page], Limits(), jobs=1)[0]
    return OverlayMaker.of(template).make(page, record).to_json()


@pytest.fixture
def shown(chromium: Any, app: FramedApp) -> Iterator[Any]:
    context = chromium.new_context(viewport={"width": 1000, "height": 800})
    page = context.new_page()
    messages: list[str] = []
    page.on("console", lambda message: messages.append(message.text))
    page.on("pageerror", lambda error: messages.append(str(error)))
    yield page
    context.close()
    assert messages == []


def show(page: Any, app: FramedApp, overlay: dict[str, Any], **layers: bool) -> list[int]:
    page.goto(f"{app.address}/host?frame=/frame/shop")
    unseen: list[int] = page.evaluate(SHOW, {"overlay": overlay, "layers": layers})
    return unseen


def place_of(overlay: dict[str, Any], value: str) -> dict[str, Any]:
    return next(one for one in overlay["places"] if one["value"] == value)


def middle(page: Any, id: int) -> tuple[float, float]:
    box = page.locator(f"#overlay-place-{id}").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_outlines_stand_where_the_texts_are(
    shown: Any, app: FramedApp, overlay: dict[str, Any]
) -> None:
    show(shown, app, overlay)
    title = place_of(overlay, "Copper lamp")
    own = shown.locator(f"#overlay-place-{title['id']}").bounding_box()
    text = shown.frame_locator("#frame").locator("h1").bounding_box()
    assert abs(own["y"] - text["y"]) < 9
    assert own["width"] < text["width"]
    named = shown.locator(".overlay-label text").all_text_contents()
    assert title["column"] in named
    assert shown.locator(".overlay-veil").count() == 1


def test_what_style_hides_is_unseen(shown: Any, app: FramedApp, overlay: dict[str, Any]) -> None:
    unseen = show(shown, app, overlay)
    hidden = {overlay["places"][id]["value"] for id in unseen}
    assert hidden == {one["value"] for one in overlay["places"] if "kg" in one["value"]}


def test_hover_and_click(shown: Any, app: FramedApp, overlay: dict[str, Any]) -> None:
    show(shown, app, overlay)
    title = place_of(overlay, "Copper lamp")["id"]
    shown.mouse.move(*middle(shown, title))
    shown.mouse.click(*middle(shown, title))
    assert shown.evaluate("window.events") == [["hover", title], ["select", title]]
    assert "is-selected" in shown.locator(f"#overlay-place-{title}").get_attribute("class")
    shown.evaluate("window.handle.select(null); window.handle.hover(null)")
    assert shown.locator(".is-selected, .is-hovered").count() == 0
    # Both ways: what the app says is shown, and not said back.
    shown.evaluate(f"window.handle.select({title})")
    assert shown.locator(".is-selected").count() == 1
    assert len(shown.evaluate("window.events")) == 2


def test_a_row_lights_up(shown: Any, app: FramedApp, overlay: dict[str, Any]) -> None:
    cells = [one for one in overlay["places"] if one["row"] == 1 and one["tier"] == 1]
    assert len(cells) > 1
    show(shown, app, overlay)
    assert shown.locator(".overlay-row").count() == len(overlay["rows"])
    shown.mouse.move(*middle(shown, cells[0]["id"]))
    assert shown.locator(".overlay-row.is-lit").count() == 1
    assert shown.locator(".overlay-place.is-lit").count() == len(cells)


def test_by_keyboard(shown: Any, app: FramedApp, overlay: dict[str, Any]) -> None:
    show(shown, app, overlay)
    shown.locator("#svg").focus()
    seen = []
    for key in ("ArrowDown", "j", "ArrowUp", "k", "End", "Home", "Escape"):
        shown.keyboard.press(key)
        seen.append(shown.evaluate("window.events.at(-1)[1]"))
    first, second = seen[0], seen[1]
    assert first != second
    assert seen[2:4] == [first, first]
    assert seen[5:] == [first, None]
    assert seen[4] not in (first, None)
    # Tab goes past the page: nothing in the frame takes the focus.
    shown.keyboard.press("Shift+Tab")
    assert shown.evaluate("document.activeElement.id") != "frame"


def test_layers(shown: Any, app: FramedApp, overlay: dict[str, Any]) -> None:
    overlay = overlay | {"texts": [dict(one) for one in overlay["texts"]]}
    overlay["texts"][0]["verdict"] = "unread"
    show(shown, app, overlay, unread=True, rows=False, veil=False)
    assert shown.locator(".overlay-unread").count() == 1
    assert shown.locator(".overlay-unread").get_attribute("d")
    assert shown.locator(".overlay-row, .overlay-veil").count() == 0
    shown.evaluate("window.handle.setLayers({unread: false, veil: true})")
    assert shown.locator(".overlay-unread").count() == 0
    assert shown.locator(".overlay-veil").count() == 1


def test_fold_hides_what_is_fixed(shown: Any, app: FramedApp, overlay: dict[str, Any]) -> None:
    show(shown, app, overlay, fold=True)
    frame = shown.frame_locator("#frame")
    assert not frame.locator("footer").is_visible()
    assert not frame.locator("nav").is_visible()
    assert frame.locator("h1").is_visible()
    shown.evaluate("window.handle.setLayers({fold: false})")
    assert frame.locator("footer").is_visible()


def test_nothing_moves(shown: Any, app: FramedApp, overlay: dict[str, Any]) -> None:
    app.add("moving", "<style>@keyframes a{to{margin:9px}}p{animation:a 1s infinite!important}"
            "</style><p>x")  # fmt: skip
    shown.goto(f"{app.address}/host?frame=/frame/moving")
    running = "document.getAnimations().length"
    assert shown.frames[1].evaluate(running) == 0


def test_nine_hundred_places(shown: Any, app: FramedApp) -> None:
    """Four times as many take no more than ten times as long: no work with their square."""
    times = [draw_many(shown, app, count) for count in (300, 1200)]
    assert times[1] < 10 * times[0] + 100, times


def draw_many(page: Any, app: FramedApp, count: int) -> float:
    html = "<!DOCTYPE html><body>" + "".join(f"<p>value {n}</p>" for n in range(count))
    app.add("shop-many", html)
    made: Page = app.live.pages["shop-many"]
    from support.overlays import CleanedPage

    cleaned = CleanedPage(made)
    marks = sorted(mark for mark, (node,) in cleaned._elements.items() if node.tag == "p")
    places = [
        {
            "id": at, "cell": at, "mark": mark, "node": 0, "start": 0, "end": 7, "attribute": None,
            "table": "", "row": None, "column": f"c{at % 40}", "field": "f", "tier": 1,
            "verdict": "value", "value": f"value {at}", "type": "text", "xpath": "",
        }
        for at, mark in enumerate(marks)
    ]  # fmt: skip
    page.goto(f"{app.address}/host?frame=/frame/shop-many")
    overlay = {"places": places, "rows": [], "texts": []}
    assert page.evaluate(SHOW, {"overlay": overlay, "layers": {}}) == []
    assert page.locator(".overlay-place").count() == count
    return float(
        page.evaluate(
            "() => Math.min(...[1, 2, 3, 4, 5, 6].map(() => { const start = performance.now();"
            " window.handle.redraw(); return performance.now() - start; }))"
        )
    )


def test_style_sheets_and_images_beside_the_page(
    shown: Any, app: FramedApp, tmp_path: Path
) -> None:
    folder = tmp_path / "site" / "dir"
    folder.mkdir(parents=True)
    (tmp_path / "site" / "look.css").write_text(
        "@import 'more.css'; h1 { color: rgb(1, 2, 3); background: \\75rl(http://evil.example/) }"
    )
    (tmp_path / "site" / "more.css").write_text("h1 { width: 321px }")
    pixel = bytes.fromhex(
        "47494638396101000100800000ffffff00000021f90400000000002c00000000010001000002024401003b"
    )
    (folder / "dot.gif").write_bytes(pixel)
    html = "<link rel=stylesheet href=/look.css><h1>x</h1><img src=dot.gif><img src=none.gif>"
    file = folder / "page.html"
    file.write_text(html)
    app.add("dressed", html, file=str(file))
    shown.goto(f"{app.address}/host?frame=/frame/dressed")
    look = shown.frames[1].evaluate(
        "(() => { const one = getComputedStyle(document.querySelector('h1'));"
        " return [one.color, one.width, one.backgroundImage]; })()"
    )
    assert look == ["rgb(1, 2, 3)", "321px", "none"]
    images = shown.frames[1].evaluate(
        "[...document.images].map(one => [one.naturalWidth, one.hasAttribute('src')])"
    )
    assert images == [[1, True], [0, False]]
