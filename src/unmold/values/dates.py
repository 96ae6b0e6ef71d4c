"""Reads dates into ISO form; each column has its own order of day and month.

Months are known by name in many languages (`month_names`). Where both first numbers could be
months, the other values of the column decide, then the language of the page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from functools import lru_cache

from unmold.values.languages import usual_date_order
from unmold.values.month_names import month_of

MAX_LENGTH = 60
"""Characters of a date at most; longer texts are never tried."""

_WORD = r"(?:[^\W\d_]|[\u0900-\u0dff])"
"""A letter, or a vowel of India's scripts, which is a mark."""
_BETWEEN = r"(?:(?:of|de|del|den)\s+|d['’]\s?)?"
_TIME = (
    r"(?:(?:[\s,،|·@–-]|at|um|à|às|a las?|alle|om|kl\.?|ore|klo|в|στις)*"
    r"\d{1,2}\s?[:.h]\s?\d\d.{0,24})"
)
_TIME_BEFORE = re.compile(r"^\d{1,2}:\d\d(?::\d\d)?,?\s+")
_TIME_BETWEEN = r"(?:\d{1,2}:\d\d(?::\d\d)?\s(?:[A-Z]{2,5}\s)?)?"
"""As the archives of mailing lists write it: Fri Dec 19 06:11:31 EST 2003."""
_END = rf"(?:{_TIME}|[\s.•·|]*(?:[грթ]\.?|roku|d\.)?)$"

_ISO = re.compile(
    r"(?P<y>\d{4})[-/.]\s?(?P<m>\d{1,2})[-/.]\s?(?P<d>\d{1,2})\.?(?:[T ]\d{1,2}:\d\d.*)?$"
    r"|(?P<y2>\d{4})\s?[年년]\s?(?P<m2>\d{1,2})\s?[月월]\s?(?P<d2>\d{1,2})\s?[日일]"
)
_SHORT = re.compile(
    rf"(?:{_WORD}{{2,12}}[.,]?\s+)?(?P<a>\d{{1,2}})\s?(?P<sign>[-/.])\s?(?P<b>\d{{1,2}})\s?(?P=sign)\s?"
    rf"(?P<y>\d{{4}}|\d{{2}}){_END}",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"\d\s*[-/.]\s*\d")
"""What stands in all that `_SHORT` reads."""
_WEEKDAY = rf"(?:(?:{_WORD}|-){{2,14}}[.,،]?\s+)?(?:(?:den|le|el|il|o)\s+)?"
_WEEKDAY_BEHIND = rf"(?:,\s?{_WORD}{{1,14}}\.?)?"
"""Where the year comes first, the day of the week comes last: 2019. március 17., vasárnap."""
_DAY_FIRST = re.compile(
    rf"{_WEEKDAY}(?P<d>\d{{1,2}})(?:st|nd|rd|th|er|re|[.ºª°])?[\s-]*{_BETWEEN}"
    rf"(?P<n>{_WORD}{{2,12}})[.,،]?[\s-]*{_BETWEEN}(?P<y>\d{{4}}){_END}",
    re.IGNORECASE,
)
_MONTH_FIRST = re.compile(
    rf"{_WEEKDAY}(?P<n>{_WORD}{{3,12}})\.?[\s-]+(?P<d>\d{{1,2}})(?:st|nd|rd|th|\.)?,?[\s-]+"
    rf"{_TIME_BETWEEN}(?P<y>\d{{4}}){_END}",
    re.IGNORECASE,
)
_YEAR_FIRST = re.compile(
    rf"(?P<y>\d{{4}})(?:\.|\sm\.)?,?[\s-]+(?P<n>{_WORD}{{3,12}})\.?[\s-]+(?P<d>\d{{1,2}})\.?"
    rf"{_WEEKDAY_BEHIND}{_END}",
    re.IGNORECASE,
)


@lru_cache(maxsize=4_096)
def parse_date(text: str, order: str = "month-first") -> str | None:
    """A date in ISO form.

    >>> parse_date("3 March 2021"), parse_date("Mar. 3, 2021"), parse_date("03/04/21", "day-first")
    ('2021-03-03', '2021-03-03', '2021-04-03')
    >>> parse_date("Mittwoch, 3. März 2021"), parse_date("le 14 juillet 2021 à 14h30")
    ('2021-03-03', '2021-07-14')
    >>> parse_date("Fri Dec 19 06:11:31 EST 2003"), parse_date("5 noviembre 2010 a las 15:45")
    ('2003-12-19', '2010-11-05')
    >>> [*map(parse_date, ("23 Μαΐου 2018 @ 9:30 πμ", "16 मार्च 2017", "2019년 3월 17일"))]
    ['2018-05-23', '2017-03-16', '2019-03-17']
    >>> parse_date("2005. Aug. 27., Szo, 10:40:38 EDT"), parse_date("17 березня 2019 р.")
    ('2005-08-27', '2019-03-17')
    >>> parse_date("October 16, 2023 •"), parse_date("13 / 06 / 20", "day-first")
    ('2023-10-16', '2020-06-13')
    """
    text = _TIME_BEFORE.sub("", " ".join(text.split()))
    if not 6 <= len(text) <= MAX_LENGTH:
        return None
    if found := _ISO.match(text):
        year, month, day = found["y"] or found["y2"], found["m"] or found["m2"], found["d"]
        return _iso(year, int(month), day or found["d2"])
    if found := _SHORT.match(text):
        first, second = found["a"], found["b"]
        day, month = (first, second) if order == "day-first" else (second, first)
        return _iso(found["y"], int(month), day)
    for pattern in (_DAY_FIRST, _MONTH_FIRST, _YEAR_FIRST):
        if found := pattern.match(text):
            return _iso(found["y"], month_of(found["n"]), found["d"])
    return None


def _iso(year: str, month: int, day: str) -> str | None:
    full = int(year) if len(year) == 4 else 2000 + int(year) - (100 if int(year) > 69 else 0)
    try:
        return date(full, month, int(day)).isoformat()
    except ValueError:
        return None


def find_date_order(values: Sequence[str], language: str = "") -> str:
    """`day-first` or `month-first`, decided by all values of a column, else by its language."""
    # Most have no digits with a sign between, which is seen far sooner than that no date is read.
    numbered = filter(_NUMBERED.search, values)
    plain = (_TIME_BEFORE.sub("", " ".join(value.split())) for value in numbered)
    short = (text for text in plain if len(text) <= MAX_LENGTH)
    found = [match for text in short if (match := _SHORT.match(text))]
    day_first = sum(1 for match in found if int(match["a"]) > 12)
    month_first = sum(1 for match in found if int(match["b"]) > 12)
    if day_first != month_first:
        return "day-first" if day_first > month_first else "month-first"
    # There are points between the numbers of a date only where days come first.
    if any(match["sign"] == "." for match in found):
        return "day-first"
    return usual_date_order(language)
