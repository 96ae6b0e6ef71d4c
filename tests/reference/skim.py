"""Scans of a page's beginning, as plainly as regular expressions allow.

The twin of `rust/src/skim.rs`.
"""

import re

CANDIDATES = 8
TAG_BYTES = 8192

_TITLE = re.compile(rb"<title[^>]{0,200}>([^<]{1,300})</", re.IGNORECASE)
_HEADING = re.compile(rb"<h1[^>]{0,1000}>(.{1,400}?)</h1", re.IGNORECASE | re.DOTALL)

Places = list[tuple[int, int]]


def find_declarations(head: bytes) -> tuple[Places, Places]:
    """Where tags lie that may declare the address of a page."""
    return _find(head, b"canonical", b"<link"), _find(head, b"og:url", b"<meta")


def _find(head: bytes, word: bytes, tag: bytes) -> Places:
    lowered, found, position = head.lower(), [], -1
    for _ in range(CANDIDATES):
        position = lowered.find(word, position + 1)
        if position < 0:
            break
        start = lowered.rfind(b"<", max(0, position - TAG_BYTES), position)
        if start >= 0 and lowered.startswith(tag, start) and not _is_hidden(lowered[:start]):
            end = head.find(b">", position, position + TAG_BYTES)
            most = min(position + TAG_BYTES, len(head))
            found.append((start, end if end >= 0 else most))
    return found


def _is_hidden(before: bytes) -> bool:
    in_comment = before.rfind(b"<!--") > before.rfind(b"-->")
    return in_comment or before.rfind(b"<script") > before.rfind(b"</script")


def find_headings(head: bytes) -> tuple[bytes | None, bytes | None]:
    """What is inside of the first heading, and the first title."""
    heading = _first(_HEADING, head, (b"<h1", b"<H1"))
    return heading, _first(_TITLE, head, (b"<title", b"<TITLE"))


def _first(pattern: re.Pattern[bytes], head: bytes, opening: tuple[bytes, bytes]) -> bytes | None:
    start = next((at for at in map(head.find, opening) if at >= 0), -1)
    match = pattern.match(head, start) if start >= 0 else None
    return match[1] if match else None
