"""Languages: what the language of a page says about how it writes numbers, dates and money.

The value of `<html lang>`, as `de-CH`, decides only what the values of a column leave open: "1.234"
is a thousand in German and hardly more than one in English. The data are CLDR's, read through Babel
when a language is asked for first. Next: `numbers`, `dates` and `prices`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from babel import Locale

KEPT = 256
"""Answers that are remembered for each question; tags come from pages, so that there may be any
number of them."""

MAX_TAG = 20
"""Characters; no tag in use is longer."""


class Language(NamedTuple):
    """A language and its region, both perhaps empty."""

    name: str
    region: str


def read_language(tag: str) -> Language:
    """The parts of a language tag.

    >>> read_language("de-CH"), read_language("zh_Hant")
    (Language(name='de', region='CH'), Language(name='zh', region=''))
    """
    name, *rest = tag.strip().replace("_", "-").split("-")
    region = next((part.upper() for part in rest if len(part) == 2 and part.isalpha()), "")
    return Language(name.casefold(), region)


@lru_cache(maxsize=KEPT)
def decimal_sign(tag: str) -> str:
    """`comma` or `point`, as the language writes it; empty if it is not known.

    >>> decimal_sign("de"), decimal_sign("de-CH"), decimal_sign("es-MX"), decimal_sign("xx")
    ('comma', 'point', 'point', '')
    """
    locale = _find_locale(tag)
    if locale is None:
        return ""
    return "comma" if locale.number_symbols["latn"]["decimal"] == "," else "point"


@lru_cache(maxsize=KEPT)
def usual_date_order(tag: str) -> str:
    """`day-first` or `month-first`; English of no region, and no language at all, are American.

    >>> usual_date_order("en"), usual_date_order("en-GB"), usual_date_order("")
    ('month-first', 'day-first', 'month-first')
    """
    locale = _find_locale(tag)
    if locale is None:
        return "day-first" if read_language(tag).name else "month-first"
    pattern = locale.date_formats["short"].pattern
    # Where the year comes first, as in Sweden, dates that begin with a day are foreign ones.
    is_month_first = pattern.find("M") < pattern.find("d") and not pattern.startswith("y")
    return "month-first" if is_month_first else "day-first"


@lru_cache(maxsize=KEPT)
def own_currency(sign: str, tag: str) -> str:
    """The currency of a sign that several share, where this language is written; else empty.

    >>> own_currency("$", "en-CA"), own_currency("kr", "nb"), own_currency("¥", "zh-CN")
    ('CAD', 'NOK', 'CNY')
    >>> own_currency("$", "fr-FR"), own_currency("$", "es")
    ('', '')
    """
    locale = _find_locale(tag)
    region = read_language(tag).region or (_likely_region(locale) if locale else "")
    if locale is None or not region:
        return ""
    from babel.numbers import get_currency_symbol, get_territory_currencies

    currencies = get_territory_currencies(region)
    known = str(currencies[0]) if currencies else ""
    symbol = get_currency_symbol(known, locale) if known else ""
    return known if symbol.rstrip(".").casefold() == sign else ""


def _likely_region(locale: Locale) -> str:
    """Where most people live who write a language."""
    from babel.core import get_global

    likely = str(get_global("likely_subtags").get(locale.language, ""))
    return likely.rpartition("_")[2]


@lru_cache(maxsize=KEPT)
def _find_locale(tag: str) -> Locale | None:
    """What is known about a language in its region, or else about the language."""
    name, region = read_language(tag)
    if not name or len(tag) > MAX_TAG or not name.isascii() or not name.isalpha():
        return None
    from babel import Locale, UnknownLocaleError

    for wanted in (f"{name}_{region}", name) if region else (name,):
        try:
            return Locale.parse(wanted)
        except (UnknownLocaleError, ValueError):
            continue
    return None
