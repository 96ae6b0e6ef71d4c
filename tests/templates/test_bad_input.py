"""Bad pages and bad samples: a clear word, a bounded piece of work, never a crash."""

import pytest
from support.template_pages import book_page, weather_page

from unmold._core import problem_codes
from unmold.model import Page
from unmold.records import Record, explain_page, extract_records, records_to_tables
from unmold.settings import Induction, Limits
from unmold.templates import Template, induce_template
from unmold.templates.induce import LEARNED_NODES, SAMPLE_NODES, learning_limits
from unmold.templates.sample import find_leaves

ROWS = 50_000


def long_table(start: int, rows: int = ROWS) -> bytes:
    cells = b"".join(
        b"<tr><td>name %d</td><td>%d</td></tr>" % (n, n * 7) for n in range(start, start + rows)
    )
    return b"<h1>List %d</h1><table>%s</table><p>Made by: %d</p>" % (start, cells, start)


def record_of(template: Template, page: bytes) -> Record:
    return next(extract_records(template, [page], tier=2))


@pytest.fixture(scope="module")
def long_template() -> Template:
    return induce_template([long_table(start) for start in (1, 100_000, 300_000)])


def test_a_huge_sample_is_learned_from_its_beginning(long_template: Template) -> None:
    assert "3 of 3 pages are huge: only their beginning was learned" in long_template.problems
    assert len(list(long_template.column_names())) <= Induction().max_columns


def test_all_rows_of_a_huge_table_are_extracted(long_template: Template) -> None:
    record = record_of(long_template, long_table(7))
    rows = max(
        (value for value in record.values.values() if isinstance(value, list)), key=len, default=[]
    )
    assert len(rows) == ROWS
    assert list(rows[-1].values()) == [str(ROWS + 6), str((ROWS + 6) * 7)]
    tables = records_to_tables(long_template, [record])
    assert max(len(table) for table in tables.values()) == ROWS


def test_what_is_learned_from_has_a_bound() -> None:
    limits = Limits()
    assert learning_limits(limits, 50).max_nodes == LEARNED_NODES
    assert learning_limits(limits, 1).max_nodes == SAMPLE_NODES
    assert learning_limits(Limits(max_nodes=100), 3).max_nodes == 100
    page = Page("k", "p", "u", "s", long_table(1))
    (leaves,) = find_leaves([page], learning_limits(limits, 50), jobs=1)
    assert problem_codes(leaves.problems) == ["nodes"]
    assert len(leaves) < LEARNED_NODES


@pytest.mark.parametrize(
    "page",
    [
        b"<div>" * 5_000 + b"<b>Size:</b> <i>%d cm</i>",
        b"<ul><li>" * 3_000 + b"<b>Size:</b> <i>%d cm</i>",
        b"<table><tr><td>" * 1_000 + b"<b>Size:</b> <i>%d cm</i>",
        b"<b>" * 3_000 + b"<i>%d cm</i>",
    ],
    ids=["div", "list", "table", "formatting"],
)
def test_nesting_to_the_cap_is_cut_and_reported(page: bytes) -> None:
    pages = [page % number for number in range(40, 46)]
    template = induce_template(pages)
    for number, record in zip(range(40, 46), extract_records(template, pages, tier=2), strict=True):
        assert f"{number} cm" in str(record.values)
        assert any("depth" in problem or "formatting" in problem for problem in record.problems)


def test_a_page_of_another_template_is_recognised() -> None:
    template = induce_template([book_page(number) for number in range(12)])
    own = record_of(template, book_page(40))
    assert (own.score > 0.9, own.problems) == (True, [])
    for number in range(5):
        other = record_of(template, weather_page(number))
        assert other.score < 0.3
        assert any(
            "fits the template badly" in text or "no field" in text for text in other.problems
        )
    explanation = explain_page(template, Page("k", "p", "u", "s", weather_page(1)))
    assert "title" in explanation.missing_fields
    assert explanation.problems


def test_a_page_that_also_has_the_words_of_the_template_is_one_of_it() -> None:
    template = induce_template([book_page(number) for number in range(12)])
    changed = book_page(40).replace(b"<p class", b"<section><hr></section><p class")
    assert record_of(template, changed).score > 0.9


def test_one_page_gives_a_template_that_says_its_doubt() -> None:
    template = induce_template([book_page(3)])
    assert "learned from one page" in template.problems[0]
    assert record_of(template, book_page(3)).score > 0.9
    assert record_of(template, weather_page(3)).score < 0.5


@pytest.mark.parametrize("page", [b"", b"   \n", b"<html>", b"<!-- x -->", b"<script>1</script>"])
def test_pages_without_content_give_no_field_and_the_reason(page: bytes) -> None:
    sample = [Page(str(n), f"{n}.html", "u", "s", page) for n in range(3)]
    template = induce_template(sample)
    assert template.fields == ()
    assert template.tables == ()
    assert any("no field was found" in problem for problem in template.problems)
    books = induce_template([book_page(number) for number in range(6)])
    record = next(extract_records(books, sample, tier=2))
    assert (record.values, record.score) == ({}, 0.0)
    assert record.problems == ["the page has no text and no value"]


def test_broken_and_endless_structured_data_is_bounded() -> None:
    deep = b'{"a":[' * 5_000 + b"1" + b"]}" * 5_000
    long = b"[%s]" % b",".join(b'{"@type": "T", "k%d": %d}' % (n % 50, n) for n in range(20_000))
    unquoted = '{"a": é, "b": “x y”}'.encode()
    endless = b'{"a": "' + b"x" * 1_000_000
    for data in (deep, long, b"{" * 50_000, endless, unquoted):
        pages = [
            b'<script type="application/ld+json">%s</script><h1>Page %d</h1>' % (data, number)
            for number in range(4)
        ]
        template = induce_template(pages)
        assert len(list(template.column_names())) <= Induction().max_columns
        assert record_of(template, pages[2]).values["title"] == "Page 2"
