"""What pages say, made harmless for a document: texts cut and cleaned, links that lead to the web.

Escaping is Jinja's; here is what escaping does not do.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from unmold.csv_rows import cell_text
from unmold.svg import strip_unsafe

MAX_LINK = 2000
"""Letters of an address; browsers cut longer ones."""


def show_text(value: Any, longest: int) -> str:
    """A value as a text on one line, cut, without signs that turn the direction of writing."""
    if isinstance(value, list):
        value = ", ".join(cell_text(item) for item in value[:longest])
    # Enough to fill the line after white space is folded; a cell may have megabytes.
    text = " ".join(strip_unsafe(cell_text(value)[: 8 * longest]).split())
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def safe_link(address: Any) -> str:
    """The address if it leads to the web and says so plainly; else nothing.

    >>> safe_link("https://shop.example/a b"), safe_link("javascript:alert(1)")
    ('', '')
    """
    if not isinstance(address, str) or len(address) > MAX_LINK:
        return ""
    if not address.isprintable() or " " in address or strip_unsafe(address) != address:
        return ""
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    return address if parts.scheme in ("http", "https") and parts.netloc else ""
