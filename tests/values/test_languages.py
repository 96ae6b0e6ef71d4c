"""What languages decide agrees with CLDR, and hostile tags decide nothing."""

import runpy
from datetime import date
from pathlib import Path

import pytest
from babel.dates import format_date
from babel.numbers import get_currency_symbol

from unmold.values.dates import parse_date
from unmold.values.languages import decimal_sign, own_currency, usual_date_order
from unmold.values.month_names import LANGUAGES, NEVER_SHORT, month_of
from unmold.values.prices import parse_price


@pytest.mark.parametrize(
    ("word", "month"),
    [
        ("January", 1),
        ("SEPT", 9),
        ("Jänner", 1),
        ("maerz", 3),
        ("fevrier", 2),
        ("août", 8),
        ("setiembre", 9),
        ("mrt", 3),
        ("września", 9),
        ("wrzesnia", 9),
        ("listopad", 11),
        ("marraskuuta", 11),
        ("Μαΐου", 5),
        ("мая", 5),
        ("березня", 3),
        ("kovo", 3),
        ("मई", 5),
        ("मार्च", 3),
        ("أغسطس", 8),
        ("اغسطس", 8),
        ("במרץ", 3),
        ("mar", 3),
        ("jui", 0),
        ("posted", 0),
        ("", 0),
    ],
)
def test_months(word: str, month: int) -> None:
    assert month_of(word) == month


def test_dates_are_read_as_locales_write_them() -> None:
    """The long form of CLDR, with the year at one of its ends, in every language whose months are known."""
    unread = []
    for language in (*LANGUAGES, *NEVER_SHORT):
        for month in range(1, 13):
            text = format_date(date(2019, month, 17), "long", locale=language)
            if parse_date(text) != f"2019-{month:02}-17":
                unread.append(text)
    # Persian's ending of the genitive, and names with signs that join letters.
    assert len(unread) <= 20, unread


@pytest.mark.parametrize(
    "tag", ["", "x", "zz-ZZ", "en-" + "x" * 500, "../etc", "de\x00", "ру", "1"]
)
def test_tags_that_say_nothing(tag: str) -> None:
    assert decimal_sign(tag) in ("", "point")
    assert usual_date_order(tag) in ("month-first", "day-first")
    assert own_currency("$", tag) in ("", "USD")


@pytest.mark.parametrize(
    ("tag", "sign", "order"),
    [
        ("de-DE", "comma", "day-first"),
        ("de_CH", "point", "day-first"),
        ("en-PH", "point", "month-first"),
        ("en-AU", "point", "day-first"),
        ("sv", "comma", "day-first"),
        ("pt-BR", "comma", "day-first"),
        ("ja", "point", "day-first"),
    ],
)
def test_numbers_and_dates_of_languages(tag: str, sign: str, order: str) -> None:
    assert (decimal_sign(tag), usual_date_order(tag)) == (sign, order)


@pytest.mark.parametrize(
    ("code", "locale"),
    [
        ("PLN", "pl"),
        ("CZK", "cs"),
        ("UAH", "uk"),
        ("INR", "en_IN"),
        ("EUR", "de"),
        ("BRL", "pt_BR"),
        ("VND", "vi"),
        ("ILS", "he"),
        ("KRW", "ko"),
        ("RUB", "ru"),
        ("TRY", "tr"),
        ("THB", "th"),
        ("PHP", "fil"),
    ],
)
def test_the_signs_of_currencies_are_those_of_their_countries(code: str, locale: str) -> None:
    price = parse_price(f"12 {get_currency_symbol(code, locale)}")
    assert price == {"amount": 12, "currency": code}


def test_names_of_months_are_those_of_cldr(checkout: Path) -> None:
    script = runpy.run_path(str(checkout / "scripts" / "write-month-names"))
    assert script["TABLE"].read_text(encoding="utf-8") == script["render_table"]()
