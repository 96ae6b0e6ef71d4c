"""Languages: what the language of a page says about how it writes numbers, dates and money.

The value of `<html lang>` enters, as `de-CH`. It decides only what the values of a column leave
open: "1.234" is a thousand in German and hardly more than one in English. Next: `numbers`, `dates`
and `prices`.
"""

from __future__ import annotations

from typing import NamedTuple

_COMMA_LANGUAGES = (
    "af ast az be bg bs ca cs da de el es et eu fi fo fr fy gl hr hu hy id is it ka kk ky lb lt lv "
    "mk mn nb nl nn no pl pt ro ru rw sk sl sq sr sv tk tr uk uz vi"
)
"""Where a comma stands before decimals."""

_POINT_REGIONS = (
    "de-ch de-li fr-ch it-ch rm-ch es-do es-gt es-hn es-mx es-ni es-pa es-pe es-pr es-sv es-us"
)
"""Where those languages have a point all the same."""

MONTH_FIRST = frozenset(("en-us", "en-ph", "en-fm", "es-us", "es-pr", "fil-ph"))

DOLLARS = {
    "CA": "CAD",
    "AU": "AUD",
    "NZ": "NZD",
    "MX": "MXN",
    "SG": "SGD",
    "HK": "HKD",
    "AR": "ARS",
    "CL": "CLP",
    "CO": "COP",
    "TW": "TWD",
}
CROWNS = {"sv": "SEK", "da": "DKK", "nb": "NOK", "nn": "NOK", "no": "NOK", "is": "ISK"}


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


def decimal_sign(tag: str) -> str:
    """`comma` or `point`, as the language writes it; empty if it is not known."""
    name, region = read_language(tag)
    if not name:
        return ""
    if f"{name}-{region.casefold()}" in _POINT_REGIONS.split():
        return "point"
    return "comma" if name in _COMMA_LANGUAGES.split() else "point"


def usual_date_order(tag: str) -> str:
    """`day-first` or `month-first`; English of no region, and no language at all, are American."""
    name, region = read_language(tag)
    if name in ("", "en") and not region:
        return "month-first"
    known = f"{name}-{region.casefold()}" in MONTH_FIRST
    return "month-first" if known else "day-first"


def own_currency(sign: str, tag: str) -> str:
    """The currency of a sign that several share, where this language is written; else empty."""
    name, region = read_language(tag)
    match sign:
        case "$":
            return DOLLARS.get(region, "")
        case "kr":
            return CROWNS.get(name, "")
        case "¥":
            return "CNY" if name == "zh" else ""
    return ""
