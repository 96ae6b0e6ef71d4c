"""The native readers of values, with the words that Python knows.

The readers of this package decide over whole columns and are what the native ones are compared
with; records are read by the native ones.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from unmold.values.booleans import BOOLEANS
from unmold.values.month_names import all_months
from unmold.values.prices import CODES, SHARED, SIGNS

if TYPE_CHECKING:
    from unmold._core import ValueReaders


@cache
def native_readers(*, with_months: bool = True) -> ValueReaders:
    """The readers; without names of months, which take a while to look up, where nothing is dated.

    >>> from unmold.values import ValueType
    >>> native_readers().read(["3 March 2021", "tomorrow"], ValueType("date"), "")
    ['2021-03-03', None]
    """
    from unmold import _core

    months = all_months() if with_months else {}
    return _core.ValueReaders(months, BOOLEANS, list(SIGNS.items()), CODES.split(), list(SHARED))
