"""Links of small pages: where they lead, where they are, what they say."""

import pytest

from unmold.features import compute_features, page_features
from unmold.model import Link
from unmold.pages import read_pages

ADDRESS = "https://shop.example/shoes/red.html?size=42#top"


def links_of(html: str, address: str = ADDRESS) -> list[Link]:
    (page,) = read_pages([(address, html)])
    return page_features(page).links


def only_url(html: str, address: str = ADDRESS) -> str:
    (link,) = links_of(html, address)
    return link.url


def test_a_link_says_everything() -> None:
    html = "<ul><li>x<li><a href=/blue>Blue  <b>shoe</b>\n<script>no</script></a></ul><ul></ul>"
    assert links_of(html) == [
        Link(
            url="https://shop.example/blue",
            xpath="/html[1]/body[1]/ul[1]/li[2]/a[1]",
            text="Blue shoe",
            short_xpath="/html/body/ul[1]/li[2]/a",
        )
    ]


def test_links_come_in_document_order() -> None:
    html = "<table><tr><td><a href=1>1</a><a href=2>2</a></table><map><area href=3></map><a>no</a>"
    assert [(link.url.rpartition("/")[2], link.text) for link in links_of(html)] == [
        *[("1", "1"), ("2", "2"), ("3", "")],
    ]
    fostered = "<table><tr><td><a href=1>1</a><tr><a href=2>2</a></table>"
    assert [link.text for link in links_of(fostered)] == ["2", "1"]


@pytest.mark.parametrize(
    ("href", "expected"),
    [
        ("", "https://shop.example/shoes/red.html?size=42"),
        ("#end", "https://shop.example/shoes/red.html?size=42#end"),
        ("?size=43", "https://shop.example/shoes/red.html?size=43"),
        ("blue.html", "https://shop.example/shoes/blue.html"),
        ("../", "https://shop.example/"),
        ("../../../x", "https://shop.example/x"),
        ("./a/../b", "https://shop.example/shoes/b"),
        ("/a b", "https://shop.example/a%20b"),
        ("//other.example/x", "https://other.example/x"),
        ("HTTPS://Other.EXAMPLE:443/x", "https://other.example/x"),
        ("  /trimmed\n ", "https://shop.example/trimmed"),
        ("/ta\n\tbs", "https://shop.example/tabs"),
        ("mailto:me@shop.example", "mailto:me@shop.example"),
        ("javascript:void(0)", "javascript:void(0)"),
        ("http://[bad", "http://[bad"),
        ("a&amp;b=1", "https://shop.example/shoes/a&b=1"),
    ],
)
def test_addresses_are_absolute(href: str, expected: str) -> None:
    assert only_url(f'<a href="{href}">x</a>') == expected


def test_a_base_element_moves_relative_links() -> None:
    assert only_url("<base href=/other/><a href=x>") == "https://shop.example/other/x"
    assert only_url("<base href=//cdn.example/a/b><a href=x>") == "https://cdn.example/a/x"
    assert only_url("<base><base href=/a/><base href=/b/><a href=x>") == "https://shop.example/a/x"
    assert only_url("<base href=mailto:x><a href=y>") == "https://shop.example/shoes/y"


def test_a_page_without_a_url_has_paths() -> None:
    html = "<a href=../b.html#c>x</a>"
    assert only_url(html, "site/a/index.html") == "site/b.html#c"
    assert only_url(html, "/site/a/index.html") == "/site/b.html#c"
    assert only_url("<a href=https://w.example/x>", "site/a.html") == "https://w.example/x"


def test_names_that_xpath_cannot_write_are_tested() -> None:
    html = "<x:y><svg><a href=no>svg</a><foreignObject><a href=/yes>in</a></foreignObject></svg>"
    (link,) = links_of(html)
    assert link.xpath == (
        "/html[1]/body[1]/*[name()='x:y'][1]/*[name()='svg'][1]/*[name()='foreignObject'][1]/a[1]"
    )


def test_many_links_lie_in_columns() -> None:
    pages = read_pages([b"<a href=a>1</a><a href=b>2</a>", b"<p>", b"<a href=c>3</a>"])
    links = compute_features(pages, columns=["links"]).links
    assert links.offsets.tolist() == [0, 2, 2, 3]
    assert links.texts == ["1", "2", "3"]
    assert len(links) == 3
