"""Decoding as Python sees it: text, the encoding's name, and who named it."""

from __future__ import annotations

import pytest

from unmold._core import decode

LARGE = "x" * 100_000


@pytest.mark.parametrize(
    ("data", "http_charset", "expected"),
    [
        (b"", None, ("", "windows-1252", "default")),
        (b"\xef\xbb\xbf\xc3\xa9", "latin1", ("é", "UTF-8", "bom")),
        (b"\xe9", "latin1", ("é", "windows-1252", "http")),
        (b"<meta charset=koi8-u>", None, ("<meta charset=koi8-u>", "KOI8-U", "meta")),
        ("é".encode(), "nonsense", ("é", "UTF-8", "detected")),
        (b"\xff", "utf-8", ("\ufffd", "UTF-8", "http")),
        (f"{LARGE}é".encode("utf-16"), None, (f"{LARGE}é", "UTF-16LE", "bom")),
    ],
)
def test_decode(data: bytes, http_charset: str | None, expected: tuple[str, str, str]) -> None:
    assert decode(data, http_charset) == expected
