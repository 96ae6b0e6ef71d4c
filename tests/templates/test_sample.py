"""Which pages a template is learned from."""

from random import Random

from unmold import Page
from unmold.templates.sample import draw_pages


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
