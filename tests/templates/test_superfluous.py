"""What a person would not keep: bars, counters of pages, headers, phrases, letters, quotes."""

from __future__ import annotations

from typing import Any

import pytest
from support.slot_pages import WORDS, first_tier, page, records, sentences

from unmold.templates.slots.alignment import Slot
from unmold.templates.slots.slot_columns import SlotColumn
from unmold.templates.slots.wrapped_values import without_initials

PAGES = range(12)


def _names(pages: list[str]) -> set[str]:
    return {field.name for field in first_tier(pages)[0].fields}


def _values(pages: list[str]) -> list[Any]:
    return [value for record in records(pages) for value in record.values()]


def _post(number: int, more: str) -> str:
    text = "".join(f"<p>{sentence}</p>" for sentence in sentences(number, 4))
    return page(f"<h1>On {WORDS[number]} {number}</h1><div class=text>{text}</div>{more}")


def _pager(number: int) -> str:
    here = number % 4 + 1
    links = "".join(
        f"<a class=number href=/p{n}>{n}</a>" if n != here else f"<span class=here>{n}</span>"
        for n in range(1, 5 + number % 4)
    )
    return (
        f"<div class=pages><a href=/p{here - 1}>zurück</a>{links}<span>…</span>"
        f"<a href=/p26>26</a><a href=/p{here + 1}>vor</a></div>"
    )


def test_numbers_of_pages_are_no_value() -> None:
    """Whatever the words beside them and the class around them are."""
    assert _names([_post(n, _pager(n)) for n in PAGES]) == {"title", "text"}


def test_ascending_numbers_with_words_of_their_own_stay() -> None:
    pages = [
        _post(n, f"<p class=size><b>{WORDS[n]}</b> <i>{n + 2}</i> <i>{n + 30}</i></p>")
        for n in PAGES
    ]
    assert any(str(value).startswith(WORDS[3]) for value in _values(pages)[1:])


@pytest.mark.parametrize(
    "bar",
    [
        "<nav><p>{0}</p><p>{1}</p></nav>",
        "<ul class=post-nav><li>{0}</li><li>{1}</li></ul>",
    ],
)
def test_what_stands_in_a_bar_is_no_value(bar: str) -> None:
    pages = [_post(n, bar.format(*_neighbours(n))) for n in PAGES]
    assert _names(pages) == {"title", "text"}


@pytest.mark.parametrize(
    "bar",
    [
        "<div class=post-nav><p class=nav-previous>{0}</p><p class=nav-next>{1}</p></div>",
        "<div class=navfooter><table><tr><td>{0}</td><td>{1}</td></tr></table></div>",
    ],
)
def test_neighbours_in_a_bar_are_named(bar: str) -> None:
    pages = [_post(n, bar.format(*_neighbours(n))) for n in PAGES]
    assert _names(pages) == {"title", "text", "previous", "next"}


def test_the_path_to_a_page_in_a_bar_is_named() -> None:
    bar = "<ul class=navigationbar>{2}<li>Section {0}</li><li>On {1} {0}</li></ul>"
    parts = [f"<li>Part {n}</li>" * (n % 2) for n in PAGES]
    pages = [_post(n, bar.format(n, WORDS[n], parts[n])) for n in PAGES]
    assert _names(pages) == {"title", "text", "breadcrumbs"}


def _neighbours(number: int) -> tuple[str, str]:
    return f"Town {WORDS[number - 1]} {number}", f"Place {WORDS[number - 7]} {number}"


def test_the_address_of_the_page_is_no_value() -> None:
    urls = [f"https://site.example/posts/{n}-{WORDS[n]}.html" for n in PAGES]
    pages = [_post(n, f"<p>Cite as <b>{url}</b></p>") for n, url in enumerate(urls)]
    assert not any("https:" in str(value) for record in records(pages, urls) for value in record)
    assert {field.name for field in first_tier(pages, urls=urls)[0].fields} == {"title", "text"}
    others = [_post(n, f"<p>Cite as <b>{urls[n - 1]}</b></p>") for n in PAGES]
    assert len(first_tier(others, urls=urls)[0].fields) == 3


