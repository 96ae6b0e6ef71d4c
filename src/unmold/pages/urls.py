"""Cleans URLs, and says which belong to a site.

Two URLs that differ only in a session token, a fragment, the case of their host or a default port
lead to one page, so a crawl must see one URL. Parameters keep their order, since order may matter
to a server. The list of tokens is that of the UXClust paper and of the shops and servers that write
such tokens most often.
"""

from __future__ import annotations

import re
from urllib.parse import SplitResult, urlsplit

from unmold.pages.sites import host_of

SESSION_KEYS = frozenset(
    {
        "phpsessid",
        "sessionid",
        "session_id",
        "sid",
        "jsessionid",
        "cfid",
        "cftoken",
        "zenid",
        "oscsid",
    }
)
SESSION_PREFIX = "aspsessionid"
"""IIS adds random letters to the key."""

DEFAULT_PORTS = {"http": 80, "https": 443}
MAX_URL = 2048
"""Longer URLs are what traps are made of; browsers and servers give up near here too."""

_EDGES = "".join(map(chr, range(0x21)))
"""What the URL standard cuts off at both ends: other white space is a part of the address."""
_LINE_BREAK = re.compile(r"[\t\r\n]")
_UNSAFE = re.compile(r"[\x00-\x20\x7f]")
_HOST = re.compile(r"[\w.:-]+")


def clean_url(url: str) -> str | None:
    """The URL without what makes no difference; None where it is not one of the web.

    >>> clean_url("HTTP://Shop.Example:80/a/../b;jsessionid=7?x=1&PHPSESSID=9&y=2#top")
    'http://shop.example/b?x=1&y=2'
    >>> clean_url("mailto:someone@shop.example") is None
    True
    """
    joined = _LINE_BREAK.sub("", url.strip(_EDGES))
    parts = _split(_UNSAFE.sub(lambda match: f"%{ord(match[0]):02X}", joined))
    if parts is None:
        return None
    query = _without_sessions(parts.query)
    path = _resolve_dots(_clean_parameters(parts.path)) or "/"
    cleaned = f"{parts.scheme}://{_authority(parts)}{path}{'?' * bool(query)}{query}"
    return cleaned if len(cleaned) <= MAX_URL else None


def is_in_site(url: str, site: str) -> bool:
    """Whether a URL lies on the site: the same host, `www.` and the scheme apart.

    >>> is_in_site("https://www.shop.example/a", "shop.example")
    True
    """
    return host_of(url) == site


def _split(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
        is_web = parts.scheme in DEFAULT_PORTS and parts.port != 0
    except ValueError:
        return None
    return parts if is_web and _HOST.fullmatch(parts.hostname or "") else None


def _authority(parts: SplitResult) -> str:
    """Host and port; a name and password in a URL are not carried on."""
    host = (parts.hostname or "").rstrip(".")
    shown = f"[{host}]" if ":" in host else host
    is_default = parts.port in (None, DEFAULT_PORTS[parts.scheme])
    return shown if is_default else f"{shown}:{parts.port}"


def _is_session(pair: str) -> bool:
    key = pair.partition("=")[0].lower()
    return key in SESSION_KEYS or key.startswith(SESSION_PREFIX)


def _without_sessions(query: str) -> str:
    return "&".join(pair for pair in query.split("&") if pair and not _is_session(pair))


def _clean_parameters(path: str) -> str:
    """The path without `;key=value` parameters that hold a session."""
    if ";" not in path:
        return path
    return "/".join(
        ";".join(
            part
            for number, part in enumerate(segment.split(";"))
            if not (number and _is_session(part))
        )
        for segment in path.split("/")
    )


def _resolve_dots(path: str) -> str:
    if "/." not in path:
        return path
    kept: list[str] = []
    segments = path.split("/")
    for segment in segments:
        if segment == "..":
            del kept[max(1, len(kept) - 1) :]
        elif segment != ".":
            kept.append(segment)
    is_folder = segments[-1] in (".", "..")
    return "/".join(kept) + ("/" if is_folder and kept[-1:] != [""] else "")
