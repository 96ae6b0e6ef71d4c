"""What rows and their columns are called where classes only say how they look."""

from __future__ import annotations

import pytest
from support.slot_pages import WORDS, first_tier, page, sentences

PAGES = range(12)


def _post(number: int, more: str) -> str:
    text = "".join(f"<p>{sentence}</p>" for sentence in sentences(number, 4))
    return page(
        f"<h1>On {WORDS[number]} {number}</h1><div class=text>{text}</div>{more}",
        f"On {WORDS[number]} {number} - The Lamp Post",
    )


def _names(rows: str, before: str = "") -> dict[str, list[str]]:
    """By table what its columns are called.

    A `%` stands for a word, a `^` for one with a capital, a `#` for a number of two digits.
    """
    pages = []
    for n in PAGES:
        made = [
            rows.replace("%", WORDS[(n + 5 * k) % 12])
            .replace("^", WORDS[(n + 3 * k) % 12].title())
            .replace("#", str((n + 7 * k) % 19 + 10))
            for k in range(3 + n % 2)
        ]
        pages.append(_post(n, f"{before}<div>{''.join(made)}</div>"))
    tables = first_tier(pages)[0].tables
    return {table.name: [field.name for field in table.fields] for table in tables}


def test_short_texts_of_rows_are_descriptions() -> None:
    row = (
        "<div class=docblock><h4><a href=/to-%-#>The % lamp #</a></h4><p class=layout>{}</p></div>"
    )
    text = "^ is what % people want to have."
    assert [*_names(row.format(text)).values()] == [["title", "description", "url"]]


def test_a_row_begins_with_what_it_is() -> None:
    text = "<p class=layout>^ is what % people want to have.</p>"
    row = f"<div>{text}<h4><a href=/%-#>% #</a></h4></div>"
    assert [*_names(row).values()] == [["title", "description", "url"]]


@pytest.mark.parametrize(
    ("row", "name"),
    [
        ("<div class=medium><h4><a href=/to-%-#>The % #</a></h4><b>$#.50</b></div>", "products"),
        ("<div class=maintable><h4><a href=/to-%-#>The % lamp #</a></h4></div>", "links"),
        (
            "<div class=medium><h4><a href=/of-%-#>Lee ^</a></h4><i>2012-01-#</i>"
            "<div><p>^ was seen by all # people.</p><p>They said that % is what it is.</p>"
            "</div></div>",
            "posts",
        ),
    ],
)
def test_rows_are_called_by_what_they_say(row: str, name: str) -> None:
    assert [*_names(row)] == [name]


def test_the_name_of_the_site_names_no_rows() -> None:
    row = "<li><h4><a href=/to-%-#>The % lamp #</a></h4></li>"
    assert "offers" in _names(row, "<h3>Offers</h3>")
    assert "lamp_post" not in ",".join(_names(row, "<h3>The Lamp Post</h3>"))


def test_the_name_of_an_author_is_called_so() -> None:
    pages = [_post(n, f"<p class=author-name>Ann {WORDS[n - 3].title()}</p>") for n in PAGES]
    assert [field.name for field in first_tier(pages)[0].fields] == ["title", "text", "author"]


def test_a_count_is_no_author() -> None:
    """Half of the pages have comments, the others ask for them."""
    pages = [
        _post(n, f"<p class=author>{f'{n} comments' if n % 2 else 'Leave a comment'}</p>")
        for n in PAGES
    ]
    assert "author" not in {field.name for field in first_tier(pages)[0].fields}


def test_what_made_a_page_names_no_rows() -> None:
    row = "<div class=views-row><p>^ is what % people want to have in # towns.</p></div>"
    assert "view" not in "".join(_names(f"<div class=view-content>{row}</div>"))


def test_headings_lead_to_what_rows_with_texts_are() -> None:
    row = "<div class=box><h3><a href=/places/%-#>The % lamp #</a></h3><p>{}</p></div>"
    text = "^ is what % people want. " * 4
    assert [*_names(row.format(text))] == ["places"]


def test_rows_of_a_blog_are_posts() -> None:
    row = "<div class=box><h3><a href=/blog/%-#>The % lamp #</a></h3><img src=/%-#.png></div>"
    assert [*_names(row)] == ["posts"]
