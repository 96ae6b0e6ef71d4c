"""Words: a text enters, the words by which it is found leave.

A word is a run of letters and digits, without accents and in small letters; a Chinese or Japanese
character is a word by itself, since these are written without spaces.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tantivy import TextAnalyzer

ANALYZER = "unmold_words"
MAX_WORD = 100
"""Bytes of a word; longer ones are no words."""

_SINGLE = (
    *((0x2E80, 0x2FDF), (0x3040, 0x30FF), (0x31F0, 0x31FF), (0x3400, 0x4DBF)),
    *((0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF)),
)
"""Blocks whose characters are words: Han, its radicals, Hiragana and Katakana."""

_NATIVE_SINGLE = "".join(rf"\x{{{first:X}}}-\x{{{last:X}}}" for first, last in _SINGLE)
_SINGLE_CLASS = "".join(f"{chr(first)}-{chr(last)}" for first, last in _SINGLE)
_PIECES = re.compile(f"[{_SINGLE_CLASS}]|(?:(?![{_SINGLE_CLASS}])(?:[^\\W_]|[\u0300-\u036f]))+")


@cache
def analyzer() -> TextAnalyzer:
    """The native side of it, which indexes."""
    from tantivy import Filter, TextAnalyzerBuilder, Tokenizer

    pattern = rf"[{_NATIVE_SINGLE}]|[[\p{{L}}\p{{N}}\p{{M}}]&&[^{_NATIVE_SINGLE}]]+"
    builder = TextAnalyzerBuilder(Tokenizer.regex(pattern))
    builder = builder.filter(Filter.remove_long(MAX_WORD))
    return builder.filter(Filter.ascii_fold()).filter(Filter.lowercase()).build()


def normalise(text: str) -> str:
    """One spelling of accents, and nothing that is no character."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", text.encode("utf-8", "replace").decode())


def split_words(text: str) -> list[str]:
    """The words of a text as they stand in the index."""
    return list(analyzer().analyze(normalise(text)))


def find_pieces(text: str) -> Iterator[tuple[int, int]]:
    """Where words stand in a text that `normalise` made."""
    return (match.span() for match in _PIECES.finditer(text))
