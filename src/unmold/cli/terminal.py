"""Text from pages made safe for a terminal: anything enters, one line of harmless text leaves.

A page chooses its title, its class names and its links. Printed as they are, these could move the
cursor, rewrite the window's title, or turn the reading direction. Markup of Rich is harmless only
as long as such text is never parsed as markup: put it into `rich.text.Text`, or print with
`markup=False`.
"""

from __future__ import annotations

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
