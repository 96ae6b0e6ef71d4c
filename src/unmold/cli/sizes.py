"""Parses sizes on the command line, such as `64MiB`, `2k` or `1000`."""

from __future__ import annotations

import re

import click

_FACTORS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}
_SIZE = re.compile(r"(?i)\s*+([0-9][0-9_,]*+)\s*+([kmg]?)(?:i?b)?\s*+")


def parse_size(text: str) -> int:
    """A number of bytes, with or without a unit; units are powers of 1024.

    >>> parse_size("2k"), parse_size("64 MiB")
    (2048, 67108864)
    """
    match = _SIZE.fullmatch(text)
    number = int(re.sub("[,_]", "", match.group(1))) if match else 0
    if match is None or number < 1:
        raise click.BadParameter(f"{text!r} is not a size above 0 such as 64MiB")
    return number * _FACTORS[match.group(2).lower()]


def human_size(count: int) -> str:
    """A number of bytes for a person.

    >>> human_size(999), human_size(123456)
    ('999 bytes', '120.6 KiB')
    """
    if count < 1024:
        return f"{count} byte" if count == 1 else f"{count} bytes"
    size, units = count / 1024, ["KiB", "MiB", "GiB"]
    while size >= 1024 and len(units) > 1:
        size, units = size / 1024, units[1:]
    return f"{size:.1f} {units[0]}"
