"""The report in Chromium: no request, no message, no violation of axe; and its thumbnails."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from support.browser import find_browser

import unmold
from unmold import Workspace
from unmold.report import write_report

sync_api = pytest.importorskip("playwright.sync_api")
AXE = pytest.importorskip("axe_playwright_python.base").AXE_FILE_PATH

WINDOWS = {
    "light": ({"width": 1280, "height": 900}, "light"),
    "dark": ({"width": 1280, "height": 900}, "dark"),
    "phone": ({"width": 390, "height": 844}, "light"),
}


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    path = find_browser()
    if path is None:
        pytest.skip("Chromium is not installed")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, chromium_sandbox=False)
        yield browser
        browser.close()


@contextmanager
def opened(chromium: Any, file: Path, window: str, **options: Any) -> Iterator[tuple[Any, Any]]:
    """The report in a window, and everything that it asked for or complained about."""
    size, scheme = WINDOWS[window]
    context = chromium.new_context(viewport=size, color_scheme=scheme, **options)
    page = context.new_page()
    seen: list[str] = []
    page.on("request", lambda request: seen.append(f"request {request.url}"))
    page.on("console", lambda message: seen.append(f"console {message.text}"))
    page.on("pageerror", lambda error: seen.append(f"error {error}"))
    page.goto(file.as_uri())
    yield page, seen
    context.close()


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("which", ["shop_report", "hostile_report"])
def test_nothing_is_asked_for_and_nothing_runs(
    chromium: Any, which: str, window: str, request: pytest.FixtureRequest
) -> None:
    file: Path = request.getfixturevalue(which)
    with opened(chromium, file, window) as (page, seen):
        page.mouse.wheel(0, 100_000)
        page.wait_for_timeout(200)
        assert seen == [f"request {file.as_uri()}"]
        assert "pwned" not in page.title()[:5]
        wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide[0] <= wide[1]


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("which", ["shop_report", "hostile_report"])
def test_axe_finds_no_violation(
    chromium: Any, which: str, window: str, request: pytest.FixtureRequest
) -> None:
    file: Path = request.getfixturevalue(which)
    # Axe is a script, which the policy of the report forbids.
    with opened(chromium, file, window, bypass_csp=True) as (page, _):
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        page.add_style_tag(content=".template { content-visibility: visible !important; }")
        page.evaluate(Path(AXE).read_text(encoding="utf-8"))
        found = page.evaluate("axe.run(document)")["violations"]
        assert [(one["id"], one["nodes"][0]["html"][:200]) for one in found] == []


def test_it_prints_with_all_details(chromium: Any, shop_report: Path) -> None:
    with opened(chromium, shop_report, "light") as (page, _):
        assert page.pdf(format="A4").startswith(b"%PDF")
        page.emulate_media(media="print")
        hidden = page.evaluate(
            "[...document.querySelectorAll('details table')].filter("
            "one => !one.checkVisibility({contentVisibilityAuto: false})).length"
        )
        assert hidden == 0


class Canary(BaseHTTPRequestHandler):
    """Counts who comes."""

    asked: list[str] = []  # noqa: RUF012

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def canary() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.2", 0), Canary)
    Canary.asked.clear()
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.2:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def hostile_page(number: int, canary: str) -> str:
    """A page that wants to run, to leave, to ask for things, and to hide its values."""
    return (
        "<!doctype html><html><head><meta charset=utf-8>"
        f"<title>Page {number}</title><link rel=stylesheet href=look.css>"
        f"<link rel=stylesheet href={canary}/a.css><meta http-equiv=refresh content='0;{canary}/r'>"
        "<link rel=stylesheet href=/../../secret.css><link rel=prefetch href={canary}/p>"
        f"<script src={canary}/s.js></script><script>document.body.innerHTML = 'gone'</script>"
        f"<style>@import '{canary}/i.css'; body {{ background: url({canary}/b.png) }}</style>"
        "</head><body><form name=evaluate><input name=nodeType></form><img name=createRange>"
        f"<iframe src={canary}/f></iframe><img src={canary}/x.png onerror=alert(1)>"
        f"<h1>Title number {number}</h1><p class=price>Price: <b>{number}.50</b></p>"
        f"<ul><li><i>row {number}</i></li><li><i>line {number + 1}</i></li></ul></body></html>"
    )


@pytest.fixture
def wild(tmp_path: Path, canary: str) -> Workspace:
    site = tmp_path / "site"
    site.mkdir()
    for number in range(6):
        (site / f"{number}.html").write_text(hostile_page(number, canary), encoding="utf-8")
    (site / "look.css").write_text("h1 { position: absolute; left: 300px; top: 400px; margin: 0 }")
    (tmp_path / "secret.css").write_text("h1 { top: 900px !important }", encoding="utf-8")
    return unmold.run(site, tmp_path / "ws")


def test_thumbnails_show_places_and_ask_nobody(
    chromium: Any, wild: Workspace, tmp_path: Path
) -> None:
    written = write_report(wild, tmp_path / "r.html", thumbnails=True, sandbox=False)
    assert (written.thumbnails, written.notes) == (1, ())
    assert Canary.asked == []
    with opened(chromium, written.path, "light") as (page, seen):
        requests = [one for one in seen if not one.startswith("request data:")]
        assert requests == [f"request {written.path.as_uri()}"]
        assert page.evaluate("document.querySelector('.thumbnail img').naturalWidth") > 300
        boxes = page.evaluate(
            "[...document.querySelectorAll('.thumbnail svg rect[fill=none]')]"
            ".map(one => [one.x.baseVal.value, one.y.baseVal.value])"
        )
        labels = page.locator(".thumbnail svg text").all_text_contents()
    # The style sheet beside the page is used, the one above its folder is not.
    assert any(abs(x - 298) < 2 and abs(y - 398) < 4 for x, y in boxes)
    assert "title" in labels


def test_without_a_browser_there_is_a_report_and_a_note(
    small: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("UNMOLD_BROWSER", raising=False)
    written = write_report(small, tmp_path / "r.html", thumbnails=True, sandbox=False)
    assert written.thumbnails == 0
    assert written.path.stat().st_size > 10_000
    assert "there is no Chromium" in written.notes[0]


def test_a_browser_that_does_not_start_is_a_note_too(
    small: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "chromium"
    broken.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    broken.chmod(0o755)
    monkeypatch.setenv("UNMOLD_BROWSER", str(broken))
    written = write_report(small, tmp_path / "r.html", thumbnails=True, sandbox=False)
    assert written.thumbnails == 0
    assert "did not start" in written.notes[0]


def test_thumbnails_work_where_a_loop_is_running(
    chromium: Any, small: Workspace, tmp_path: Path
) -> None:
    """As in a notebook; the fixture runs a loop in this thread."""
    written = write_report(small, tmp_path / "r.html", thumbnails=True, sandbox=False)
    assert written.thumbnails == len(small.templates)
    assert json.dumps(written.notes) == "[]"
