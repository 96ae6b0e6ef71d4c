"""Noise: the values of a column enter, whether they tell nothing about the page leaves.

Session ids, tokens, cache busters, counters of milliseconds and advertisements change from page to
page as data does; their form gives them away.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

SHARE = 0.8

_TOKEN = re.compile(
    r"(?:[0-9a-f]{16,}|[0-9a-f]{8}-[0-9a-f-]{27}|1\d{12}|[A-Za-z0-9+/_-]{40,}={0,2})"
)
_ADDRESS = re.compile(
    r"jsessionid|phpsessid|[?&;](?:sid|session|token|nonce|cachebust(?:er)?|rnd|ord|utm_\w+)=|doubleclick"
    r"|googlesyndication|adserver|/ads?/|adclick|[?&]_=\d{10}",
    re.IGNORECASE,
)
_CLOCK = re.compile(
    r"(?:page )?(?:generated|rendered|served)\b.*\d|\d+(?:\.\d+)? ?(?:ms|seconds)$", re.IGNORECASE
)


def is_noise(values: Sequence[str]) -> bool:
    """Whether nearly all values look like what machines write for themselves.

    >>> is_noise(["9f86d081884c7d659a2f", "60303ae22b998861bce3"]), is_noise(["Anna", "Bert"])
    (True, False)
    """
    noisy = sum(1 for value in values if _is_noisy(value))
    return bool(values) and noisy >= SHARE * len(values)


def _is_noisy(value: str) -> bool:
    return bool(_TOKEN.fullmatch(value) or _ADDRESS.search(value) or _CLOCK.match(value))
