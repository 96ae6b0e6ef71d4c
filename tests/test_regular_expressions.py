"""No text of a page makes a regular expression work more than in proportion to its length.

Patterns are found, not listed: a new one is tested as soon as it is in a module. One that is
not linear must be in `CAPPED`, with the function that keeps long texts from it.
"""

import importlib
import re
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from support.regex_attacks import find_attacks, growth, spans_of
from support.regex_patterns import Use, find_unknown, find_uses
from support.regex_steps import StepCounter, TooManyStepsError

from unmold.cli.terminal import safe
from unmold.pages.declared import declared_url
from unmold.pages.soft_404 import says_missing
from unmold.search.documents import common_tail
from unmold.templates.class_words import class_words
from unmold.templates.shapes import shape_of
from unmold.values.dates import find_date_order, parse_date
from unmold.values.numbers import find_number_format, parse_number
from unmold.values.prices import find_currency, parse_price

TRIED = 12
"""How often a pump is repeated when `re` and the counter are compared."""

SUSPICIOUS = 8
"""Steps for each character above which the growth is measured."""

SHORT, FACTOR = 16, 8
MAX_GROWTH = 2 * FACTOR
"""Twice linear; what is quadratic comes to `FACTOR ** 2`."""


MAX_STEPS = 100_000


class NotLinearError(Exception):
    """The work grows faster than the text."""


class Cap(NamedTuple):
    """A pattern that sees short texts only."""

    length: int
    feed: Callable[[str], object]


def _say(text: str) -> object:
    return says_missing(f"<title>404 {text}".encode() + b"</title>")


def _head(text: str) -> object:
    return says_missing(f"<h1>404 {text}".encode() + b"</h1>")


CAPPED: dict[str, Cap] = {
    "unmold.values.prices._PRICE": Cap(40, parse_price),
    "unmold.values.prices._CODE_BEFORE": Cap(40, lambda text: parse_price(f"{text} $5 ")),
    "unmold.values.prices._CODE_BEHIND": Cap(40, lambda text: parse_price(f"$5 {text}")),
    "unmold.values.numbers._GRAMMARS": Cap(40, parse_number),
    "unmold.values.dates._ISO": Cap(60, parse_date),
    "unmold.values.dates._SHORT": Cap(60, lambda text: find_date_order([text])),
    "unmold.values.dates._DAY_FIRST": Cap(60, parse_date),
    "unmold.values.dates._MONTH_FIRST": Cap(60, parse_date),
    "unmold.values.dates._YEAR_FIRST": Cap(60, parse_date),
    "unmold.templates.shapes._PHONE": Cap(200, lambda text: shape_of([text])),
    "unmold.templates.shapes._EMAIL": Cap(200, lambda text: shape_of([text])),
    "unmold.templates.shapes._WEBSITE": Cap(200, lambda text: shape_of([text])),
    "unmold.templates.shapes._READING": Cap(200, lambda text: shape_of([text])),
    "unmold.templates.shapes._HOURS": Cap(200, lambda text: shape_of([text])),
    "unmold.pages.soft_404._SAYS_MISSING": Cap(400, _head),
    "unmold.pages.soft_404._TAG": Cap(400, _say),
}
UNKNOWN = {
    "unmold.export.template_tests:_fits_any": "`[^/]+` or literal, between slashes",
    "unmold.pages.selection:_compile": "globs that the user gives",
    "unmold.values.numbers:_grammar": "makes `_GRAMMARS`, which is tested",
}
"""Patterns that are made while the program runs."""

USES = find_uses()


def _variable(use: Use) -> str:
    return use.name.split(" ", 1)[0]


def attack_all(counter: StepCounter, how: str) -> None:
    """Fails on the first text on which the work grows faster than the text."""
    for attack in find_attacks(counter):
        text = counter.spell(attack.of(TRIED))
        found = list(counter.spans(text, how, MAX_STEPS))
        assert found == spans_of(counter.pattern, text, how), f"the counter is wrong about {text!r}"
        if counter.steps > SUSPICIOUS * len(text):
            grown = growth(counter, attack, how, SHORT, FACTOR)
            if grown > MAX_GROWTH:
                raise NotLinearError(f"{grown:.0f} times the steps on {attack}")


