"""Any text is a query, or is refused with a hint."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unmold.errors import UsageError
from unmold.search.query import MAX_CLAUSES, MAX_LENGTH, Clause, parse_query

FIELDS = ("title", "price", "reviews.stars", "reviews.text", "largo.näme")


def clauses(text: str) -> list[Clause]:
    (alternative,) = parse_query(text, FIELDS).alternatives
    return list(alternative)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Red LÄMP", [Clause(("red",)), Clause(("lamp",))]),
        ('"red lamp"', [Clause(("red", "lamp"))]),
        ('"red lamp', [Clause(("red", "lamp"))]),
        ("title:lamp", [Clause(("lamp",), ("title",))]),
        ("Title:lamp", [Clause(("lamp",), ("title",))]),
        ('title:"red lamp"', [Clause(("red", "lamp"), ("title",))]),
        ("-blue red", [Clause(("blue",), is_excluded=True), Clause(("red",))]),
        ("-title:blue", [Clause(("blue",), ("title",), is_excluded=True)]),
        ("lam*", [Clause(("lam",), is_prefix=True)]),
        ("12.50", [Clause(("12", "50"))]),
        ("日本", [Clause(("日", "本"))]),
        ("*", [Clause(())]),
        ("stars:4", [Clause(("4",), ("reviews.stars",))]),
        ("reviews:good", [Clause(("good",), ("reviews.stars", "reviews.text"))]),
        ("site:a.example", [Clause(("a.example",), filter="site")]),
        ("12:30", [Clause(("12", "30"))]),
        ("http://a.example", [Clause(("http", "a", "example"))]),
        ("note: this", [Clause(("note",)), Clause(("this",))]),
        ("(red)", [Clause(("red",))]),
    ],
)
def test_what_a_query_means(text: str, expected: list[Clause]) -> None:
    assert clauses(text) == expected


def test_alternatives() -> None:
    found = parse_query("red lamp OR OR oak", FIELDS).alternatives
    assert [[one.words for one in alternative] for alternative in found] == [
        [("red",), ("lamp",)],
        [("oak",)],
    ]


@pytest.mark.parametrize("text", ["", "  ", '"', "OR", "-", "((", "!?", '""', "title:!"])
def test_a_query_without_words_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="no word") as caught:
        parse_query(text, FIELDS)
    assert caught.value.hint


def test_an_unknown_field_is_refused_with_those_that_are_close() -> None:
    with pytest.raises(UsageError, match="titel") as caught:
        parse_query("titel:lamp", FIELDS)
    assert caught.value.hint
    assert "title" in caught.value.hint


@pytest.mark.parametrize("text", ["x" * (MAX_LENGTH + 1), "x " * (MAX_CLAUSES + 1)])
def test_a_query_that_is_too_long_is_refused(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_query(text, FIELDS)
    assert caught.value.hint


@given(st.text(max_size=60))
def test_no_text_breaks_the_parser(text: str) -> None:
    with suppress(UsageError):
        assert all(parse_query(text, FIELDS).alternatives)
