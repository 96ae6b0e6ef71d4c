"""Titles of lists whose pages share them, and words before values that name them or not."""

from __future__ import annotations

import re

import pytest
from support.slot_pages import WORDS, first_tier, page, records

PAGES = range(12)


def _list(number: int) -> str:
    return "".join(
        f"<li><h3><a href=/{number}{k}>{WORDS[k]} {number}{k}</a></h3></li>" for k in range(4)
    )


def test_pages_of_a_long_list_have_the_title_of_their_head() -> None:
    """Ten pages of one list have the same title, so that it looks like a text of the template."""
    pages = [
        page(f"<ul class=posts>{_list(n)}</ul>", f"{'Ann' if n < 10 else 'Bob'}'s notes | Journal")
        for n in PAGES
    ]
    titles = [record["title"] for record in records(pages)]
    assert titles == ["Ann's notes"] * 10 + ["Bob's notes"] * 2


def test_the_first_page_of_a_site_is_called_as_the_site() -> None:
    """`Journal` does not keep the others from losing it."""
    pages = [
        page(f"<ul class=posts>{_list(n)}</ul>", f"{WORDS[n]} « Journal" if n % 2 else "Journal")
        for n in PAGES
    ]
    titles = [record["title"] for record in records(pages)]
    assert titles == [WORDS[n] if n % 2 else "Journal" for n in PAGES]


def test_few_pages_with_one_head_are_called_by_their_first_text() -> None:
    pages = [
        page(f"<div><h3>Talk on {WORDS[n]}</h3><p>Given on day {n}</p></div>", "Conference")
        for n in range(8)
    ]
    assert [record["title"] for record in records(pages)] == [
        f"Talk on {WORDS[n]}" for n in range(8)
    ]


def _with_value(*texts: str) -> list[str]:
    return [
        page(f"<h1>Page of {WORDS[n]}</h1><div class=place>{texts[n % len(texts)]}</div>")
        for n in PAGES
    ]


def _said(*texts: str) -> tuple[str, list[str]]:
    pages = _with_value(*texts)
    (_, field) = first_tier(pages)[0].fields
    return field.name, [str(record[field.name]) for record in records(pages)][: len(texts)]


def test_a_first_name_that_all_share_is_no_label() -> None:
    names = [f"Ann {word.title()}" for word in WORDS]
    assert _said(*names) == ("place", names)


def test_words_before_numbers_dates_and_identifiers_are_labels() -> None:
    numbers = range(3, 15)
    assert _said(*(f"Bug {n}" for n in numbers)) == ("bug", [str(n) for n in numbers])
    name, values = _said(*(f"Reviewed May {n}, 2010" for n in numbers))
    assert (name, values[0]) == ("reviewed", "May 3, 2010")
    assert _said(*(f"Module java.{word}" for word in WORDS))[1] == [f"java.{w}" for w in WORDS]
    made = [f"Made in {word.title()} {n}" for n, word in enumerate(WORDS)]
    assert _said(*made)[1] == [f"{word.title()} {n}" for n, word in enumerate(WORDS)]


def test_columns_are_named_by_what_their_values_count_or_show() -> None:
    assert _said(*(f"{n} min read" for n in range(2, 14)))[0] == "reading_time"
    counts = [f"{n} reviews" for n in range(2, 14)]
    assert _said(*counts)[0] == "review_count"
    assert _said(*(f"{n} years" for n in range(2, 14)))[0] == "place"


def test_a_header_that_differs_by_page_names_no_column() -> None:
    """Each page compares two players; their names head its columns."""
    pages = []
    for n in PAGES:
        rows = "".join(
            f"<tr><td>{WORDS[(n * k) % 12]} {k}</td><td>{n}{k}</td><td>{k}{n}</td></tr>"
            for k in range(4)
        )
        head = f"<tr><th>Figure</th><th>Player {WORDS[n]}</th><th>Player {WORDS[n - 1]}</th></tr>"
        pages.append(page(f"<h1>Page of {WORDS[n]}</h1><table>{head}{rows}</table>"))
    (table,) = first_tier(pages)[0].tables
    names = {field.name for field in table.fields}
    assert "figure" in names
    assert not any("player" in name for name in names)


def test_of_two_columns_with_the_same_number_the_barer_stays() -> None:
    pages = [
        page(
            f"<p class=site>Tracker - Bug {n + 3}</p><h1>{WORDS[n]} is broken</h1>"
            f"<p class=no>Bug {n + 3}</p>"
            f"<p class=changed>Last modified: 2012-01-{n + 10} 01:17:33</p>"
            f"<table><tr><th>Modified:</th><td>2012-01-{n + 10} 01:17 (<a href=/h>History</a>)</td>"
            "</tr></table>",
            f"{WORDS[n]} is broken",
        )
        for n in PAGES
    ]
    fields = first_tier(pages)[0].fields
    assert [field.name for field in fields] == ["title", "bug", "date_modified"]


@pytest.mark.parametrize("every", [1, 3])
@pytest.mark.parametrize("markup", ["The {} <i>and what {} saw</i>", "The {}<br>and what {} saw"])
def test_a_heading_is_one_value_whatever_is_marked_or_broken_in_it(markup: str, every: int) -> None:
    """All titles have italics or a break in them, or every third one."""

    def heading(n: int) -> str:
        form = "The {} that {} saw" if n % every else markup
        return form.format(WORDS[n].title(), WORDS[n - 5])

    titles = [re.sub("<[^>]*>", " ", heading(n)) for n in range(12)]
    pages = [
        page(f"<h1 class=head>{heading(n)}</h1><p>By {WORDS[n - 3]}", f"{titles[n]} - Site")
        for n in range(12)
    ]
    for n, record in enumerate(records(pages)):
        assert record["title"].split() == titles[n].split()


def test_what_stands_behind_a_break_belongs_to_a_heading() -> None:
    """Though the head says what stands before it only; other markup says something else."""
    titles = [f"The {WORDS[n]} grows" for n in range(12)]
    broken = [
        page(f"<h1>{titles[n]}<br>Ways of {WORDS[n - 5]}</h1><p>By {WORDS[n - 3]}", titles[n])
        for n in range(12)
    ]
    marked = [text.replace("<br>", "<i>").replace("</h1>", "</i></h1>") for text in broken]
    assert records(broken)[1]["title"] == f"{titles[1]} Ways of {WORDS[1 - 5]}"
    assert records(marked)[1]["title"] == titles[1]
