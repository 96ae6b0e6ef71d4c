"""Types of columns and parsed values."""

import pytest

from unmold.templates.model import TYPES
from unmold.templates.prefixes import common_label
from unmold.templates.sample import HREF, META, SRC, TEXT
from unmold.templates.value_types import infer_type
from unmold.values import ValueType, parse_value
from unmold.values.dates import parse_date
from unmold.values.numbers import parse_number
from unmold.values.prices import parse_price


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
        (["red", "blue", "red", "red", "blue", "blue"], "text"),
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


def typed(values: list[str], language: str = "") -> list[object]:
    """The values by the type of their column."""
    found = infer_type(values, TEXT, language)
    return [parse_value(value, found) for value in values]


@pytest.mark.parametrize(
    ("language", "values", "expected"),
    [
        ("de", ["1.234", "567"], [1234, 567]),
        ("de", ["1.234,56", "7,5"], [1234.56, 7.5]),
        ("de-CH", ["1'234.50", "1’000.00"], [1234.5, 1000.0]),
        ("fr", ["1 234,56", "1\u202f000,5", "12\u00a0000"], [1234.56, 1000.5, 12000]),
        ("es-MX", ["1,234", "5"], [1234, 5]),
        ("it", ["1.000.000", "2.500"], [1000000, 2500]),
        ("en-IN", ["1,23,456", "12,34,567.50", "1,000"], [123456, 1234567.5, 1000]),
        ("en", ["1,234", "567"], [1234, 567]),
        ("", ["1,234", "1.5"], [1234, 1.5]),
        ("de", ["2.5", "3.75"], [2.5, 3.75]),
        ("en", ["−5", "+3", "12 %"], [-5, 3, 12]),
        ("en", [".5", "0.25"], [0.5, 0.25]),
    ],
)
def test_numbers_are_read_as_their_language_writes_them(
    language: str, values: list[str], expected: list[object]
) -> None:
    assert typed(values, language) == expected


@pytest.mark.parametrize(
    "values",
    [
        ["00123", "45678", "99999", "12345", "55555", "77777"],
        ["12345678901234567", "12345678901234568"],
        ["1.2.3.4", "10.0.0.1"],
        ["12 34 56 78", "98 76 54 32"],
    ],
)
def test_identifiers_stay_texts(values: list[str]) -> None:
    assert infer_type(values, TEXT).name == "text"


def test_whole_numbers_are_distinguished_from_others() -> None:
    assert infer_type(["1001", "1002"], TEXT).is_whole
    assert infer_type(["1", "2", "3", "4", "5"], TEXT).is_whole
    assert not infer_type(["4", "5"], TEXT).is_whole
    assert not infer_type(["1001", "12.5"], TEXT).is_whole


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mittwoch, 3. März 2021", "2021-03-03"),
        ("3. Dez. 2021, 14:30 Uhr", "2021-12-03"),
        ("le 14 juillet 2021", "2021-07-14"),
        ("1er août 2020", "2020-08-01"),
        ("14 juin 2021 à 14h30", "2021-06-14"),
        ("3 de marzo de 2021", "2021-03-03"),
        ("martes, 3 de agosto del 2021", "2021-08-03"),
        ("3 luglio 2021", "2021-07-03"),
        ("3 mei 2021", "2021-05-03"),
        ("quarta-feira, 3 de março de 2021", "2021-03-03"),
        ("den 3 maj 2021", "2021-05-03"),
        ("20 augusti, 2017 at 15:34", "2017-08-20"),
        ("3. desember 2021", "2021-12-03"),
        ("3 października 2021", "2021-10-03"),
        ("3. července 2021", "2021-07-03"),
        ("3. kesäkuuta 2021", "2021-06-03"),
        ("3 сентября 2021 г.", "2021-09-03"),
        ("2021. március 3.", "2021-03-03"),
        ("2021年3月5日", "2021-03-05"),
        ("Sept. 3, 2021", "2021-09-03"),
        ("03-Mar-2021", "2021-03-03"),
        ("Oct 03, 2023 at 12:23 am", "2023-10-03"),
        ("2021-03-03 10:00", "2021-03-03"),
        ("03/04/2021 12:30", "2021-03-04"),
        ("05:18, 22 February 2013", "2013-02-22"),
        ("14 jui 2021", None),
        ("3 Mayor 2021", None),
        ("Version 3.4.2021 beta", None),
    ],
)
def test_dates_in_many_languages(text: str, expected: str | None) -> None:
    assert parse_date(text) == expected


