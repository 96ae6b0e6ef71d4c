"""Writes texts of pages as CSS or Python literals.

Whatever a page says stays text: quotes, line breaks and backslashes cannot end the literal. Those
of XPath are in `reading`, as wrappers need them, too.
"""

from __future__ import annotations

import re

_PLAIN_NAME = re.compile(r"-?[A-Za-z_][A-Za-z0-9_-]*")
_CSS_SPECIAL = re.compile(r'[\\"]|[\x00-\x1f\x7f]')


def css_literal(text: str) -> str:
    """A string in CSS."""
    return '"' + _CSS_SPECIAL.sub(_escape, text) + '"'


def _escape(found: re.Match[str]) -> str:
    character = found[0]
    return "\\" + character if character in '\\"' else f"\\{ord(character):x} "


def is_plain_name(text: str) -> bool:
    """Whether a class or id can be written in CSS as it is."""
    return bool(_PLAIN_NAME.fullmatch(text))


def python_literal(text: str) -> str:
    r"""A string in Python, quoted as formatters want it.

    >>> python_literal("a"), python_literal('"a"'), python_literal("it's \n")
    ('"a"', '\'"a"\'', '"it\'s \\n"')
    """
    quote = "'" if text.count('"') > text.count("'") else '"'
    # repr() is asked about each character, so that the choice of quotes stays here.
    body = "".join("\\" + one if one == quote else _python_character(one) for one in text)
    return f"{quote}{body}{quote}"


def _python_character(character: str) -> str:
    return character if character in "'\"" else repr(character)[1:-1]
