"""Splits text into the words by which it is found.

A word is a run of letters and digits, without accents and in small letters; a Chinese or Japanese
character is a word by itself, since these are written without spaces.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tantivy import TextAnalyzer

ANALYZER = "unmold_words"
MAX_WORD = 100
"""Bytes of a word; longer ones are no words."""

_SINGLE = "".join(
    f"{chr(first)}-{chr(last)}"
    for first, last in (
        *((0x2E80, 0x2FDF), (0x3040, 0x30FF), (0x31F0, 0x31FF), (0x3400, 0x4DBF)),
        *((0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF)),
    )
)
"""The characters that are words: Han, its radicals, Hiragana and Katakana."""

_SINGLES = re.compile(f"([{_SINGLE}])")
_PIECES = re.compile(f"[{_SINGLE}]|(?:(?![{_SINGLE}])[^\\W_])+")


@cache
def analyzer() -> TextAnalyzer:
    """The native side of it, which indexes texts that `spread_out` made."""
    from tantivy import Filter, TextAnalyzerBuilder, Tokenizer

    builder = TextAnalyzerBuilder(Tokenizer.simple()).filter(Filter.remove_long(MAX_WORD))
    return builder.filter(Filter.ascii_fold()).filter(Filter.lowercase()).build()


def normalise(text: str) -> str:
    """One spelling of accents, and nothing that is no character."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", text.encode("utf-8", "replace").decode())


def spread_out(text: str) -> str:
    """The text with spaces around characters that are words, for the native side."""
    text = normalise(text)
    return text if text.isascii() else _SINGLES.sub(r" \1 ", text)


@lru_cache(maxsize=1 << 16)
def split_words(text: str) -> tuple[str, ...]:
    """The words of a text as they are in the index."""
    return tuple(analyzer().analyze(spread_out(text)))


def find_pieces(text: str) -> Iterator[tuple[int, int]]:
    """Where words are in a text that `normalise` made."""
    return (match.span() for match in _PIECES.finditer(text))
