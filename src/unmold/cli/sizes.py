"""Sizes on the command line: `64MiB`, `2k` or `1000` enters, a number of bytes leaves."""

from __future__ import annotations

import re

import click

_FACTORS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}
_SIZE = re.compile(r"(?i)\s*([0-9][0-9_,]*)\s*([kmg]?)(?:i?b)?\s*")


class Size(click.ParamType[int]):
    """A number of bytes, with or without a unit; units are powers of 1024."""

    name = "size"

    def convert(
        self, value: str | int, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        if isinstance(value, int):
            return value
        match = _SIZE.fullmatch(value)
        if match is None:
            self.fail(f"{value!r} is not a size such as 64MiB", param, ctx)
        number = int(match.group(1).replace(",", "").replace("_", ""))
        if number < 1:
            self.fail("must be above 0", param, ctx)
        return number * _FACTORS[match.group(2).lower()]


def human_size(count: int) -> str:
    """A number of bytes for a person.

    >>> human_size(999), human_size(123456)
    ('999 bytes', '120.6 KiB')
    """
    if count < 1024:
        return f"{count} bytes"
    size, units = count / 1024, ["KiB", "MiB", "GiB"]
    while size >= 1024 and len(units) > 1:
        size, units = size / 1024, units[1:]
    return f"{size:.1f} {units[0]}"
