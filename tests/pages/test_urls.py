"""Clean URLs: one page, one URL."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as some

from unmold.pages.urls import clean_url, is_in_site


@pytest.mark.parametrize(
    ("given_url", "cleaned"),
    [
        ("http://a.example", "http://a.example/"),
        ("HTTPS://A.Example:443/X", "https://a.example/X"),
        ("http://a.example:8080/", "http://a.example:8080/"),
        ("http://a.example/x#part", "http://a.example/x"),
        ("http://a.example/x?", "http://a.example/x"),
        ("http://a.example/x?b=2&a=1", "http://a.example/x?b=2&a=1"),
        ("http://a.example/x?PHPSESSID=abc", "http://a.example/x"),
        ("http://a.example/x?a=1&sid=abc&b=2", "http://a.example/x?a=1&b=2"),
        ("http://a.example/x?ASPSESSIONIDQQ=abc&c=3", "http://a.example/x?c=3"),
        ("http://a.example/x;jsessionid=12.node?c=3", "http://a.example/x?c=3"),
        ("http://a.example/x;v=2/y;cfid=1;w=3", "http://a.example/x;v=2/y;w=3"),
        ("http://a.example/a/./b/../c/", "http://a.example/a/c/"),
        ("http://a.example/../..", "http://a.example/"),
        ("http://a.example/a/..", "http://a.example/"),
        ("http://user:secret@a.example/", "http://a.example/"),
        (" http://a.example/a\nb c ", "http://a.example/ab%20c"),
        ("http://[::1]:8000/x", "http://[::1]:8000/x"),
        ("ftp://a.example/", None),
        ("javascript:void(0)", None),
        ("/only/a/path", None),
        ("http:///nohost", None),
        ("http://a.example:99999/", None),
        ("http://a b.example/", None),
        ("http://a.example/" + "x" * 3000, None),
    ],
)
def test_clean_url(given_url: str, cleaned: str | None) -> None:
    assert clean_url(given_url) == cleaned


@given(some.text(max_size=60))
@example("\xa0#")
def test_cleaning_twice_changes_nothing(text: str) -> None:
    once = clean_url(f"http://a.example/{text}")
    assert once is None or clean_url(once) == once


def test_site_borders() -> None:
    assert is_in_site("http://www.a.example/", "a.example")
    assert is_in_site("https://a.example:8443/", "a.example")
    assert not is_in_site("http://sub.a.example/", "a.example")
