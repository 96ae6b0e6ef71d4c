"""What chance can do: counts of filled pages before and now enter, whether they differ leaves."""

from __future__ import annotations

from functools import lru_cache
from math import comb

LEFT_OVER = 0.1
"""A field that is filled on a tenth of the pages that should fill it is gone all the same."""

STRAY = 1
"""So many pages of another template may be among those of any."""


def has_vanished(before: int, of: int, now: int, of_now: int, doubt: float) -> bool:
    """Whether a field that was filled on `before` pages is gone, and not by chance.

    >>> has_vanished(40, 40, 0, 40, 1e-3), has_vanished(4, 40, 0, 40, 1e-3)
    (True, False)
    """
    if not before or not of_now:
        return False
    # Laplace's rule: what was seen always may still be missing now and then.
    usual = (before + 1) / (of + 2)
    if now > max(STRAY, LEFT_OVER * before / of * of_now):
        return False
    return _at_most(now, of_now, usual) < doubt


def has_changed(before: int, of: int, now: int, of_now: int, doubt: float) -> bool:
    """Whether two shares differ more than two samples of the same pages would (Fisher's test).

    >>> has_changed(20, 40, 22, 40, 1e-3), has_changed(5, 40, 38, 40, 1e-3)
    (False, True)
    """
    filled, everything = before + now, of + of_now
    least, most = max(0, filled - of_now), min(filled, of)
    ways = [comb(of, k) * comb(of_now, filled - k) for k in range(least, most + 1)]
    seen = ways[before - least]
    return sum(way for way in ways if way <= seen) / comb(everything, filled) < doubt


@lru_cache(maxsize=4096)
def _at_most(now: int, of: int, usual: float) -> float:
    """The probability of so few filled pages, by the binomial distribution."""
    return sum(comb(of, k) * usual**k * (1 - usual) ** (of - k) for k in range(now + 1))
