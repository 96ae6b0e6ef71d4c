"""Sitemaps give the addresses of pages, and hostile ones an error."""

import gzip
from pathlib import Path

import pytest

from unmold.errors import UsageError
from unmold.pages.expected import ExpectedPage, read_expected
from unmold.pages.sitemap import read_sitemap

NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def sitemap(*urls: str) -> str:
    entries = "".join(f"<url>\n<loc> {url} </loc><priority>1</priority></url>" for url in urls)
    return f'<?xml version="1.0" encoding="UTF-8"?><urlset {NAMESPACE}>{entries}</urlset>'


def write(folder: Path, text: str, name: str = "sitemap.xml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_addresses(tmp_path: Path) -> None:
    path = write(tmp_path, sitemap("https://a.example/", "https://a.example/?a=1&amp;b=2"))
    assert list(read_sitemap(path)) == ["https://a.example/", "https://a.example/?a=1&b=2"]


def test_a_compressed_sitemap(tmp_path: Path) -> None:
    path = tmp_path / "sitemap.xml.gz"
    path.write_bytes(gzip.compress(sitemap("https://a.example/").encode()))
    assert list(read_sitemap(path)) == ["https://a.example/"]


def test_an_index_leads_to_the_sitemaps_beside_it(tmp_path: Path) -> None:
    names = ["https://a.example/maps/one.xml", "https://a.example/two.xml", "/sitemap.xml"]
    entries = "".join(f"<sitemap><loc>{name}</loc></sitemap>" for name in names)
    path = write(tmp_path, f"<sitemapindex {NAMESPACE}>{entries}</sitemapindex>")
    write(tmp_path, sitemap("https://a.example/1"), "one.xml")
    write(tmp_path, sitemap("https://a.example/2"), "two.xml")
    assert list(read_sitemap(path)) == ["https://a.example/1", "https://a.example/2"]


def test_pictures_are_no_pages(tmp_path: Path) -> None:
    text = (
        f'<urlset {NAMESPACE} xmlns:image="http://i"><url><loc>https://a.example/</loc>'
        "<image:image><image:loc>https://a.example/x.png</image:loc></image:image></url></urlset>"
    )
    assert list(read_sitemap(write(tmp_path, text))) == ["https://a.example/"]


BILLION = (
    '<!DOCTYPE u [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    "<urlset><url><loc>&b;</loc></url></urlset>"
)
OUTSIDE = '<!DOCTYPE u [<!ENTITY x SYSTEM "file:///etc/passwd">]><urlset><url><loc>&x;</loc></url></urlset>'


@pytest.mark.parametrize(
    "text",
    [
        BILLION,
        OUTSIDE,
        '<!DOCTYPE html SYSTEM "http://a.example/x.dtd"><urlset/>',
        "<urlset><url><loc>https://a.example/</loc>",
        "<html><body>no sitemap</body></html>",
        "<urlset><url><loc>&undefined;</loc></url></urlset>",
        "<urlset>" + "<a>" * 100_000,
        "<sitemapindex><sitemap><loc>https://a.example/gone.xml</loc></sitemap></sitemapindex>",
        "<sitemapindex><sitemap><loc>https://a.example/..</loc></sitemap></sitemapindex>",
        "<sitemapindex><sitemap><loc>x/%2e%2e%2fetc%2fpasswd</loc></sitemap></sitemapindex>",
        "<",
    ],
)
def test_what_is_no_honest_sitemap_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(UsageError):
        list(read_sitemap(write(tmp_path, text)))


def test_a_bomb_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "sitemap.xml.gz"
    path.write_bytes(gzip.compress(b"<urlset>" + b" " * (128 << 20)))
    with pytest.raises(UsageError):
        list(read_sitemap(path))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "url,template\nhttps://a.example/,home\n/b,\n",
            [("https://a.example/", "home"), ("/b", None)],
        ),
        ("\ufeffURL\nhttps://a.example/\n", [("https://a.example/", None)]),
        ("https://a.example/\n\n  /b  \n/b\n", [("https://a.example/", None), ("/b", None)]),
        ('template,url\n"a, b",/x\nshort\n', [("/x", "a, b")]),
        (sitemap("/c"), [("/c", None)]),
        ("", []),
    ],
)
def test_expected_pages(tmp_path: Path, text: str, expected: list[tuple[str, str | None]]) -> None:
    found = list(read_expected(write(tmp_path, text, "expected.csv")))
    assert found == [ExpectedPage(*entry) for entry in expected]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        list(read_expected(tmp_path / "nowhere.csv"))
    assert caught.value.hint