def test_headers_of_a_table_that_differ_are_no_values() -> None:
    """A report is ordered by what the visitor asks for, and so are its headers."""
    pages = []
    for n in PAGES:
        heads = ("Owner", "Author", "Keeper")[n % 3], ("Size", "Weight", "Age")[n % 3]
        rows = "".join(
            f"<tr><td>{WORDS[(n + k) % 12]} {n}{k}</td><td>{k}{n} big</td></tr>" for k in range(4)
        )
        head = "".join(f"<th>{text}</th>" for text in heads)
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
        pages.append(page(f"<h1>Report {WORDS[n]}</h1>{table}"))
    first, _ = first_tier(pages)
    assert [field.name for field in first.fields] == ["title"]
    assert not {"owner", "author", "keeper"} & {f.name for t in first.tables for f in t.fields}


def test_letters_in_place_of_a_picture_are_no_column() -> None:
    names = ["Ann Lee", "Bob von Ray", "Cem Oz"]
    player, face, both, grade = (
        SlotColumn(
            Slot("p", (), None, []),
            {(0, row): (row,) for row in range(3)},
            "value",
            texts={(0, row): text for row, text in enumerate(texts)},
        )
        for texts in (names, ["A", "B", "C"], ["AL", "BR", "CO"], ["B", "A", "C"])
    )
    assert without_initials([face, player, both, grade]) == [player, grade]
    assert without_initials([face, grade]) == [face, grade]


def test_a_sentence_of_the_text_is_no_value() -> None:
    pages = [_post(n, f"<blockquote>{sentences(n, 4)[2]}</blockquote>") for n in PAGES]
    assert _names(pages) == {"title", "text"}
    others = [_post(n, f"<blockquote>{sentences(n + 20, 4)[2]}</blockquote>") for n in PAGES]
    assert len(_names(others)) == 3


def test_pictures_of_hints_are_no_images() -> None:
    def text(n: int, *images: str) -> str:
        parts = zip(sentences(n, 2), images, strict=True)
        inside = "".join(f"<p>{sentence}</p><img src=/{image}.gif>" for sentence, image in parts)
        return page(f"<h1>On {WORDS[n]} {n}</h1><div class=text>{inside}</div>")

    hints = [text(n, ("note", "tip")[n % 2], ("warning", "tip")[n % 3 > 0]) for n in PAGES]
    assert _names(hints) == {"title", "text"}
    own = [text(n, f"{WORDS[n]}-1", f"{WORDS[n]}-2") for n in PAGES]
    assert _names(own) == {"title", "text", "images"}


def test_the_same_count_in_other_words_is_one_column() -> None:
    counts = [
        f"<p class=rates>{3 * n + 7} reviews</p><p class=more>all {3 * n + 7} user reviews</p>"
        for n in PAGES
    ]
    assert len(_names([_post(n, counts[n]) for n in PAGES])) == 3
    others = [
        f"<p class=rates>{3 * n + 7} reviews</p><p class=more>all {n % 5 + 2} user reviews</p>"
        for n in PAGES
    ]
    assert len(_names([_post(n, others[n]) for n in PAGES])) == 4


def test_links_that_say_the_same_and_lead_elsewhere_on_each_page_are_no_value() -> None:
    """A brand leads to the same list wherever it stands."""

    def with_link(n: int, address: str) -> str:
        said = ("Write a review", "Read the reviews")[n % 3 == 0]
        return _post(n, f"<div class=hint><a href=/{address}>{said}</a></div>")

    assert _names([with_link(n, f"reviews/{n}") for n in PAGES]) == {"title", "text"}
    assert len(_names([with_link(n, f"list/{n % 3 == 0}") for n in PAGES])) == 3


def test_a_list_whose_items_another_list_has_is_left_out() -> None:
    def genres(n: int, own: str, shown: int) -> str:
        said = [WORDS[(n + k) % 12].title() for k in range(2 + n % 4)]
        links = ", ".join(f"<a href=/g/{one}>{one}</a>" for one in said[:shown])
        return f"<p class={own}>{links}</p>"

    def pages(shown: int) -> list[str]:
        return [_post(n, genres(n, "short", 2) + genres(n + shown, "genre", 9)) for n in PAGES]

    assert len([name for name in _names(pages(0)) if name not in ("title", "text")]) == 1
    assert len([name for name in _names(pages(5)) if name not in ("title", "text")]) == 2


def test_the_words_of_the_title_in_another_order_are_no_value() -> None:
    pages = [
        page(
            f"<h1>{WORDS[n].title()} {WORDS[n - 3].title()}son</h1>"
            f"<table><tr><td>Name</td><td>{WORDS[n - 3].title()}son, {WORDS[n].title()}</td></tr>"
            f"<tr><td>Town</td><td>{WORDS[n - 5].title()} {n}</td></tr></table>"
        )
        for n in PAGES
    ]
    assert len(_names(pages)) == 2


