"""Which network addresses a crawl may ask: host names enter, allowed addresses leave.

A public site must not be able to send the crawler into the private network that it runs in, by a
name that leads there. A crawl that begins at a private address may stay among private ones.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Sequence
from typing import Self

from scrapy.crawler import Crawler
from scrapy.resolver import CachingThreadedResolver
from twisted.internet.base import ReactorBase
from twisted.internet.defer import Deferred


class PrivateAddressError(Exception):
    """A public crawl was led to an address of a private network."""


def is_public(address: str) -> bool:
    """Whether an address can be reached by everybody.

    >>> is_public("10.1.2.3"), is_public("93.184.216.34")
    (False, True)
    """
    return ipaddress.ip_address(address.partition("%")[0]).is_global


def begins_in_public(host: str) -> bool:
    """Whether a start host lies outside of private networks; a name without address counts so."""
    try:
        found = socket.getaddrinfo(host, None)
    except OSError:
        return True
    return all(is_public(str(entry[4][0])) for entry in found)


class GuardedResolver(CachingThreadedResolver):
    """Scrapy's resolver, but for private addresses where the crawl began at a public one."""

    is_guarded = False

    @classmethod
    def from_crawler(cls, crawler: Crawler, reactor: ReactorBase) -> Self:
        resolver = super().from_crawler(crawler, reactor)
        resolver.is_guarded = crawler.settings.getbool("UNMOLD_PUBLIC_ONLY")
        return resolver

    def getHostByName(self, name: str, timeout: Sequence[int] = ()) -> Deferred[str]:  # noqa: N802
        answer = super().getHostByName(name, timeout)
        return answer.addCallback(self.check) if self.is_guarded else answer

    def check(self, address: str) -> str:
        """The address, if it may be asked."""
        if self.is_guarded and not is_public(address):
            raise PrivateAddressError(f"{address} lies in a private network")
        return address
