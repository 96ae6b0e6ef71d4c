"""Keeps the style sheets and images of crawled pages, so that pages can be shown as they looked.

They are requested by the same rules as pages: inside the site, through the guard, subject to
robots.txt and at the pace of the crawl. Each is stored once, in an archive for assets
(`assets/*.warc.gz`), and its URL in `crawl/assets.sqlite`. Their number and size are bounded; a
record that a killed crawl left incomplete is cut off.
"""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path

from scrapy import Request
from scrapy.http import Response

from unmold.crawl.archive import Archive, now
from unmold.crawl.border import Border
from unmold.crawl.crawl_settings import CrawlSettings
from unmold.crawl.state import Fetched
from unmold.model import Page
from unmold.overlay.assets import WANTED
from unmold.overlay.cleaning import clean_page, clean_style
from unmold.pages.crawled_assets import ASSETS, ASSETS_FOLDER
from unmold.pages.page_files import MAX_FILE

MAX_DEEP = 3
"""How deep style sheets may import each other."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS assets (
    url TEXT PRIMARY KEY, type TEXT NOT NULL, file TEXT NOT NULL, start INTEGER NOT NULL,
    bytes INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS archives (file TEXT PRIMARY KEY, length INTEGER NOT NULL) WITHOUT ROWID;
"""

Wish = tuple[str, str]
"""A URL that a page or style sheet names, and `style` or `image`."""


class AssetStore:
    """The archive of style sheets and images, and the database of their URLs."""

    def __init__(self, workspace: Path, max_bytes: int) -> None:
        path = workspace / ASSETS
        path.parent.mkdir(parents=True, exist_ok=True)
        self._base = sqlite3.connect(path)
        self._base.executescript(_SCHEMA)
        lengths = dict(self._base.execute("SELECT file, length FROM archives ORDER BY file"))
        self._archive = Archive(workspace / ASSETS_FOLDER, lengths, max_bytes)
        rows = self._base.execute("SELECT url, bytes FROM assets").fetchall()
        self.urls = {url for url, _ in rows}
        self.bytes = sum(size for _, size in rows)

    def add(self, url: str, kind: str, response: Response) -> None:
        """Store a response."""
        body = response.body
        headers = [(b"Content-Type", kind.encode())]
        place = self._archive.append(url, response.status, headers, body, now())
        with self._base:
            self._base.execute(
                "INSERT OR REPLACE INTO assets VALUES (?, ?, ?, ?, ?)",
                (url, kind, place.file, place.start, len(body)),
            )
            self._base.execute(
                "INSERT OR REPLACE INTO archives VALUES (?, ?)", (place.file, place.end)
            )
        self.urls.add(url)
        self.bytes += len(body)

    def close(self) -> None:
        self._archive.close()
        self._base.close()


class AssetFetcher:
    """Requests the style sheets and images of pages."""

    def __init__(
        self,
        settings: CrawlSettings,
        workspace: Path,
        border: Border,
        download: Callable[[Request], Awaitable[Response]],
        count: Callable[[str], None],
        explain: Callable[[BaseException], str],
    ) -> None:
        self._settings, self._border = settings, border
        self._download, self._count, self._explain = download, count, explain
        self._store = AssetStore(workspace, settings.archive_bytes)
        self._asked = set(self._store.urls)

    async def fetch_for(self, page: Fetched) -> None:
        """Fetch and store the assets of a page that are not stored yet."""
        waiting = deque((wish, 0) for wish in _wishes_of_page(page))
        while waiting:
            (url, kind), depth = waiting.popleft()
            if url in self._asked or not self._border.includes(url):
                continue
            if len(self._asked) >= self._settings.max_assets:
                return
            if self._store.bytes >= self._settings.max_asset_bytes:
                return
            self._asked.add(url)
            response = await self._ask(url)
            if response is not None:
                found = self._keep(url, kind, response)
                waiting.extend((wish, depth + 1) for wish in found if depth < MAX_DEEP)

    async def _ask(self, url: str) -> Response | None:
        meta = {"download_maxsize": MAX_FILE, "dont_retry": True}
        try:
            return await self._download(Request(url, meta=meta, dont_filter=True))
        except Exception as error:  # any failure of the network, or a rule that refuses the URL
            self._count(f"asset-{self._explain(error)}")
            return None

    def _keep(self, url: str, kind: str, response: Response) -> Iterable[Wish]:
        """Store a response of the right type; returns the URLs that a style sheet names."""
        stated = (response.headers.get("Content-Type") or b"").split(b";")[0].strip().lower()
        media_type = stated.decode("latin-1")
        if response.status != 200 or media_type not in WANTED[kind]:
            self._count("asset-other-type" if response.status == 200 else "asset-missing")
            return []
        self._store.add(url, media_type, response)
        if kind == "image":
            return []
        return _wishes_of_style(response.body.decode("utf-8", "replace"), response.url)

    def close(self) -> None:
        self._store.close()


def _wishes_of_page(page: Fetched) -> list[Wish]:
    made = Page(page.url, page.url, page.url, "", page.body, charset=page.charset)
    return _collect(lambda rewrite: clean_page(made, rewrite))


def _wishes_of_style(css: str, url: str) -> list[Wish]:
    return _collect(lambda rewrite: clean_style(css, url, rewrite))


def _collect(clean: Callable[[Callable[[str, str], None]], object]) -> list[Wish]:
    """The URLs that cleaning a page or style sheet asks for, each once."""
    found: dict[Wish, None] = {}

    def note(url: str, kind: str) -> None:
        found[url.partition("#")[0], kind] = None

    clean(note)
    return list(found)
