"""Which pages a template is learned from."""

from random import Random

from unmold import Page
from unmold.settings import Limits
from unmold.templates.sample import SamplePage, draw_pages, find_leaves, leave_out_same_leaves


def page(number: int, content: int) -> Page:
    return Page(f"#{number}", f"#{number}", f"u{number:03}", "site", f"<p>{content}".encode())


def test_the_same_pages_are_drawn_in_any_order() -> None:
    pages = [page(number, number) for number in range(200)]
    expected = draw_pages(pages, 20)
    assert len(expected) == 20
    for seed in range(5):
        Random(seed).shuffle(pages)
        assert draw_pages(iter(pages), 20) == expected
    assert max(int(one.url[1:]) for one in expected) > 100, "not the first ones"


def test_of_copies_one_is_drawn() -> None:
    pages = [page(number, min(number, 11)) for number in range(300)]
    drawn = draw_pages(pages, 40)
    assert sorted(one.url for one in drawn) == [f"u{number:03}" for number in range(12)]
    assert draw_pages(reversed(pages), 40) == drawn


def test_no_more_than_wanted_is_drawn() -> None:
    pages = [page(number, number) for number in range(5)]
    assert len(draw_pages(pages, 9)) == 5
    assert draw_pages([], 9) == []


def test_pages_that_begin_alike_are_compared_to_their_end() -> None:
    list_of_all = "".join(f"<p>Entry {n}</p>" for n in range(300))
    endings = ("first", "second", "first", "third")
    markup = [f"<h1>All</h1>{list_of_all}<p>The {end}</p>".encode() for end in endings]
    pages = [Page(str(n), f"{n}.html", "", "", data) for n, data in enumerate(markup)]
    leaves = find_leaves(pages, Limits())
    sample = [SamplePage(own.path, found) for own, found in zip(pages, leaves, strict=True)]
    assert [one.url for one in leave_out_same_leaves(sample)] == ["0.html", "1.html", "3.html"]
