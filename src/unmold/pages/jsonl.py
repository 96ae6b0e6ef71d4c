"""Reads a JSONL table: one object (`url`, `html`, optionally `site`) on each line.

Read line by line, gzip or not. A line that is no such object is a problem, and reading goes on
after it.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from unmold.errors import PageError
from unmold.model import Problem, ProblemCode
from unmold.pages.assembly import problem
from unmold.pages.compression import is_over_ratio
from unmold.pages.places import Container
from unmold.pages.reading import Found, Reading, Stream
from unmold.pages.table_rows import read_row
from unmold.settings import Limits

_ESCAPE_FACTOR = 2
"""A line may be so much longer than the page in it: quotes and line ends are escaped."""

_STEP = 1 << 20
"""Bytes read at once."""


def read_jsonl(table: str, reading: Reading) -> Stream:
    """Read all pages of a JSONL table."""
    number, source = 0, Container.of(table)
    with Path(table).open("rb") as raw:
        try:
            for line in _lines(table, raw, reading.limits):
                number += 1
                found = _read_line(source, number, line, reading)
                if found is not None:
                    yield found
            if not number:
                yield Problem(ProblemCode.EMPTY, source.real, "there is no line in the table")
        except PageError as error:
            yield problem(source.key(number + 1), error)


def _read_line(table: Container, number: int, line: bytes | None, reading: Reading) -> Found | None:
    where = table.key(number)
    if line is None:
        return Problem(ProblemCode.TOO_LARGE, where, "the line is too long for a page")
    if line.isspace():
        return None
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        return Problem(ProblemCode.BAD_ROW, where, f"not JSON: {error}")
    if not isinstance(row, dict):
        return Problem(ProblemCode.BAD_ROW, where, "not a JSON object")
    return read_row(table, number, row, reading)


def _lines(table: str, raw: BinaryIO, limits: Limits) -> Iterator[bytes | None]:
    """The lines of a table, None for one that is too long to be kept."""
    is_gzip = table.lower().endswith(".gz")
    readline = _GzipLines(raw, limits).readline if is_gzip else raw.readline
    cap = limits.max_bytes * _ESCAPE_FACTOR + _STEP
    while line := readline(cap):
        if len(line) < cap or line.endswith(b"\n"):
            yield line
            continue
        while (rest := readline(_STEP)) and not rest.endswith(b"\n"):
            pass
        yield None


class _GzipLines:
    """Lines out of gzip, with every way to fail made a PageError."""

    def __init__(self, raw: BinaryIO, limits: Limits) -> None:
        self.raw = raw
        self.limits = limits
        self.inflated = gzip.GzipFile(fileobj=raw)

    def readline(self, size: int) -> bytes:
        try:
            line = self.inflated.readline(size)
        except EOFError:
            raise PageError(ProblemCode.TRUNCATED, "the compressed data ends too early") from None
        except (OSError, zlib.error) as error:
            raise PageError(ProblemCode.CORRUPT, f"the table is damaged here ({error})") from None
        if is_over_ratio(self.inflated.tell(), self.raw.tell(), self.limits):
            message = f"inflates to {self.limits.max_ratio} times its size and more"
            raise PageError(ProblemCode.BOMB, message)
        return line
