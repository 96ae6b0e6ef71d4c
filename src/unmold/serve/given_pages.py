"""Pages that somebody pasted to try: kept for some minutes, so that a frame can show them."""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fastapi import FastAPI

    from unmold.model import Page

PREFIX = "try-"
MOST_PAGES, MOST_BYTES, SECONDS = 32, 64_000_000, 600.0
"""What is kept at the most; who looks at one page has some few before it."""


class GivenPages:
    """The newest pages, each under an address that nobody can guess."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pages: OrderedDict[str, tuple[float, Page]] = OrderedDict()

    def keep(self, page: Page) -> str:
        """Keep a page; returns its id."""
        made = PREFIX + secrets.token_hex(12)
        with self._lock:
            self._pages[made] = (time.monotonic(), page)
            self._forget()
        return made

    def find(self, page: str) -> Page | None:
        """The page with an id, if it is still kept."""
        with self._lock:
            self._forget()
            found = self._pages.get(page)
            return found[1] if found else None

    def _forget(self) -> None:
        oldest = time.monotonic() - SECONDS
        size = sum(len(page.data) for _, page in self._pages.values())
        for name, (kept, page) in list(self._pages.items()):
            if kept > oldest and len(self._pages) <= MOST_PAGES and size <= MOST_BYTES:
                break
            del self._pages[name]
            size -= len(page.data)


def given_pages(app: FastAPI) -> GivenPages:
    """The pages that an app keeps."""
    if not hasattr(app.state, "given_pages"):
        app.state.given_pages = GivenPages()
    found: GivenPages = app.state.given_pages
    return found
