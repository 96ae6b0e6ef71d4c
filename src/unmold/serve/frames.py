"""`/frame/PAGE`: a page made harmless, for the app's own frames and for nothing else.

Its policy is a wall of its own: whatever the cleaning let through, nothing runs, nothing is fetched
but style sheets and images at hand, and nothing is sent anywhere. The frame's `sandbox` attribute
is the third wall, and stands in the page around it.
"""

from __future__ import annotations

import base64
import re
from binascii import Error as BadEncoding
from collections.abc import Callable
from typing import Annotated, Protocol

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from unmold._core import decode
from unmold.model import Page, Problem
from unmold.overlay import Asset, PageAssets, clean_page, clean_style
from unmold.overlay.assets import STYLE
from unmold.serve.given_pages import PREFIX, given_pages
from unmold.serve.problems import ProblemError, not_found

KINDS = {"s": "style", "i": "image"}
MAX_NAME = 4_000
"""Letters of the name of a style sheet or image: an address of 2,000, encoded."""

_HOST = re.compile(r"[A-Za-z0-9.:\[\]-]+")
_CHARSET = re.compile(rb'^@charset "([A-Za-z0-9_-]{1,40})";')

router = APIRouter(include_in_schema=False)
PageId = Annotated[str, Path(max_length=64, pattern=r"^[a-z0-9-]+$")]
AssetName = Annotated[str, Path(max_length=MAX_NAME, pattern=r"^[is][A-Za-z0-9_-]+$")]


class Pages(Protocol):
    """What frames need of the served workspace."""

    def page(self, page: str) -> Page | Problem:
        """A page by its id, or why it cannot be had."""


@router.get("/frame/{page}")
def get_frame(page: PageId, request: Request) -> Response:
    """A page as a frame shows it."""
    _check_use(request, "iframe")
    found = _find_page(request, page)
    html = clean_page(found, _rewrite(page, PageAssets(found)))
    headers = {"content-security-policy": frame_policy(request, page), **_HEADERS}
    return Response(html.encode("utf-8", "replace"), 200, headers, "text/html; charset=utf-8")


@router.get("/frame/{page}/asset/{name}")
def get_asset(page: PageId, name: AssetName, request: Request) -> Response:
    """A style sheet, cleaned as the page is, or an image."""
    kind = KINDS[name[0]]
    _check_use(request, kind)
    assets = PageAssets(_find_page(request, page))
    found = assets.read(_decode(name[1:]), kind)
    if found is None:
        raise not_found("this is not at hand", _HINT)
    data = found.data
    if kind == "style":
        data = clean_style(_read_css(found), found.url, _rewrite(page, assets)).encode()
    return Response(data, 200, {**_ASSET_POLICY, **_HEADERS}, _media_type(found))


_HINT = "open the page in the app: /pages/PAGE"
_HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
_ASSET_POLICY = {
    "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
}
"""For an image of SVG that is opened as a document."""


def frame_policy(request: Request, page: str) -> str:
    """What a framed page may do: look as its style sheets and images at hand say."""
    host = request.url.netloc
    own = f"{request.url.scheme}://{host}" if _HOST.fullmatch(host) else ""
    assets = f"{own}/frame/{page}/asset/" if own else "'self'"
    return "; ".join(
        [
            "sandbox allow-same-origin",
            "default-src 'none'",
            f"style-src 'unsafe-inline' {assets}",
            f"img-src data: {assets}",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'self'",
        ]
    )


def _check_use(request: Request, use: str) -> None:
    """Refuse whoever would open it outside a frame: a tab has no sandbox around it."""
    if request.headers.get("sec-fetch-dest") != use:
        raise ProblemError(403, "this is shown inside the app's pages alone", _HINT)
    if request.headers.get("sec-fetch-site", "same-origin") != "same-origin":
        raise ProblemError(403, "another site asked for this", _HINT)


def _find_page(request: Request, page: str) -> Page:
    if page.startswith(PREFIX):
        given = given_pages(request.app).find(page)
        if given is None:
            raise not_found("this page is not kept any more", "give it once more")
        return given
    pages: Pages = request.app.state.live
    found = pages.page(page)
    if isinstance(found, Problem):
        raise not_found("the page is not what it was, or is gone", "its overlay says why")
    return found


def _rewrite(page: str, assets: PageAssets) -> Callable[[str, str], str | None]:
    """Gives addresses below the frame's own to what is at hand."""

    def rewrite(url: str, kind: str) -> str | None:
        name = kind[0] + base64.urlsafe_b64encode(url.encode()).decode().rstrip("=")
        if len(name) > MAX_NAME or not assets.has(url, kind):
            return None
        return f"/frame/{page}/asset/{name}"

    return rewrite


def _decode(name: str) -> str:
    try:
        return base64.b64decode(name + "=" * (-len(name) % 4), b"-_", validate=True).decode()
    except (BadEncoding, UnicodeDecodeError):
        raise not_found("this is not at hand", _HINT) from None


def _read_css(found: Asset) -> str:
    """The text of a style sheet; it may name its encoding in its first line."""
    stated = _CHARSET.match(found.data)
    text, _, _ = decode(found.data, stated[1].decode() if stated else "utf-8")
    return text


def _media_type(found: Asset) -> str:
    return "text/css; charset=utf-8" if found.type == STYLE else found.type
