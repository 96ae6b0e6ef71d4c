"""Reads prices: amounts with their currencies.

A currency is known by its sign or its code, before or behind the amount. What a sign means that
several currencies share is decided by the language of the page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from unmold.values.languages import own_currency
from unmold.values.numbers import AMOUNT, parse_number

MAX_LENGTH = 40
"""Characters; longer texts are no prices, and patterns see short texts only."""

SIGNS = {
    "US$": "USD",
    "CA$": "CAD",
    "C$": "CAD",
    "AU$": "AUD",
    "A$": "AUD",
    "NZ$": "NZD",
    "HK$": "HKD",
    "S$": "SGD",
    "MX$": "MXN",
    "R$": "BRL",
    "NT$": "TWD",
    "$": "USD",
    "€": "EUR",
    "£": "GBP",
    "¥": "JPY",
    "￥": "JPY",
    "円": "JPY",
    "元": "CNY",
    "₹": "INR",
    "Rs": "INR",
    "₽": "RUB",
    "руб": "RUB",
    "₴": "UAH",
    "грн": "UAH",
    "₺": "TRY",
    "₪": "ILS",
    "₩": "KRW",
    "₫": "VND",
    "₱": "PHP",
    "฿": "THB",
    "₦": "NGN",
    "zł": "PLN",
    "kr": "SEK",
    "Kč": "CZK",
    "lei": "RON",
    "лв": "BGN",
    "SFr": "CHF",
    "Kr": "SEK",
    "Euro": "EUR",
    "euro": "EUR",
    "EURO": "EUR",
    "euros": "EUR",
}
CODES = (
    "AED ARS AUD BGN BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP HKD HUF IDR ILS INR ISK JPY KRW "
    "KZT MAD MXN MYR NGN NOK NZD PEN PHP PLN RON RSD RUB SAR SEK SGD THB TRY TWD UAH USD VND ZAR"
)
_KNOWN = {sign.casefold(): code for sign, code in SIGNS.items()} | {
    code.casefold(): code for code in CODES.split()
}
SHARED = ("$", "kr", "¥")
"""Signs of several currencies."""


def _pattern() -> str:
    """Longer signs first; one of letters is a word of its own."""
    names = sorted([*SIGNS, *CODES.split()], key=len, reverse=True)
    return "|".join(_word(name) for name in names)


def _word(name: str) -> str:
    start = r"(?<![^\W\d_])" if name[0].isalpha() else ""
    end = r"(?![^\W\d_])\.?" if name[-1].isalpha() else ""
    return f"{start}{re.escape(name)}{end}"


_PRICE = re.compile(
    rf"(?:(?<![\w.])(?P<minus>[-−])\s?)?(?P<before>{_pattern()})\s*(?P<a>{AMOUNT})"
    rf"|(?P<b>{AMOUNT})\s*(?:[-–—]\s*)?(?P<after>{_pattern()})"
)

_CODE = rf"\b({CODES.replace(' ', '|')})\b"
_CODE_BEFORE = re.compile(rf"{_CODE}\s*$")
_CODE_BEHIND = re.compile(rf"\s*{_CODE}")


def parse_price(
    text: str, number_format: str = "point", shared: str = ""
) -> dict[str, object] | None:
    """An amount with its currency; `shared` is what a sign of several currencies stands for.

    >>> parse_price("$1,299.00"), parse_price("1 299,00 kr", "comma", "NOK")
    ({'amount': 1299.0, 'currency': 'USD'}, {'amount': 1299.0, 'currency': 'NOK'})
    >>> parse_price("-$1.55 CAD")
    {'amount': -1.55, 'currency': 'CAD'}

    Several prices are not one.

    >>> parse_price("$5 - $10"), parse_price("S $5, M $7")
    (None, None)
    """
    found = _find(text)
    if not found or _PRICE.search(text, found.end()):
        return None
    amount = parse_number((found["a"] or found["b"]).strip(" .,'’"), number_format)
    if amount is None:
        return None
    signed = -amount if found["minus"] else amount
    return {"amount": signed, "currency": _currency(text, found, shared)}


def _currency(text: str, found: re.Match[str], shared: str) -> str:
    """A code beside the price says more than its sign: "$5 CAD"."""
    code = _CODE_BEHIND.match(text, found.end()) or _CODE_BEFORE.search(text[: found.start()])
    if code:
        return code[1]
    sign = _sign(found)
    return shared if shared and sign in SHARED else _KNOWN[sign]


def find_currency(values: Sequence[str], language: str) -> str:
    """The currency of a shared sign where this language is written; empty if there is no doubt."""
    signs = {_sign(found) for value in values if (found := _find(value))}
    known = [
        currency for sign in SHARED if sign in signs if (currency := own_currency(sign, language))
    ]
    return known[0] if known else ""


@lru_cache(maxsize=4_096)
def _find(text: str) -> re.Match[str] | None:
    # Most texts have no digit or no sign, which is seen far sooner than that none of these fits.
    may_fit = len(text) <= MAX_LENGTH and _DIGIT.search(text) and _SIGN.search(text)
    return _PRICE.search(text) if may_fit else None


_DIGIT = re.compile(r"\d")
"""As in `AMOUNT`."""
_SIGN = re.compile("|".join(map(re.escape, [*SIGNS, *CODES.split()])))
"""Any sign or code, wherever it stands."""


def _sign(found: re.Match[str]) -> str:
    return (found["before"] or found["after"]).rstrip(".").casefold()
