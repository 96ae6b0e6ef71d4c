"""Names of tables and columns as files, sheets and databases can have them.

Names are words of pages, or what a person gave: what a program cannot take is replaced, and of two
that it could not distinguish the second gets a number.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from itertools import chain, count

_LETTERS = "LMN"
"""Categories of Unicode: letters, the marks on them, digits."""

_UNDERSCORES = re.compile("_+")
_NO_SHEET = re.compile(r"[\[\]:*?/\\\x00-\x1f\x7f\ufffe\uffff]")
_DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)", re.IGNORECASE)
"""What Windows takes for devices, whatever the ending."""

_FILE_LENGTH = 150
"""Bytes; leaves room for ending and temporary names within the 255 that file systems allow."""

SHEET_LENGTH = 31
"""Excel's limit, in units of UTF-16."""


def file_name(name: str) -> str:
    """A name for a file on any system.

    >>> file_name("products"), file_name("../a b"), file_name("con"), file_name("товары")
    ('products', 'a_b', 'con_', 'товары')
    """
    letters = (
        one if one == "-" or unicodedata.category(one)[0] in _LETTERS else "_"
        for one in unicodedata.normalize("NFC", name)
    )
    plain = _UNDERSCORES.sub("_", "".join(letters)).strip("_-")
    plain = plain.encode()[:_FILE_LENGTH].decode("utf-8", "ignore") or "table"
    return f"{plain}_" if _DEVICES.fullmatch(plain) else plain


def sheet_name(name: str) -> str:
    """A name for a sheet of a workbook.

    >>> sheet_name("a/b [1]"), sheet_name("'history'"), len(sheet_name("x" * 40))
    ('a_b _1_', 'history_', 31)
    """
    plain = cut_units(_NO_SHEET.sub("_", name).strip("' "), SHEET_LENGTH).rstrip("' ") or "table"
    # Excel keeps this name for itself.
    return f"{plain}_" if plain.lower() == "history" else plain


def sqlite_name(name: str) -> str:
    """A name for a table or column of SQLite.

    >>> sqlite_name("sqlite_master"), sqlite_name("x")
    ('_sqlite_master', 'x')
    """
    plain = database_name(name)
    return f"_{plain}" if plain.lower().startswith("sqlite_") else plain


def database_name(name: str) -> str:
    """A name for a table or column of a database: any text but NUL, and some text."""
    return name.replace("\0", "_") or "_"


def cut_units(text: str, length: int) -> str:
    """The beginning of a text, at most `length` units of UTF-16, in which Excel counts.

    >>> cut_units("a\U0001f4a1b", 2), cut_units("a\U0001f4a1b", 3)
    ('a', 'a\U0001f4a1')
    """
    if len(text) * 2 <= length:
        return text
    return text.encode("utf-16-le")[: length * 2].decode("utf-16-le", "ignore")


def name_all(
    names: Iterable[str], make: Callable[[str], str], max_length: int | None = None
) -> list[str]:
    """A name for each of these; no two are the same but for upper and lower case.

    >>> name_all(["A", "a", "b"], sheet_name)
    ['A', 'a_2', 'b']
    """
    taken: set[str] = set()
    found = []
    for name in names:
        plain = make(name)
        free = next(one for one in _variants(plain, max_length) if one.casefold() not in taken)
        taken.add(free.casefold())
        found.append(free)
    return found


def _variants(name: str, max_length: int | None) -> Iterable[str]:
    def numbered(end: str) -> str:
        return (name if max_length is None else cut_units(name, max_length - len(end))) + end

    return chain([name], (numbered(f"_{number}") for number in count(2)))
