"""From pages to trees and links: what the source vouches for and what is cut."""

from unmold import Limits, Page, Problem, read_pages
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


def test_formatting_left_open_is_repeated_only_in_proportion_to_the_page() -> None:
    tags = "".join(f"<font size={number}>" for number in range(500))
    page = page_of(f"<p>{tags}" + "<p>x" * 50_000)
    tree, problems = parse_page(page, Limits())
    assert [problem.code for problem in problems] == ["growth"]
    assert "2 times the page's length" in problems[0].message
    assert len(tree) < len(page.data)
    assert tree.document.text == "x" * 50_000
    more, _ = parse_page(page, Limits(max_growth=6))
    assert len(more) > len(tree)
