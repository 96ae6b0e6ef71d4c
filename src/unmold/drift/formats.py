"""How values are written: texts enter, a picture of their usual format leaves.

A picture is an example with everything left out that differs from value to value: `£0.00`,
`D Month YYYY`. Texts that are neither prices nor dates nor decimal numbers have none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from unmold.templates.dates import parse_date
from unmold.templates.numbers import parse_number
from unmold.templates.prices import parse_price

USUAL = 0.8
"""The share of values that must have a format for it to be the column's."""

SURE, HARDLY = 0.9, 0.3
"""The shares of values that read as a type before and now, or the reverse."""

MAX_LENGTH = 40

_MONEY = re.compile(
    r"(?P<before>[^\d\s.,'’+-]{1,3})?(?P<gap>\s?)(?P<amount>\d(?:[\d.,'’\s]*\d)?)(?P<after>\s?[^\d\s.,'’+-]{1,3})?"
)
_DECIMALS = re.compile(r"[.,](?=\d{1,2}$)")
_MAY = re.compile(r"\bMay\b")
_MONTH = re.compile(r"[^\W\d_]{3,}\.?")


def usual_format(texts: Sequence[str]) -> str:
    """The format of nearly all of some texts, or nothing.

    >>> usual_format(["$5.00", "$1,299.00"]), usual_format(["a", "b"])
    ('$0.00', '')
    >>> usual_format(["3 March 2021", "14 April 2022"]), usual_format(["2021-03-03"])
    ('D Month YYYY', 'YYYY-MM-DD')
    >>> usual_format(["3 May 2021", "14 April 2022"])
    'D Month YYYY'
    """
    # May is as long as its short form and says nothing about how months are written.
    telling = [text for text in texts if not _MAY.search(text)] or texts
    pictures = Counter(picture(text) for text in telling)
    if not pictures:
        return ""
    found, times = pictures.most_common(1)[0]
    return found if times >= USUAL * len(telling) else ""


def picture(text: str) -> str:
    """The format of one text."""
    text = " ".join(text.split())
    if len(text) > MAX_LENGTH:
        return ""
    if parse_date(text) is not None or parse_date(text, "day-first") is not None:
        return _date_picture(text)
    if _is_price(text):
        return _price_picture(text)
    return ""


def changed_type(before: Sequence[str], now: Sequence[str]) -> tuple[str, str] | None:
    """The types that values had and have, if nearly all were of one and hardly any still are."""
    shares = {name: (_share(before, test), _share(now, test)) for name, test in _TESTS.items()}
    lost = [name for name, (old, new) in shares.items() if old >= SURE and new <= HARDLY]
    won = [name for name, (old, new) in shares.items() if new >= SURE and old <= HARDLY]
    if not lost and not won:
        return None
    return (lost[0] if lost else "text"), (won[0] if won else "text")


def _is_price(text: str) -> bool:
    return parse_price(text) is not None or parse_price(text, "comma") is not None


_TESTS: dict[str, Callable[[str], bool]] = {
    "date": lambda text: parse_date(text) is not None or parse_date(text, "day-first") is not None,
    "price": _is_price,
    "number": lambda text: (
        parse_number(text) is not None or parse_number(text, "comma") is not None
    ),
    "url": lambda text: text.startswith(("http://", "https://", "//")),
}


def _share(texts: Sequence[str], test: Callable[[str], bool]) -> float:
    return sum(1 for text in texts if test(text)) / len(texts)


def _date_picture(text: str) -> str:
    text = _MONTH.sub(lambda word: "Mon" if len(word[0].rstrip(".")) == 3 else "Month", text)
    text = re.sub(r"\d{4}", "YYYY", text)
    if "Mon" in text:
        return re.sub(r"\d+", "D", text)
    return re.sub(r"\d+", "DD", text).replace("YYYY-DD-DD", "YYYY-MM-DD")


def _price_picture(text: str) -> str:
    found = _MONEY.fullmatch(text)
    if not found:
        return ""
    sign = _DECIMALS.search(found["amount"])
    amount = f"0{sign[0]}00" if sign else "0"
    before = f"{found['before']}{found['gap']}" if found["before"] else ""
    return f"{before}{amount}{found['after'] or ''}"