UNCAPPED = [use for use in USES if _variable(use) not in CAPPED]


@pytest.mark.parametrize("use", UNCAPPED, ids=[use.name[:80] for use in UNCAPPED])
def test_the_work_grows_with_the_length(use: Use) -> None:
    attack_all(StepCounter(use.pattern), use.how)


class _Recorder:
    """A pattern that remembers how long the texts were that it was asked about."""

    def __init__(self, pattern: re.Pattern[Any]) -> None:
        self.pattern = pattern
        self.lengths = [0]

    def __getattr__(self, name: str) -> Any:
        method = getattr(self.pattern, name)

        def ask(*arguments: Any) -> Any:
            self.lengths += [len(text) for text in arguments if isinstance(text, str | bytes)]
            return method(*arguments)

        return ask


def _forget(module: str) -> None:
    """Let the functions of a module forget what they were asked before."""
    for function in vars(importlib.import_module(module)).values():
        if callable(clear := getattr(function, "cache_clear", None)):
            clear()


@pytest.mark.parametrize("name", CAPPED)
def test_long_texts_are_kept_from_what_is_capped(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cap = CAPPED[name]
    module, _, variable = name.rpartition(".")
    _forget(module)
    known = getattr(importlib.import_module(module), variable)
    patterns = known if isinstance(known, dict) else {"": known}
    recorders = {key: _Recorder(pattern) for key, pattern in patterns.items()}
    monkeypatch.setattr(
        f"{module}.{variable}", recorders if isinstance(known, dict) else recorders[""]
    )
    for sign in ("1", "a", " ", "1 ", "<", "&#x20;x", "é", "1.", "a@", "Mai 1 ", "$1 "):
        for length in (10, cap.length // 2, cap.length + 1, 20 * cap.length, 100_000):
            cap.feed((sign * length)[:length])
    asked = [length for recorder in recorders.values() for length in recorder.lengths]
    assert 0 < max(asked) <= cap.length


def test_every_capped_pattern_exists() -> None:
    assert set(CAPPED) <= {_variable(use) for use in USES}


def test_no_other_pattern_is_made_while_the_program_runs() -> None:
    assert set(find_unknown()) == set(UNKNOWN)


@pytest.mark.parametrize(
    ("pattern", "how"),
    [
        (r"\d+ days", "search"),
        (r"(?:a|a)*b", "match"),
        (r"\s*x?\s*y", "match"),
        (r"\s[|:]\s[^|]*$", "search"),
        (r"(?m)^\s*site", "search"),
        (r"\w*\d{4,}\w*", "fullmatch"),
    ],
)
def test_the_test_finds_what_is_not_linear(pattern: str, how: str) -> None:
    counter = StepCounter(re.compile(pattern))
    with pytest.raises((NotLinearError, TooManyStepsError)):
        attack_all(counter, how)


def test_a_reference_of_too_many_digits_is_no_url() -> None:
    reference = "&#" + "1" * 5000 + ";"
    assert (
        declared_url(f"<link rel=canonical href='http://a.example/{reference}'>".encode()) is None
    )


def test_long_texts_keep_their_meaning() -> None:
    assert class_words("a1b2" * 1000 + " " + "1" * 2000 + "! price") == ["price"]
    assert common_tail(["A - B - C | Shop", "D: e | Shop"]) == " | Shop"
    assert common_tail(["Lamp - Shop: all", "Table - Shop: all"]) == " - Shop: all"
    assert safe("\x90" * 5000 + "a\x9d0;b\x07c") == "ac"
    assert find_number_format(["1" * 100_000 + "."]) == "point"
    assert find_currency(["$" * 100_000], "en") == ""
