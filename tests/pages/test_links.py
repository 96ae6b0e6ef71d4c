"""`read_links`: the simulated crawl agrees with what a crawl would record."""

import pytest

from unmold.errors import UsageError
from unmold.pages import read_pages
from unmold.pages.links import read_links

HOME = "https://x.example/"
SITE = [
    (f"{HOME}b.html", "<a href=/c.html>c</a><a href=nowhere.html>n</a>"),
    (f"{HOME}index.html", "<p><a href=a.html#x>first</a><a href=b.html>b</a><a href=a.html>2</a>"),
    (f"{HOME}a.html", "<a href='https://www.x.example/'>home</a><div><a href=c.html>c</a></div>"),
    (f"{HOME}c.html", "<p>end"),
    (f"{HOME}island.html", "<a href=a.html>a</a>"),
]


def test_breadth_first_with_first_locations() -> None:
    table = read_links(read_pages(SITE))
    rows = [
        (table.pages[each.page][1].removeprefix(HOME), each.depth, each.source, each.xpath)
        for each in table.inbound
    ]
    assert rows == [
        ("index.html", 0, None, None),
        ("a.html", 1, 1, "/html[1]/body[1]/p[1]/a[1]"),
        ("b.html", 1, 1, "/html[1]/body[1]/p[1]/a[2]"),
        ("c.html", 2, 2, "/html[1]/body[1]/div[1]/a[1]"),
        ("island.html", 0, None, None),
    ]
    assert table.inbound[1].text == "first"


def test_every_link_of_every_page() -> None:
    targets = [each.target for each in read_links(read_pages(SITE)).occurrences()]
    assert targets == [2, 3, 2, 1, 4, 4, None, 2]


def test_another_start() -> None:
    table = read_links(read_pages(SITE), start=f"{HOME}island.html")
    assert table.inbound[0].page == 4
    with pytest.raises(UsageError, match="no page has the URL"):
        read_links(read_pages(SITE), start=f"{HOME}missing.html")


def test_pages_in_a_folder_link_by_path(tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "docs").mkdir()
    (tmp_path / "index.html").write_text("<a href=docs/>d</a>")
    (tmp_path / "docs" / "index.html").write_text("<a href=../about.html>a</a>")
    (tmp_path / "about.html").write_text("<p>about")
    table = read_links(read_pages(tmp_path))
    assert [each.depth for each in table.inbound] == [0, 1, 2]


def test_no_pages() -> None:
    assert read_links([]).inbound == []
