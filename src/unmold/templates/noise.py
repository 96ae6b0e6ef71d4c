"""Says whether the values of a column are noise: they tell nothing about the page.

Session ids, tokens, cache busters, clocks, counters and advertisements change from page to page as
data does. Their form gives them away, or their behaviour: what is in an element called `ad` and
shows one of a few variants, or comes and goes, rotates.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

SHARE = 0.8
"""The share of values that look like tokens, if a column is noise. A guess."""

_TOKEN = re.compile(
    r"(?:[0-9a-f]{16,}|[0-9a-f]{8}-[0-9a-f-]{27}|1\d{12}|[A-Za-z0-9+/_-]{40,}={0,2})"
)
_ADDRESS = re.compile(
    r"jsessionid|phpsessid|[?&;](?:sid|session|token|nonce|cachebust(?:er)?|rnd|ord|utm_\w+)=|doubleclick"
    r"|googlesyndication|adserver|/ads?/|adclick|[?&]_=\d{10}",
    re.IGNORECASE,
)
_ADDRESS_PARTS = ("=", "sessi", "doubleclick", "syndication", "/ad", "ads", "adclick")
"""Of which every such address has one, in lower case: found far sooner than that none fits."""
_CLOCK = re.compile(
    r"(?:page |last )?(?:generated|rendered|served|refreshed)\b.*\d|\d+(?:\.\d+)? ?(?:ms|seconds)$"
    r"|\d{1,2}:\d\d:\d\d(?: ?[ap]m)?(?: ?\(.{1,20}\))?$|.{0,30}\d\d:\d\d:\d\d$"
    r"|[\d.,]+ (?:views?|visits?|visitors?|hits)\b(?: .{0,20})?$"
    r"|\d+ queries\b.{0,30}\d ?s(?:ec(?:onds?)?)?\.?$",
    re.IGNORECASE,
)
_AD_WORD = re.compile(
    r"(?:^|[\s_-])(?:ads?|advert\w*|adsense|adslot|banner-?ad|promo\w*|sponsor\w*)(?:$|[\s_-])",
    re.IGNORECASE,
)
TECHNICAL = frozenset(
    """content-type content-language viewport generator robots googlebot theme-color referrer
    format-detection x-ua-compatible csrf-param csrf-token twitter:card og:type og:locale
    og:image:width og:image:height og:image:type fb:app_id google-site-verification""".split()  # noqa: SIM905
)
"""Meta elements that are written for programs."""

MAX_VARIANTS = 12
"""A marker has few values. A guess."""
ENOUGH_PAGES = 6
"""On fewer pages, few different values are chance. A guess."""


def is_noise(values: Sequence[str]) -> bool:
    """Whether nearly all values look like what machines write for themselves.

    >>> is_noise(["9f86d081884c7d659a2f", "60303ae22b998861bce3"]), is_noise(["Anna", "Bert"])
    (True, False)
    """
    left = len(values)
    for value in values:
        if not _is_noisy(value):
            left -= 1
            if left < SHARE * len(values):
                return False
    return bool(values)


@lru_cache(maxsize=4_096)
def _is_noisy(value: str) -> bool:
    if _TOKEN.fullmatch(value) or _CLOCK.match(value):
        return True
    if value.isascii() and not any(map(value.lower().__contains__, _ADDRESS_PARTS)):
        return False
    return bool(_ADDRESS.search(value))


def is_rotating(values: Sequence[tuple[str, ...]], around: Sequence[str]) -> bool:
    """Whether a column is in an element of advertisements and shows one of a few variants.

    `around` holds tag, itemprop, class and id of the elements around it, joined by tabs.
    """
    filled = [cell for cell in values if cell]
    is_marked = any(is_called_ad(part) for element in around for part in element.split("\t")[2:])
    few = len({*filled}) <= MAX_VARIANTS or len({*filled}) < 0.5 * len(filled)
    return is_marked and len(values) >= ENOUGH_PAGES and (few or len(filled) < len(values))


def is_called_ad(words: str) -> bool:
    """Whether classes or ids call an element an advertisement."""
    return bool(_AD_WORD.search(words))
