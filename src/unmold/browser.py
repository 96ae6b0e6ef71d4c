"""The browser that shows pages: a Chromium without a network of its own.

It is started with a sandbox, and with a proxy that does not exist and names that lead nowhere:
whatever it asks for on its own, be it a redirect, a prefetch, a WebSocket, a report or an update of
itself, fails. What a page needs is handed in by whoever shows it: see `crawl.rendering`, which
fetches it, and `report.thumbnails`, which has only what lies beside the page.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import socket
from contextlib import suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING

from unmold.errors import UsageError

if TYPE_CHECKING:
    from playwright.async_api import Browser, Playwright

BROWSER_NAMES = ("chromium", "chromium-browser", "google-chrome")
BROWSER_VARIABLE = "UNMOLD_BROWSER"
PATIENCE = 30.0
"""Seconds in which a browser starts or ends."""

_ARGUMENTS = (
    # No look-up of any name, and no direct connection, to this machine neither.
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--proxy-bypass-list=<-loopback>",
    "--disable-quic",
    # WebRTC sends datagrams past every proxy unless told so. The switch had another name before.
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    # What the browser does for itself; it would fail anyway.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-sync",
    "--no-pings",
)
_NO_SANDBOX = re.compile(
    "sandboxing failed|No usable sandbox|without --no-sandbox is not supported"
)
"""What Playwright says, and Chromium itself where the kernel gives it no namespaces and to root."""

_SANDBOX_HINT = (
    "run as another user; only where something else confines the browser, such as a container, "
    "give --no-sandbox (sandbox=False)"
)


def find_browser() -> str:
    """The path of a Chromium, or an error that says how to get one."""
    named = os.environ.get(BROWSER_VARIABLE)
    found = named or next(filter(None, map(shutil.which, BROWSER_NAMES)), None)
    if found is None:
        raise UsageError(
            "there is no Chromium to render pages with",
            hint=f"install one, or name it in {BROWSER_VARIABLE}",
        )
    return found


def check_browser(*, sandbox: bool) -> None:
    """Say before the work begins what is in the way of rendering."""
    if find_spec("playwright") is None:
        raise UsageError("rendering needs Playwright", hint='pip install "unmold[render]"')
    find_browser()
    if sandbox and os.geteuid() == 0:
        raise UsageError("Chromium has no sandbox when root runs it", hint=_SANDBOX_HINT)


class LonelyBrowser:
    """Starts a Chromium when it is first needed, and again after it broke."""

    def __init__(self, sandbox: bool) -> None:
        self._sandbox = sandbox
        self._lock = asyncio.Lock()
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        # Bound, but never listening: a proxy on this port refuses, and nobody else can take it.
        self._nobody = socket.socket()
        self._nobody.bind(("127.0.0.1", 0))

    async def get(self) -> Browser:
        """The running browser."""
        async with self._lock:
            if self._browser is None or not self._browser.is_connected():
                self._browser = await self._launch()
            return self._browser

    async def _launch(self) -> Browser:
        from playwright.async_api import Error, async_playwright

        if self._playwright is None:
            self._playwright = await async_playwright().start()
        try:
            return await self._playwright.chromium.launch(
                executable_path=find_browser(),
                args=[*_ARGUMENTS, f"--proxy-server=http://127.0.0.1:{self._nobody_port}"],
                chromium_sandbox=self._sandbox,
                # Ctrl-C lets the crawl finish the pages that are under way.
                handle_sigint=False,
                handle_sigterm=False,
                handle_sighup=False,
                timeout=PATIENCE * 1000,
            )
        except Error as error:
            raise explain_launch(str(error)) from None

    @property
    def _nobody_port(self) -> int:
        return int(self._nobody.getsockname()[1])

    async def abandon(self, browser: Browser) -> None:
        """End a browser that does not obey any more; the next page gets a new one."""
        from playwright.async_api import Error

        if browser is self._browser:
            self._browser = None
        with suppress(Error, TimeoutError):
            await asyncio.wait_for(browser.close(), PATIENCE)

    async def close(self) -> None:
        if self._browser is not None:
            await self.abandon(self._browser)
        if self._playwright is not None:
            await self._playwright.stop()
            self._playwright = None
        self._nobody.close()


def explain_launch(message: str) -> UsageError:
    """What to do about a browser that did not start."""
    if _NO_SANDBOX.search(message):
        return UsageError("Chromium could not start its sandbox", hint=_SANDBOX_HINT)
    return UsageError(
        f"Chromium did not start: {message.splitlines()[0] if message else 'no reason given'}",
        hint=f"`{find_browser()} --headless --dump-dom about:blank` should print a page",
    )
