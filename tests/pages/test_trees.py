"""From pages to trees and links: what the source vouches for and what is cut."""

from unmold import Limits, Page, Problem, read_pages
from unmold.pages import find_links
from unmold.pages.trees import parse_page


def page_of(html: str | bytes, url: str = "https://a.example/dir/page.html") -> Page:
    (page,) = read_pages([(url, html)])
    return page


def test_text_is_not_decoded_by_what_the_page_says() -> None:
    html = "<meta charset=latin1><p>é"
    as_text, _ = parse_page(page_of(html), Limits())
    as_bytes, _ = parse_page(page_of(html.encode("latin1")), Limits())
    assert as_text.document.text == as_bytes.document.text == "é"


def test_a_cut_is_a_problem_of_the_page() -> None:
    page = page_of("<div>" * 600 + "<p a=1 b=2 c=3>")
    tree, problems = parse_page(page, Limits(max_attributes=2))
    assert sorted(problem.code for problem in problems) == ["attributes", "depth"]
    assert {problem.where for problem in problems} == {page.key}
    assert tree.max_depth <= 512
    tree, problems = parse_page(page, Limits(max_nodes=100))
    assert Problem("nodes", page.key, "only the first 100 nodes were kept") in problems
    assert len(tree) <= 100


def test_links_are_absolute_and_in_order() -> None:
    tree, _ = parse_page(
        page_of(
            "<a href='x.html'> one\n two </a><a name=n>no</a><map><area href='/y'></map>"
            "<a href=' HTTP://b.example/z '>z</a><a href='http://[bad'>bad</a><a href=''>self</a>"
        ),
        Limits(),
    )
    links = list(find_links(tree, "https://a.example/dir/page.html"))
    assert [(link.url, link.text) for link in links] == [
        ("https://a.example/dir/x.html", "one two"),
        ("https://a.example/y", ""),
        ("HTTP://b.example/z", "z"),
        ("https://a.example/dir/page.html", "self"),
    ]
    assert links[0].xpath == "/html[1]/body[1]/a[1]"


def test_links_follow_the_first_base_and_a_path_serves_as_one() -> None:
    tree, _ = parse_page(page_of("<base href='/other/'><base href=/no/><a href=x>"), Limits())
    assert [link.url for link in find_links(tree, "https://a.example/p")] == [
        "https://a.example/other/x"
    ]
    tree, _ = parse_page(page_of("<a href='../b.html'>"), Limits())
    assert [link.url for link in find_links(tree, "site/a/a.html")] == ["site/b.html"]
