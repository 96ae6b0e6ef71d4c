"""Types of columns and parsed values."""

import pytest

from unmold.templates.sample import HREF, SRC, TEXT
from unmold.templates.value_types import (
    ValueType,
    infer_type,
    parse_date,
    parse_number,
    parse_price,
    parse_value,
)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["1", "22", "3,456"], "number"),
        (["$1.50", "$20"], "price"),
        (["1.299,00 €", "15,50 €"], "price"),
        (["2021-03-01", "2020-12-31T10:00:00Z"], "date"),
        (["March 3, 2021", "Dec 24, 2020"], "date"),
        (["yes", "No"], "boolean"),
        (["https://a.example/x", "https://a.example/y"], "url"),
        (["https://a.example/x.jpg", "//b.example/y.png"], "image"),
        (["red", "blue", "red", "red", "blue", "blue"], "enumeration"),
        (["some words", "other words"], "text"),
        ([], "text"),
    ],
)
def test_nearly_all_values_decide_the_type(values: list[str], expected: str) -> None:
    assert infer_type(values, TEXT).name == expected


def test_attributes_decide_for_links_and_images() -> None:
    assert infer_type(["/a", "b"], HREF).name == "url"
    assert infer_type(["/a", "b"], SRC).name == "image"


def test_the_decimal_sign_is_the_columns() -> None:
    found = infer_type(["1.299,00 €", "1.500 €", "12,50 €"], TEXT)
    assert found.number_format == "comma"
    assert parse_value("1.500 €", found) == {"amount": 1500, "currency": "EUR"}


def test_the_order_of_a_date_is_the_columns() -> None:
    found = infer_type(["03/04/2021", "25/12/2020"], TEXT)
    assert parse_value("03/04/2021", found) == "2021-04-03"
    assert infer_type(["03/04/2021", "12/25/2020"], TEXT).date_order == "month-first"


@pytest.mark.parametrize("text", ["", "abc", "1.2.3.4,5.6", "-", "9" * 100, "٣"])
def test_what_is_no_number_is_none(text: str) -> None:
    assert parse_number(text, "point") in (None, 3)


@pytest.mark.parametrize("text", ["31 February 2020", "2020-13-01", "Foo 3, 2020", "yesterday"])
def test_what_is_no_date_is_none(text: str) -> None:
    assert parse_date(text) is None


def test_a_price_without_amount_is_none() -> None:
    assert parse_price("$") is None
    assert parse_price("12 apples") is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/x?y", "https://s.example/x?y"),
        ("z", "https://s.example/a/z"),
        ("//t.example/", "https://t.example/"),
        ("http://[broken", "http://[broken"),
    ],
)
def test_links_are_resolved_against_the_page(text: str, expected: str) -> None:
    assert parse_value(text, ValueType("url"), "https://s.example/a/b") == expected