def test_numbers_of_pages_are_no_rows() -> None:
    def pager(n: int) -> str:
        shown = f"<p class=pagination>1-{n + 5} of <b>{2 * n + 9}</b></p>"
        return f"<div class=tools>{shown}</div>{{0}}<div class=tools>{shown}</div>"

    pages = [_post(n, pager(n).format(f"<p class=town>{WORDS[n]} {n}</p>")) for n in PAGES]
    first, _ = first_tier(pages)
    assert not first.tables


def test_paths_are_no_values() -> None:
    pages = [_post(n, f"<span class=back>/towns/{WORDS[n]}/{n}/</span>") for n in PAGES]
    assert _names(pages) == {"title", "text"}


def test_links_that_few_pages_have_are_no_table() -> None:
    """Comments that few pages have are one."""

    def rows(n: int, row: str) -> str:
        own = [row.format(WORDS[k], k) for k in range(2, 5)] if n % 20 == 3 else []
        return f"<ul class=extra>{''.join(own)}</ul>"

    link = "<li><a href=/to/{0}/{1}>{0} of {1}</a></li>"
    said = "<li><b>{0} {1}</b><p>A {0} was here.</p><p>{1} people saw it, and told others.</p></li>"
    for row, tables in ((link, 0), (said, 1)):
        pages = [_post(n % 12, f"<i>{n}</i>" + rows(n, row)) for n in range(40)]
        assert len(first_tier(pages)[0].tables) == tables


def test_some_things_have_no_rating_yet() -> None:
    """Numbers are kept though half of the pages lack them."""
    pages = [
        page(
            f"<h1>The {WORDS[n]} lamp</h1><p>{' '.join(sentences(n, 3))}</p>"
            + (f"<div class=x><span>{1 + n * 0.3:.1f}</span></div>" if n < 5 else "")
        )
        for n in range(12)
    ]
    said = [[*record.values()] for record in records(pages)]
    assert [f"{1 + n * 0.3:.1f}" in own for n, own in enumerate(said)] == [n < 5 for n in range(12)]


def test_a_name_with_a_number_in_it_repeats_the_title() -> None:
    pages = [
        page(f"<h1>DC{n}7</h1><p class=lead>DC{n}7</p><p>{' '.join(sentences(n, 3))}</p>")
        for n in range(12)
    ]
    for n, record in enumerate(records(pages)):
        assert [value for value in record.values() if value == f"DC{n}7"] == [f"DC{n}7"]


def test_what_has_no_number_is_no_price() -> None:
    """The maker stands in the element of the price, too."""
    pages = [
        page(
            f"<h1>The {WORDS[n]} lamp</h1><div class=price>"
            f"<a href='/{WORDS[-n]}'>{WORDS[-n]} & Co</a>"
            f"<div class=pricing>Price: <b>${n + 1}9.50</b></div></div>"
        )
        for n in range(1, 12)
    ]
    for record in records(pages):
        assert all("$" in str(record[name]) for name in record if "price" in name.split("_"))


def test_links_to_the_form_of_comments_are_no_value() -> None:
    """A number of comments is, and so is what is linked to other pages."""
    asked = "<p class=asked><a href={}>{}</a></p>"

    def names(text: str, address: str) -> set[str]:
        said = text.replace("#", "{}")
        return _names(
            [_post(n, asked.format(address, said.format(WORDS[n % 4], n + 3))) for n in PAGES]
        )

    assert names("Answer the {} post", "#respond") == {"title", "text"}
    assert len(names("Answer the {} post", "/of-all")) == 3
    assert len(names("{} comments: {}", "#respond")) == 3


def test_the_heading_of_a_form_is_no_value() -> None:
    form = "<div id=respond><h3>{}</h3><p>Your address is never shown to the {} people here.</p>"
    pages = [_post(n, form.format(f"Answer {WORDS[n % 4]}", WORDS[n])) for n in PAGES]
    assert _names(pages) == {"title", "text"}


def test_a_day_that_the_head_says_is_said_once() -> None:
    """On half of the pages it is shown, too, with words before it."""
    head = "<meta property=article:published_time content=2021-03-{:02}T10:00:00Z>"
    pages = [
        _post(n, f"<p class=meta>Posted on March {n + 10}, 2021</p>" if n % 2 else "").replace(
            "<title>", head.format(n + 10) + "<title>"
        )
        for n in PAGES
    ]
    assert _names(pages) == {"title", "date", "text"}
