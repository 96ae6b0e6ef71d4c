"""How values are compared with gold: unescaped twice, NFKC, white space and case folded.

Numbers are compared without zeros at their end: `1.10` is `1.1`.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterable


def folded(text: str) -> str:
    """The text in the form in which it is compared.

    >>> folded(" A  b&amp;"), folded("1.10"), folded("2.0"), folded("1.10.0")
    ('a b&', '1.1', '2', '1.10.0')
    """
    plain = unicodedata.normalize("NFKC", html.unescape(html.unescape(text)))
    bare = " ".join(plain.split()).casefold()
    return bare.rstrip("0").rstrip(".") if _DECIMAL.fullmatch(bare) else bare


_DECIMAL = re.compile(r"\d+\.\d+")


def folded_set(texts: Iterable[str]) -> frozenset[str]:
    """The distinct texts in the form in which they are compared."""
    return frozenset(folded(text) for text in texts)
