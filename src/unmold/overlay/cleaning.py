"""Pages and style sheets without anything that runs, leads away or is fetched from elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

if TYPE_CHECKING:
    from unmold.model import Page
    from unmold.settings import Limits

Rewrite = Callable[[str, str], str | None]
"""Gives for the address of a style sheet or image, and `style` or `image`, that of a copy."""

NOWHERE = "http://page.invalid"


def frame_address(page: Page) -> str:
    """The address against which those of a page are resolved: its own, if it has one."""
    parts = urlsplit(page.address)
    if parts.scheme in ("http", "https") and parts.netloc:
        return page.address
    return f"{NOWHERE}/{quote(page.address.lstrip('/'))}"


def clean_page(page: Page, rewrite: Rewrite, limits: Limits | None = None) -> str:
    """The page as it can be shown in a frame, every element marked by its number.

    What could be read as something else after it was written is shown as its mere texts.

    >>> from unmold.model import Page
    >>> page = Page("", "", "http://a.example/", "", b"<p onclick=x>Hello<script>y</script>")
    >>> clean_page(page, lambda address, kind: None).endswith(
    ...     '<body data-unmold="3"><p data-unmold="4">Hello</p></body></html>'
    ... )
    True
    """
    from unmold import _core

    html, _ = _core.clean_page(page.data, page.charset, frame_address(page), rewrite, limits)
    return html


def clean_style(css: str, address: str, rewrite: Rewrite) -> str:
    r"""A style sheet with the addresses of copies; `address` is its own.

    >>> clean_style(r"a { color: \75rl(//evil.example/) }", "http://a.example/", lambda *_: None)
    'a { color: /**/none }'
    """
    from unmold import _core

    return _core.clean_style(css, address, rewrite)
