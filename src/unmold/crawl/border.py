"""The border of a site: which URLs a crawl may ask for.

One object decides for links, redirects, sitemaps, robots.txt and everything that a browser wants to
load, so that no way around it is left open.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from unmold.pages.sites import host_of
from unmold.pages.urls import DEFAULT_PORTS, clean_url, is_in_site

_WEB_PORTS = frozenset(DEFAULT_PORTS.items())


@dataclass(frozen=True, slots=True)
class Border:
    """The site of a start URL: its host, `www.` apart, and its port."""

    start: str
    any_port: bool = False

    @property
    def site(self) -> str:
        """The host without `www.`."""
        return host_of(self.start) or ""

    def reason(self, url: str) -> str | None:
        """Why a URL lies outside; None if it is of the site.

        >>> border = Border("http://shop.example/")
        >>> border.reason("https://www.shop.example/a"), border.reason("http://shop.example:8080/")
        (None, 'other-port')
        """
        if clean_url(url) is None:
            return "no-web-link"
        if not is_in_site(url, self.site):
            return "outside"
        return None if self.any_port or self._is_same_port(url) else "other-port"

    def includes(self, url: str) -> bool:
        """Whether a URL is of the site."""
        return self.reason(url) is None

    def _is_same_port(self, url: str) -> bool:
        """Whether the port is the start's; http and https on their own ports are one site."""
        start, other = _door(self.start), _door(url)
        return other in _WEB_PORTS if start in _WEB_PORTS else other[1] == start[1]


def _door(url: str) -> tuple[str, int]:
    """Scheme and port of a URL that was found clean."""
    parts = urlsplit(url)
    return parts.scheme, parts.port or DEFAULT_PORTS.get(parts.scheme, 0)
