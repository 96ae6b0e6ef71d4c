"""Style sheets and images of a page that are at hand: in its folder, or in the crawl's archive."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote, urlsplit

from unmold.model import Page
from unmold.overlay.cleaning import frame_address
from unmold.pages.crawled_assets import KeptAsset, find_kept
from unmold.pages.page_files import find_file, find_root

STYLE = "text/css"
IMAGES = frozenset(
    f"image/{name}" for name in ("png", "jpeg", "gif", "webp", "avif", "bmp", "svg+xml", "x-icon")
) | {"image/vnd.microsoft.icon"}
"""What a frame may be given."""

WANTED = {"style": frozenset({STYLE}), "image": IMAGES}


@dataclass(frozen=True, slots=True)
class Asset:
    """A style sheet or image."""

    url: str
    type: str
    data: bytes = field(repr=False)


class PageAssets:
    """What of a page's style sheets and images is at hand."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._address = frame_address(page)

    @cached_property
    def _root(self) -> Path | None:
        return find_root(self._page)

    def has(self, url: str, kind: str) -> bool:
        """Whether the `style` or `image` with this address is at hand."""
        found = self._find(url) or find_kept(self._page, url)
        return found is not None and _type_of(found) in WANTED[kind]

    def read(self, url: str, kind: str) -> Asset | None:
        """A style sheet or image; None if it is not at hand or of another type."""
        found = self._find(url) or find_kept(self._page, url)
        if found is None or _type_of(found) not in WANTED[kind]:
            return None
        data = found.read() if isinstance(found, KeptAsset) else _read_file(found[1])
        return None if data is None else Asset(url, _type_of(found), data)

    def _find(self, url: str) -> tuple[str, Path] | None:
        for candidate in self._candidates(url):
            found = find_file(candidate, self._address, self._root)
            if found is not None:
                return found
        return None

    def _candidates(self, url: str) -> Iterator[str]:
        """The address, and what a page without one means by it: its folder is the root."""
        yield url
        if urlsplit(self._page.url).scheme in ("http", "https"):
            return
        own = unquote(urlsplit(self._address).path).rpartition("/")[0]
        path = unquote(urlsplit(url).path)
        if own and path.startswith(f"{own}/"):
            yield url.replace(urlsplit(url).path, path[len(own) :], 1)


def _type_of(found: KeptAsset | tuple[str, Path]) -> str:
    return found.type if isinstance(found, KeptAsset) else found[0]


def _read_file(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None