def test_all_values_of_a_column_decide_whether_days_come_first() -> None:
    assert typed(["03/04/2021", "13/05/2021"], "en-US") == ["2021-04-03", "2021-05-13"]
    assert typed(["03/04/2021", "05/13/2021"], "de") == ["2021-03-04", "2021-05-13"]
    assert typed(["03/04/2021", "05/06/2021"], "en-GB") == ["2021-04-03", "2021-06-05"]
    assert typed(["03/04/2021", "05/06/2021"], "en") == ["2021-03-04", "2021-05-06"]
    assert typed(["03.04.2021", "05.06.2021"]) == ["2021-04-03", "2021-06-05"]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["Ja", "nein"], [True, False]),
        (["Oui", "Non"], [True, False]),
        (["Sí", "No"], [True, False]),
        (["In stock", "Out of stock"], [True, False]),
        (["Auf Lager", "Ausverkauft"], [True, False]),
        (["✓", "✗"], [True, False]),
    ],
)
def test_booleans_in_many_words(values: list[str], expected: list[bool]) -> None:
    assert infer_type(values, TEXT).name == "boolean"
    assert typed(values) == expected


@pytest.mark.parametrize(
    ("text", "language", "amount", "currency"),
    [
        ("$5.00", "en-CA", 5.0, "CAD"),
        ("US$ 5", "en-CA", 5, "USD"),
        ("1.299,00 €", "de", 1299.0, "EUR"),
        ("EUR 49,-", "de", 49, "EUR"),
        ("49,– €", "de", 49, "EUR"),
        ("CHF 1'299.–", "de-CH", 1299, "CHF"),
        ("1 299,00 kr", "nb", 1299.0, "NOK"),
        ("299 kr.", "da", 299, "DKK"),
        ("5 990 Kč", "cs", 5990, "CZK"),
        ("12,50 zł", "pl", 12.5, "PLN"),
        ("R$ 1.234,56", "pt-BR", 1234.56, "BRL"),
        ("₹1,23,456", "en-IN", 123456, "INR"),
        ("¥1,200", "zh-CN", 1200, "CNY"),
        ("¥1,200", "ja", 1200, "JPY"),
        ("12.50 USD", "en", 12.5, "USD"),
        ("from £1,000.50", "en-GB", 1000.5, "GBP"),
        ("$1.55 CAD", "en", 1.55, "CAD"),
        ("AUD $20", "en", 20, "AUD"),
        ("-$30.00", "en", -30.0, "USD"),
    ],
)
def test_prices_with_signs_and_codes(
    text: str, language: str, amount: float, currency: str
) -> None:
    assert typed([text], language) == [{"amount": amount, "currency": currency}]


@pytest.mark.parametrize("text", ["6 ft", "1 TL", "Fr 20:00", "3 trees", "5 leisure"])
def test_units_and_words_are_no_currencies(text: str) -> None:
    assert parse_price(text) is None


def test_what_is_called_an_image_is_one() -> None:
    addresses = ["https://a.example/i?id=1", "https://a.example/i?id=2"]
    assert infer_type(addresses, META, declared_as="og:image").name == "image"
    assert infer_type(addresses, META, declared_as="og:url").name == "url"
    assert infer_type(["/a/x.png", "/a/y.png"], META).name == "image"
    assert infer_type(["/a/x", "/a/y"], META, declared_as="og:url").name == "url"


@pytest.mark.parametrize(
    "text", ["$5-$10", "$5 / $10 / $15", "S $5, M $7", "4,50 € (was 6 €)", "US$ 5 or 4 EUR"]
)
def test_several_prices_are_not_one(text: str) -> None:
    assert parse_price(text) is None
    assert infer_type([text, text.replace("5", "6")], TEXT).name == "text"


def test_a_column_of_few_dates_among_other_cells_is_no_date_column() -> None:
    dates = [f"2021-03-{day:02}" for day in range(1, 24)]
    assert infer_type(dates, TEXT).name == "date"
    assert infer_type([*dates, *["Reviewed by"] * 10], TEXT).name == "date"
    assert infer_type([*dates, *["Reviewed by"] * 300], TEXT).name == "text"
    numbers = [str(number) for number in range(23)]
    assert infer_type([*numbers, *["n/a"] * 300], TEXT).name == "text"


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("number", [str(n) for n in range(20)]),
        ("price", [f"${n}.50" for n in range(20)]),
        ("boolean", ["yes", "no"] * 10),
    ],
)
def test_a_type_must_hold_for_most_cells(name: str, read: list[str]) -> None:
    other = "see below"
    assert infer_type(read, TEXT).name == name
    assert infer_type([*read, *[other] * 300], TEXT).name == "text"


def test_few_choices_are_texts() -> None:
    assert "enumeration" not in TYPES
    assert infer_type(["red", "blue"] * 50, TEXT).name == "text"


def test_times_are_not_split_at_their_colon() -> None:
    times = [f"2014-01-03T16:{minute}:40+00:00" for minute in range(10, 40)]
    assert common_label(times) == ""
    assert infer_type(times, TEXT).name == "date"
    assert common_label([f"16:{minute}" for minute in range(10, 40)]) == ""
    assert common_label([f"Open: 16:{minute}" for minute in range(10, 40)]) == "Open:"
