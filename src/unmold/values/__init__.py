"""Reads numbers, dates, prices and booleans from the texts of pages.

Plain functions, each over one text or the texts of one column. What a language decides, such as
decimal signs and names of months, comes from Unicode's CLDR through Babel.
"""

from unmold.values.booleans import parse_boolean
from unmold.values.dates import find_date_order, parse_date
from unmold.values.numbers import are_whole, find_number_format, parse_number
from unmold.values.prices import find_currency, parse_price
from unmold.values.typed import Typed, ValueType, parse_value

__all__ = [
    "Typed",
    "ValueType",
    "are_whole",
    "find_currency",
    "find_date_order",
    "find_number_format",
    "parse_boolean",
    "parse_date",
    "parse_number",
    "parse_price",
    "parse_value",
]
