"""A public crawl does not enter private networks."""

import pytest

from unmold.crawl.addresses import (
    GuardedResolver,
    PrivateAddressError,
    begins_in_public,
    is_public,
)


@pytest.mark.parametrize(
    "address", ["127.0.0.1", "10.0.0.8", "192.168.1.1", "169.254.169.254", "::1", "fe80::1%eth0"]
)
def test_private_addresses(address: str) -> None:
    assert not is_public(address)
    resolver = GuardedResolver.__new__(GuardedResolver)
    resolver.is_guarded = True
    with pytest.raises(PrivateAddressError):
        resolver.check(address)
    resolver.is_guarded = False
    assert resolver.check(address) == address


def test_a_crawl_that_begins_on_loopback_may_stay_there() -> None:
    assert not begins_in_public("127.0.0.1")
    assert begins_in_public("no-such-host.invalid")
