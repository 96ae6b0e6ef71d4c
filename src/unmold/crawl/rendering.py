"""Rendering: Scrapy's settings to let a browser run each page's scripts before it is read.

Through scrapy-playwright and a Chromium that the machine has. The body that is stored is then the
page as the browser shows it.
"""

from __future__ import annotations

import os
import shutil
from importlib.util import find_spec
from typing import Any

from unmold.errors import UsageError

BROWSER_NAMES = ("chromium", "chromium-browser", "google-chrome")
BROWSER_VARIABLE = "UNMOLD_BROWSER"
_HANDLER = "scrapy_playwright.handler.ScrapyPlaywrightDownloadHandler"


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


def rendering_settings(timeout: float) -> dict[str, Any]:
    """What Scrapy needs to render."""
    if find_spec("scrapy_playwright") is None:
        raise UsageError("rendering needs scrapy-playwright", hint='pip install "unmold[render]"')
    arguments = ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
    if os.geteuid() == 0:
        arguments.append("--no-sandbox")
    return {
        "DOWNLOAD_HANDLERS": {"http": _HANDLER, "https": _HANDLER},
        "TWISTED_REACTOR": "twisted.internet.asyncioreactor.AsyncioSelectorReactor",
        "PLAYWRIGHT_LAUNCH_OPTIONS": {"executable_path": find_browser(), "args": arguments},
        "PLAYWRIGHT_DEFAULT_NAVIGATION_TIMEOUT": timeout * 1000,
    }
