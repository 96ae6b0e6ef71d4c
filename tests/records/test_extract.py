"""Records of pages, seen and unseen, of the template and of others."""

import json

import pytest
from support.template_pages import book_page, weather_page

from unmold.model import Page
from unmold.pages import read_pages
from unmold.records import Record, explain_page, extract_known, extract_records
from unmold.settings import Limits
from unmold.templates import Template, induce_template


@pytest.fixture(scope="module")
def template() -> Template:
    return induce_template([book_page(number, price=number % 4 > 0) for number in range(20)])


def record_of(template: Template, page: bytes) -> Record:
    return next(extract_records(template, [page], tier=2))


def test_an_unseen_page_gives_its_values(template: Template) -> None:
    record = record_of(template, book_page(31))
    assert record.values["price"] == "$36.50"
    assert record.typed["price"] == {"amount": 36.5, "currency": "USD"}
    assert record.typed["published"] == "2021-03-05"
    assert record.score > 0.9
    assert record.problems == []


def test_a_missing_value_is_missing(template: Template) -> None:
    assert "price" not in record_of(template, book_page(31, price=False)).values


def test_all_parts_have_the_same_keys(template: Template) -> None:
    record = record_of(template, book_page(33))
    assert record.values.keys() == record.raw.keys() == record.typed.keys() == record.xpaths.keys()


def test_rows_keep_what_is_theirs(template: Template) -> None:
    record = record_of(template, book_page(32))
    rows = next(value for value in record.values.values() if isinstance(value[0], dict))
    assert [row["said"] for row in rows] == [f"32-{n} of a review" for n in range(4)]
    assert [row.get("stars") for row in rows] == ["32 of 99", None, "34 of 99", None]


def test_a_single_row_is_a_row(template: Template) -> None:
    page = book_page(30)
    start, end = page.index(b'<li class="review">'), page.rindex(b"</li>")
    one = page[: page.index(b"</li>", start)] + page[end:]
    rows = next(
        value for value in record_of(template, one).values.values() if isinstance(value[0], dict)
    )
    assert [row["said"] for row in rows] == ["30-0 of a review"]


def test_xpaths_lead_to_the_values(template: Template) -> None:
    record = record_of(template, book_page(31))
    assert record.xpaths["price"].endswith("/table[1]/tbody[1]/tr[3]/td[1]/text()[1]")
    assert record.xpaths["author_link"].endswith("/a[1]/@href")


def test_a_record_has_the_order_of_its_line(template: Template) -> None:
    record = record_of(template, book_page(31)).to_json()
    assert list(record) == [
        *("path", "url", "site", "template", "score"),
        *("values", "raw", "typed", "xpaths", "problems"),
    ]
    assert json.loads(json.dumps(record)) == record


def test_pages_of_another_template_score_low_and_say_so(template: Template) -> None:
    record = record_of(template, weather_page(3))
    assert record.score < 0.3
    assert record.problems


@pytest.mark.parametrize("page", [b"<html>", b"<p>   </p>", b"<!-- nothing -->"])
def test_empty_pages_give_a_record_with_the_reason(template: Template, page: bytes) -> None:
    record = record_of(template, page)
    assert (record.values, record.score) == ({}, 0.0)
    assert record.problems


def test_noise_is_left_out_unless_asked_for() -> None:
    pages = [f"<h1>Page {n}</h1><p class=token>{n:024x}</p>".encode() for n in range(10, 20)]
    template = induce_template(pages)
    assert "token" not in next(extract_records(template, pages, tier=2)).values
    assert "token" in next(extract_records(template, pages, include_noise=True, tier=2)).values


def test_a_huge_table_gives_all_rows() -> None:
    pages = [
        b"<table>%s</table>"
        % b"".join(
            b"<tr><td>name %d</td><td>%d</td></tr>" % (n, n * 7) for n in range(k, 50_000 + k)
        )
        for k in (1, 70_000)
    ]
    template = induce_template([page[:2000] for page in pages])
    record = record_of(template, pages[0])
    assert max(len(value) for value in record.values.values()) == 50_000


def test_an_explanation_says_what_is_missing(template: Template) -> None:
    page = Page("k", "p", "u", "s", book_page(31, price=False).replace(b"Published", b"Out"))
    explanation = explain_page(template, page)
    assert "price" in explanation.missing_fields
    assert "Published" in explanation.missing_texts
    assert explanation.found["title"].endswith("book 31")


def test_problems_speak_of_the_limits_in_force() -> None:
    odd = f"<i {' '.join(f'a{number}=1' for number in range(40))}></i>".encode()
    pages = [book_page(number).replace(b"<h1", odd + b"<h1") for number in range(12)]
    template = induce_template(pages)
    limits = Limits(max_attributes=20)
    (record, *_) = extract_records(template, pages, limits=limits, tier=2)
    expected = "an element kept only its first 20 attributes"
    assert expected in record.problems
    page = next(read_pages(pages[:1]))
    assert expected in explain_page(template, page, limits).problems
    known = list(extract_known([template], pages, limits=limits))
    assert known
    assert all(expected in one.problems for one in known)
