"""A workspace as `unmold serve` gives it, and tabs of a browser that look at it."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

WINDOWS: dict[str, dict[str, Any]] = {
    "light": {"viewport": {"width": 1280, "height": 900}, "color_scheme": "light"},
    "dark": {"viewport": {"width": 1280, "height": 900}, "color_scheme": "dark"},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "color_scheme": "light",
        "has_touch": True,
        "is_mobile": True,
    },
}


@contextmanager
def serve(workspace: Path, *options: str, python: str = "") -> Iterator[str]:
    """The address that `unmold serve` prints, with its token; by another Python if one is given."""
    environment = dict(os.environ)
    if python:
        environment.pop("PYTHONPATH", None)
    command = [python or sys.executable, "-c", "from unmold.cli import main; main()", "serve"]
    server = subprocess.Popen(
        [*command, str(workspace), "--port", "0", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    try:
        assert server.stdout is not None
        line = server.stdout.readline()
        address = next((word for word in line.split() if word.startswith("http://")), "")
        assert address, server.stderr.read() if server.stderr else line
        yield address
    finally:
        server.terminate()
        server.communicate(timeout=20)


@dataclass
class Tab:
    """One tab of a browser, and everything that it complained about."""

    page: Any
    base: str
    said: list[str] = field(default_factory=list)

    def go(self, path: str) -> Any:
        """Open a view, and wait until its modules are there."""
        self.page.goto(self.base + path)
        self.page.wait_for_selector("main[data-ready]")
        return self.page

    def api(self, path: str) -> Any:
        """What the API says."""
        answer = self.page.request.get(f"{self.base}/api/v1{path}")
        assert answer.ok, answer.text()
        return answer.json()

    @property
    def template(self) -> dict[str, Any]:
        """The template with the most pages."""
        found: dict[str, Any] = self.api("/templates")["templates"][0]
        return found

    @property
    def other_page(self) -> str:
        """A page of another template."""
        other = self.api("/templates")["templates"][1]["id"]
        return str(self.api(f"/pages?template={other}&limit=1")["pages"][0]["id"])

    @property
    def first_page(self) -> str:
        """A page of that template."""
        return str(self.api(f"/pages?template={self.template['id']}&limit=1")["pages"][0]["id"])


@contextmanager
def opened(chromium: Any, address: str, window: str = "light", **options: Any) -> Iterator[Tab]:
    """A tab in a window of its own; at the end it must have complained about nothing."""
    context = chromium.new_context(**{**WINDOWS[window], **options})
    tab = make_tab(context, address)
    yield tab
    context.close()
    assert tab.said == [], tab.said


def make_tab(context: Any, address: str) -> Tab:
    """Another tab of the same window, signed in by the printed address."""
    page = context.new_page()
    page.set_default_timeout(30_000)
    tab = Tab(page, address.partition("/?")[0])
    page.on("console", lambda message: tab.said.append(f"console {message.text}"))
    page.on("pageerror", lambda error: tab.said.append(f"error {error}"))
    page.on("requestfailed", lambda request: _note(tab, request))
    page.goto(address)
    return tab


def _note(tab: Tab, request: Any) -> None:
    # A preview that is not wanted any more is given up on purpose.
    if request.failure != "net::ERR_ABORTED":
        tab.said.append(f"request {request.url}: {request.failure}")


def wait_until(page: Any, script: str, seconds: float = 30.0) -> None:
    """Wait until a script says yes; Playwright's own way needs `eval`, which the policy forbids."""
    end = time.monotonic() + seconds
    while not page.evaluate(script):
        assert time.monotonic() < end, script
        page.wait_for_timeout(50)
