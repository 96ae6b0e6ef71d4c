"""By what a page is recognised in two crawls of a site."""

from __future__ import annotations

from collections.abc import Iterable
from zlib import crc32

from unmold.pages.address_shapes import normalise_address
from unmold.store.tables import safe_text


class Addresses:
    """The addresses of pages of some sites.

    Where URLs name no host, as those of a manifest that gives paths, two sites may have pages of
    the same URL: `/index.html`. Then the site stands for the host.

    >>> Addresses(["a", "b"]).find("/index.html", "a"), Addresses(["a"]).find("/x.html", "a")
    ('a/', '/x.html')
    """

    def __init__(self, sites: Iterable[str]) -> None:
        self._are_many = len(set(sites)) > 1

    def find(self, url: str, site: str) -> str:
        """An address that is the same for one page in two crawls."""
        return "/".join(normalise_address(self.complete(url, site)))

    def complete(self, url: str, site: str) -> str:
        """The URL as a workspace stores it, with the site for a host if it has none."""
        url = safe_text(url)
        host, _ = normalise_address(url)
        if host or not self._are_many:
            return url
        return f"//{safe_text(site)}/{url.lstrip('/')}"


def draw_number(address: str) -> int:
    """The number by which an address is drawn or not: two crawls draw the same pages."""
    return crc32(address.encode("utf-8", "surrogatepass"))
