"""How values are compared with gold: unescaped twice, NFKC, white space and case folded."""

from __future__ import annotations

import html
import unicodedata
from collections.abc import Iterable


def folded(text: str) -> str:
    """The text in the form in which it is compared."""
    plain = unicodedata.normalize("NFKC", html.unescape(html.unescape(text)))
    return " ".join(plain.split()).casefold()


def folded_set(texts: Iterable[str]) -> frozenset[str]:
    """The distinct texts in the form in which they are compared."""
    return frozenset(folded(text) for text in texts)
