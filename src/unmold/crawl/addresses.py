"""Which network addresses a crawl may connect to.

A site must not be able to send the crawler into the private network that it runs in, by a name that
leads there. So only public addresses are asked, unless the user typed a private address or
`localhost`, or allowed them all. The resolver hands a connection only addresses that were checked,
and the connection goes to one of these: there is no second look-up in between.
"""

from __future__ import annotations

import socket
from collections.abc import Sequence
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any, Self
from urllib.parse import urlsplit
from urllib.request import getproxies

from scrapy.crawler import Crawler
from scrapy.resolver import CachingHostnameResolver
from twisted.internet.base import ReactorBase
from twisted.internet.interfaces import IAddress, IHostResolution, IResolutionReceiver
from zope.interface import implementer  # type: ignore[import-untyped]

RULE = "UNMOLD_ADDRESS_RULE"
"""The name of our setting that holds an `AddressRule`."""

# The registries of special-purpose addresses of IANA (RFC 6890 and its updates), without what is
# listed there as globally reachable. Not `is_global` of the standard library: its answers for
# 192.0.0.0/24, multicast and embedded addresses differ between patch releases of Python.
_SPECIAL_4 = [
    ip_network(text)
    for text in (
        "0.0.0.0/8",  # this network, and the unspecified address
        "10.0.0.0/8",
        "100.64.0.0/10",  # shared by carriers (CGNAT)
        "127.0.0.0/8",
        "169.254.0.0/16",  # link-local, and the metadata service of clouds
        "172.16.0.0/12",
        "192.0.0.0/24",  # protocol assignments
        "192.0.2.0/24",  # documentation
        "192.88.99.0/24",  # relays of 6to4
        "192.168.0.0/16",
        "198.18.0.0/15",  # benchmarks of devices
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, and broadcast
    )
]
_UNICAST_6 = IPv6Network("2000::/3")
"""All that is handed out as global unicast. Loopback, link-local, unique local, multicast, the
unspecified address and IPv4-compatible ones (`::/96`) lie outside."""

_SPECIAL_6 = [
    IPv6Network(text)
    for text in (
        "2001::/23",  # protocol assignments, Teredo among them, which embeds an IPv4 address
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4, which embeds an IPv4 address
        "3fff::/20",  # documentation
    )
]
_EMBEDDING = [IPv6Network("::ffff:0:0/96"), IPv6Network("64:ff9b::/96")]
"""IPv4-mapped, and NAT64 (RFC 6052): the last 32 bits are the address that is reached. The NAT64
prefix for local use (`64:ff9b:1::/48`) is not here: it may lead anywhere in a private network."""


def is_public(address: str) -> bool:
    """Whether an address can be reached by everybody.

    >>> is_public("10.1.2.3"), is_public("93.184.216.34"), is_public("::ffff:10.1.2.3")
    (False, True, False)
    """
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address) and any(found in network for network in _EMBEDDING):
        found = IPv4Address(int(found) & 0xFFFF_FFFF)
    if isinstance(found, IPv4Address):
        return not any(found in network for network in _SPECIAL_4)
    return found in _UNICAST_6 and not any(found in network for network in _SPECIAL_6)


def typed_address(host: str) -> IPv4Address | IPv6Address | None:
    """The address that a host of a URL is, if it is one rather than a name.

    >>> typed_address("127.1"), typed_address("shop.example")
    (IPv4Address('127.0.0.1'), None)
    """
    try:
        return ip_address(host.partition("%")[0])
    except ValueError:
        pass
    try:
        # Browsers and resolvers also take `127.1`, `0x7f.1` and `2130706433` for addresses.
        return ip_address(socket.inet_aton(host))
    except OSError:
        return None


@dataclass(frozen=True, slots=True)
class AddressRule:
    """Which addresses a crawl may connect to, given the host that the user typed."""

    host: str
    allow_private: bool = False
    proxies: frozenset[str] = field(default_factory=frozenset)
    """Hosts of proxies that the user asked to go through: no page chose them."""

    def allows(self, address: str) -> bool:
        """Whether this address may be asked.

        >>> AddressRule("localhost").allows("127.0.0.1"), AddressRule("a.example").allows("::1")
        (True, False)
        """
        found = ip_address(address.partition("%")[0])
        if self.allow_private and not found.is_multicast:
            return True
        is_local = self.host == "localhost" and found.is_loopback
        return is_local or found == typed_address(self.host) or is_public(address)


def proxy_hosts() -> frozenset[str]:
    """The hosts of the proxies that the environment names."""
    hosts = (urlsplit(url if "//" in url else f"//{url}").hostname for url in getproxies().values())
    return frozenset(host for host in hosts if host)


@implementer(IResolutionReceiver)
class _CheckedReceiver:
    """Hands on the addresses of a name that may be asked, and notes names that have others only."""

    # Without zope's plugin mypy cannot see that a class keeps one of its interfaces: hence Any.
    def __init__(self, receiver: Any, resolver: GuardedResolver, name: str) -> None:
        self._receiver = receiver
        self._resolver = resolver
        self._name = name
        self._was_refused = self._is_allowed = False

    def resolutionBegan(self, resolution: IHostResolution) -> None:  # noqa: N802
        self._receiver.resolutionBegan(resolution)

    def addressResolved(self, address: Any) -> None:  # noqa: N802
        if self._resolver.rule.allows(address.host):
            self._is_allowed = True
            self._receiver.addressResolved(address)
        else:
            self._was_refused = True

    def resolutionComplete(self) -> None:  # noqa: N802
        if self._was_refused and not self._is_allowed:
            self._resolver.refused.add(self._name)
        self._receiver.resolutionComplete()


class GuardedResolver(CachingHostnameResolver):
    """Scrapy's resolver, which gives no address that the crawl may not ask.

    Every connection of the crawl asks here, also for hosts that are addresses already. An answer is
    kept for the whole crawl.
    """

    rule: AddressRule
    refused: set[str]
    """Names all of whose addresses were refused."""

    @classmethod
    def from_crawler(cls, crawler: Crawler, reactor: ReactorBase) -> Self:
        resolver = super().from_crawler(crawler, reactor)
        resolver.rule = crawler.settings[RULE]
        resolver.refused = set()
        return resolver

    def resolveHostName(  # noqa: N802
        self,
        resolutionReceiver: Any,  # noqa: N803
        hostName: str,  # noqa: N803
        portNumber: int = 0,  # noqa: N803
        addressTypes: Sequence[type[IAddress]] | None = None,  # noqa: N803
        transportSemantics: str = "TCP",  # noqa: N803
    ) -> IHostResolution:
        receiver: Any = resolutionReceiver
        if hostName not in self.rule.proxies:
            receiver = _CheckedReceiver(resolutionReceiver, self, hostName)
        return super().resolveHostName(
            receiver, hostName, portNumber, addressTypes, transportSemantics
        )


def was_refused(host: str) -> bool:
    """Whether the running crawl's resolver found only addresses of a host that it may not ask."""
    from twisted.internet import reactor

    return host in getattr(reactor.nameResolver, "refused", ())
