"""Makes text from pages safe for a terminal: one line, without control characters.

A page chooses its title, its class names and its links. Printed as they are, these could move the
cursor, rewrite the window's title, or turn the reading direction. Markup of Rich is harmless only
as long as such text is never parsed as markup: put it into `rich.text.Text`, or print with
`markup=False`.
"""

from __future__ import annotations

import json
import re
import unicodedata

ELLIPSIS = "…"

# Control sequences (CSI), then strings that end with BEL or ST (OSC, DCS, SOS, PM, APC), then the
# short ones; in their 7-bit and 8-bit forms. What is not closed within reach, or before another
# such string begins, loses its escape only: so nothing is looked at from two beginnings.
_ESCAPE_SEQUENCES = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*+[ -/]*+[@-~]"
    r"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x90\x98\x9c-\x9f]{0,4096}+(?:\x07|\x1b\\|\x9c)"
    r"|\x1b[ -/]*+[0-~]"
)
_SPACES = re.compile(r"\s+")
_DROPPED_CATEGORIES = {"Cc", "Cf"}
"""Controls; and formats, which hold all bidirectional ones and most of what has no width."""

_REPLACED_CATEGORY = "Cs"
_SPELLED_OUT = {*_DROPPED_CATEGORIES, _REPLACED_CATEGORY, "Zl", "Zp"}
_KEPT = frozenset("\u200c\u200d")
"""The two joiners, which some scripts and emoji need."""


def safe(text: str, max_length: int | None = None) -> str:
    r"""Text that can do nothing to a terminal, on one line, cut to a length.

    >>> safe("\x1b]0;owned\x07 a \x1b[31mred\x1b[0m\n title")
    'a red title'
    """
    if max_length is not None:
        text = text[: max_length * 8 + 64]
    if not (text.isascii() and text.isprintable()):
        text = "".join(map(_safe_character, _ESCAPE_SEQUENCES.sub("", text)))
    return shorten(_SPACES.sub(" ", text).strip(), max_length)


def safe_lines(text: str) -> str:
    """Text that can do nothing to a terminal but end lines and set tabs."""
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    text = _ESCAPE_SEQUENCES.sub("", text)
    return "".join(one if one in "\n\t" else _safe_character(one) for one in text)


def escape_json(text: str) -> str:
    """JSON that says the same, with what a terminal would obey spelled out."""
    is_plain = text.isascii() and text.rstrip("\n").isprintable()
    return text if is_plain else "".join(map(_spelled_out, text))


def _spelled_out(character: str) -> str:
    # A line end that is no escape lies between values, never in one.
    if character == "\n" or character in _KEPT:
        return character
    is_harmless = unicodedata.category(character) not in _SPELLED_OUT
    return character if is_harmless else json.dumps(character)[1:-1]


def _safe_character(character: str) -> str:
    if character.isspace():
        return " "
    category = unicodedata.category(character)
    if category == _REPLACED_CATEGORY:
        return "\N{REPLACEMENT CHARACTER}"
    return "" if category in _DROPPED_CATEGORIES and character not in _KEPT else character


def shorten(text: str, max_length: int | None) -> str:
    """The text, or its beginning and an ellipsis."""
    if max_length is None or len(text) <= max_length:
        return text
    return text[: max(max_length - 1, 0)].rstrip() + ELLIPSIS
