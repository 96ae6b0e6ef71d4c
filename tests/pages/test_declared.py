"""What pages say about their own address, and what is made of it."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unmold.pages.declared import declared_url
from unmold.pages.sites import folder_site, host_of

URL = "https://a.example/x"


@pytest.mark.parametrize(
    "head",
    [
        '<link rel="canonical" href="https://a.example/x">',
        "<LINK HREF=https://a.example/x REL=Canonical>",
        "<link rel='shortlink canonical' href='https://a.example/x'/>",
        '<meta property="og:url" content="https://a.example/x">',
        '<meta name="og:url" content="https://a.example/x">',
        "<meta property=og:url content=https://no.x/><link rel=canonical href=https://a.example/x>",
        '<link rel=canonical href="//a.example/x">',
        '<link rel=canonical href=" https://a.exam\nple/x ">',
        "<!-- <link rel=canonical href=https://no.x/> --><link rel=canonical href=https://a.example/x>",
        "<script>'<link rel=canonical href=https://no.x/>'</script>"
        "<link rel=canonical href=https://a.example/x>",
        '<p class="canonical"><link rel=canonical href=https://a.example/x>',
    ],
)
def test_declared(head: str) -> None:
    assert declared_url(head.encode()) == URL
    assert declared_url(("\ufeff" + head).encode("utf-16-le")) == URL
    assert declared_url(b"\xef\xbb\xbf" + head.encode()) == URL


@pytest.mark.parametrize(
    "head",
    [
        "",
        "<p>canonical og:url",
        '<link rel="canonical" href="/relative">',
        '<link rel="canonical" href="javascript:alert(1)">',
        '<link rel="canonical" href="http://[broken">',
        '<link rel="canonical">',
        '<link rel="stylesheet" href="canonical">',
        f'<link rel="canonical" href="https://a.example/{"x" * 5000}">',
        "<!-- <link rel=canonical href=https://a.example/x>",
        " " * 70_000 + "<link rel=canonical href=https://a.example/x>",
        "canonical " * 7000,
        "<link " * 12_000 + "canonical",
    ],
)
def test_not_declared(head: str) -> None:
    assert declared_url(head.encode()) is None


def test_entities_in_addresses_are_decoded() -> None:
    head = b'<link rel="canonical" href="https://a.example/?a=1&amp;b=2">'
    assert declared_url(head) == "https://a.example/?a=1&b=2"


@given(st.binary(max_size=300))
def test_no_bytes_can_break_it(data: bytes) -> None:
    declared_url(b"<link rel=canonical href=" + data)


@given(st.text(max_size=100))
def test_no_text_can_break_addresses(base: str) -> None:
    assert host_of("https://" + base) != ""


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("http://www.a.example/", "a.example"),
        ("https://A.example:8080/", "a.example"),
        ("//www.a.example/x", "a.example"),
        ("http://user@a.example/", "a.example"),
        ("http://www./", "www."),
        ("/path", None),
        ("a.html", None),
        ("http://[x", None),
        ("", None),
    ],
)
def test_host_of(url: str, host: str | None) -> None:
    assert host_of(url) == host


def test_folder_site() -> None:
    here = str(Path.cwd().resolve())
    assert folder_site("a/b/") == folder_site("./a/c/../b") == f"{here}/a/b"
    assert folder_site(".") == here
    assert folder_site("/") == "/"
