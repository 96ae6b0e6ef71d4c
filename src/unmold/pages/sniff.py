"""Decides from the first bytes of a file whether it is HTML.

Two questions are asked. `looks_like_html` is strict, for files that nobody called HTML: the opening
must be one that the MIME Sniffing Standard (section 7.1) knows. `why_not_html` is lenient, for what
is called HTML already: only known binary formats, and text without any tag, are turned down.
"""

from __future__ import annotations

import codecs
import re

SNIFF_BYTES = 1024
"""How much of an unnamed file is looked at; the standard's resource header has 1445 bytes."""

_OPENING = re.compile(
    rb"(?i)[\t\n\x0c\r ]*(?:<\?xml[^>]{0,200}\?>[\t\n\x0c\r ]*)?"
    rb"<(?:!--|(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p"
    rb"|meta|link)[\t\n\x0c\r />])"
)
_TAG = re.compile(rb"<[A-Za-z!/?]")
_OPENINGS = (b"<!", b"<h", b"<H", b"<?")
_BINARY_FORMATS = {
    b"%PDF-": "PDF",
    b"\x89PNG": "PNG",
    b"GIF8": "GIF",
    b"\xff\xd8\xff": "JPEG",
    b"RIFF": "RIFF",
    b"PK\x03\x04": "ZIP",
    b"\x1f\x8b": "gzip",
    b"BZh": "bzip2",
    b"\xfd7zXZ": "xz",
    b"\x28\xb5\x2f\xfd": "Zstandard",
    b"7z\xbc\xaf": "7z",
    b"\x7fELF": "ELF",
    b"wOFF": "WOFF",
    b"wOF2": "WOFF",
    b"OggS": "Ogg",
    b"SQLite format 3": "SQLite",
    b"PAR1": "Parquet",
}
_MAGIC = tuple(_BINARY_FORMATS)
_WIDE_BOMS = ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
WIDE_MARKS = tuple(mark for mark, _ in _WIDE_BOMS)
"""What UTF-16 begins with."""

# The standard's "binary data bytes": no text has them, whatever its encoding (UTF-16 aside).
_BINARY_BYTES = bytes({*range(0x09), 0x0B, *range(0x0E, 0x1B), *range(0x1C, 0x20)})


def narrow(data: bytes) -> bytes:
    """The bytes as ASCII would have them: BOM removed, UTF-16 with a BOM turned into UTF-8."""
    for mark, encoding in _WIDE_BOMS:
        if data.startswith(mark):
            return data[2:].decode(encoding, "replace").encode("utf-8", "replace")
    # `removeprefix` copies a page that has no such prefix.
    return data[len(codecs.BOM_UTF8) :] if data.startswith(codecs.BOM_UTF8) else data


def looks_like_html(head: bytes) -> bool:
    """Whether a file that nobody called HTML opens like HTML."""
    return _OPENING.match(narrow(head[:SNIFF_BYTES])) is not None


def why_not_html(data: bytes) -> str | None:
    """Why bytes that are called HTML are not; None if they may be."""
    if data.startswith(_OPENINGS):
        return None  # as nearly all pages are
    if data.startswith(_MAGIC):
        name = next(name for magic, name in _BINARY_FORMATS.items() if data.startswith(magic))
        return f"the content is {name}"
    if _TAG.search(data) or _TAG.search(narrow(data[:65536])) or _has_wide_tag(data):
        return None
    if len(data[:SNIFF_BYTES].translate(None, _BINARY_BYTES)) < len(data[:SNIFF_BYTES]):
        return "the content is binary"
    return "there is no tag in it"


def _has_wide_tag(data: bytes) -> bool:
    """Whether there is a tag in UTF-16 that lacks its BOM."""
    return re.search(rb"<\x00[A-Za-z!/?]\x00|\x00<\x00[A-Za-z!/?]", data) is not None
