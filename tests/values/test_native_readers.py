"""The native readers agree with those of Python, on values as people write them and on any text."""

from hypothesis import given
from hypothesis import strategies as st

from unmold.values import ValueType, parse_value
from unmold.values.languages import usual_date_order
from unmold.values.month_names import all_months
from unmold.values.prices import CODES, SIGNS
from unmold.values.readers import native_readers

TYPES = [
    *(ValueType("number", number_format=sign) for sign in ("point", "comma")),
    ValueType("price"),
    ValueType("price", number_format="comma", currency="NOK"),
    *(ValueType("date", date_order=order) for order in ("day-first", "month-first")),
    *map(ValueType, ("boolean", "text")),
]
BASES = [
    "https://s.example/a/b;p?q#f",
    "http://s.example",
    "/files/site/page.html",
    "page.html",
    "",
    "https://[bad",
    "mailto:somebody@s.example",
    "file:///a/b/",
]

SPACES = [" ", "\u00a0", "\u2009", "\u202f", "\t", "\x1c", "  "]
SIGNS_OF_NUMBERS = ["-", "+", "−", "–", "%", ".", ",", "'", "’", *SPACES]
DIGITS = ["0", "1", "12", "123", "000", "007", "1234567890123456", "٣", "४२", "²", "½"]
MONTHS = sorted(all_months())
WORDS = ["of", "de", "d'", "den", "le", "at", "um", "à", "kl.", "в", "г.", "roku", "th", "er", "º"]
DATES = [*("2021", "21", "31", "12", "1", "/", "-", ".", ":", "T", "h", ",", "،", "@", "Mo", "रवि")]
EASTERN = ["年", "月", "日", "년", "월", "일", "р.", "m.", "d."]
ANSWERS = ["Yes", "JA", "Sì", "In  Stock", "out of stock", "✓", "✔️", "Épuisé", "!", ".", "ΝΑΙ"]
LINKS = [
    *("/", "//", ".", "..", "a", "b.html", "?", "#", ";", ":", "http:", "https://t.example", "@"),
    *(
        "[::1]",
        "[v1.x]",
        "[1.2.3.4]",
        "[",
        "]",
        "℀",
        "：",
        "é",
        "%20",
        "mailto:",
        "\n",
        " ",
        "%eth",
    ),
]


def joined(*parts: list[str]) -> st.SearchStrategy[str]:
    """Texts made of such parts."""
    all_parts = [part for some in parts for part in some]
    return st.lists(st.sampled_from(all_parts), max_size=9).map("".join)


def check_same(texts: list[str], value_type: ValueType, base: str = "") -> None:
    found = native_readers().read(texts, value_type, base)
    expected = [parse_value(text, value_type, base) for text in texts]
    assert list(map(repr, found)) == list(map(repr, expected)), (texts, value_type, base)


@given(st.lists(joined(DIGITS, SIGNS_OF_NUMBERS), max_size=20), st.sampled_from(TYPES))
def test_numbers(texts: list[str], value_type: ValueType) -> None:
    check_same(texts, value_type)


@given(
    st.lists(
        joined(DIGITS, SIGNS_OF_NUMBERS, [*SIGNS, *CODES.split(), "(", "x", "_", "é", "ª"]),
        max_size=20,
    ),
    st.sampled_from(TYPES),
)
def test_prices(texts: list[str], value_type: ValueType) -> None:
    check_same(texts, value_type)


@st.composite
def dates(draw: st.DrawFn) -> str:
    """Dates in some order, with a word, a time or a sign too many here and there."""
    sign = draw(st.sampled_from([" ", "/", "-", ".", ". ", ", ", " de "]))
    day, month = draw(st.integers(0, 32)), draw(st.sampled_from([*MONTHS, *map(str, range(14))]))
    year = draw(st.sampled_from(["2021", "1969", "69", "70", "0000", "9999", "٢٠٢١"]))
    parts = draw(st.permutations([str(day), draw(st.sampled_from([month, month.upper()])), year]))
    before = draw(st.sampled_from(["", "Mo, ", "10:30, ", "le ", "Wednesday ", "x"]))
    behind = draw(
        st.sampled_from(["", " at 10:30", " 10h30", "T10:30Z", " г.", ".", " x", " à 9.15"])
    )
    return before + sign.join(parts) + behind


@given(
    st.lists(dates() | joined(DATES, EASTERN, MONTHS[::40], WORDS, SPACES), max_size=20),
    st.sampled_from(TYPES),
)
def test_dates(texts: list[str], value_type: ValueType) -> None:
    check_same(texts, value_type)


@given(st.lists(joined(ANSWERS, SPACES), max_size=20))
def test_booleans(texts: list[str]) -> None:
    check_same(texts, ValueType("boolean"))


@given(st.lists(joined(LINKS), max_size=20), st.sampled_from(BASES) | joined(LINKS))
def test_addresses(texts: list[str], base: str) -> None:
    check_same(texts, ValueType("url"), base)


@given(st.lists(st.text(st.characters(codec="utf-8")), max_size=20), st.sampled_from(TYPES))
def test_any_text(texts: list[str], value_type: ValueType) -> None:
    check_same(texts, value_type, "https://s.example/a")


def test_all_names_of_months() -> None:
    texts = [f"3 {name} 2021" for name in MONTHS] + [f"{name.upper()} 3, 2021" for name in MONTHS]
    texts += [f"Fri {name} 3 06:11:31 EST 2021" for name in MONTHS]
    for language in ("en", "en-GB"):
        check_same(texts, ValueType("date", date_order=usual_date_order(language)))
